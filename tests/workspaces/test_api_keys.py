"""Keys of agents: several per agent, revocable, expiring, stored as a hash (architecture, rule 2)."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from workspaces import scope
from workspaces.actions.authenticate_key import InvalidKey, authenticate_key
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent, ApiKey

pytestmark = pytest.mark.django_db


def authenticate(key):
    return authenticate_key(key, now=timezone.now())


def agent(workspace, role="planner"):
    return Agent.objects.get(role=role)


def test_a_key_names_its_agent_and_workspace(home):
    actor = authenticate(home.api_keys["planner"])
    assert (actor.role, actor.workspace_id, actor.label) == ("planner", home.workspace_id, "agent:planner")


def test_an_agent_may_have_several_keys(home):
    with scope.enter(home.workspace_id):
        second = issue_key(agent=agent(home), label="laptop")
    assert authenticate(second).id == authenticate(home.api_keys["planner"]).id


def test_a_revoked_key_is_dead_and_its_sisters_live(home):
    with scope.enter(home.workspace_id):
        second = issue_key(agent=agent(home), label="second")
        ApiKey.objects.get(label="second").revoke(now=timezone.now())
    with pytest.raises(InvalidKey):
        authenticate(second)
    assert authenticate(home.api_keys["planner"])


def test_a_key_expires_to_the_moment(home):
    now = timezone.now()
    with scope.enter(home.workspace_id):
        key = issue_key(agent=agent(home), expires_at=now + timedelta(hours=1))
    assert authenticate_key(key, now=now + timedelta(minutes=59, seconds=59))
    with pytest.raises(InvalidKey):
        authenticate_key(key, now=now + timedelta(hours=1))


def test_a_switched_off_agents_keys_are_dead(home):
    with scope.enter(home.workspace_id):
        Agent.objects.filter(role="planner").update(is_active=False)
    with pytest.raises(InvalidKey):
        authenticate(home.api_keys["planner"])


@pytest.mark.parametrize(
    "key",
    [
        "",
        "mem_",
        "mem_x_y",
        "Bearer",
        "mem_" + "0" * 32 + "_" + "a" * 64,
        "mem_" + "g" * 32 + "_abc",
        "a_b_c",
        "mem_é_ü",
    ],
)
def test_anything_else_is_refused_alike(home, key):
    with pytest.raises(InvalidKey):
        authenticate(key)


def test_a_secret_does_not_work_in_another_workspace(home, elsewhere):
    secret = home.api_keys["planner"].rsplit("_", 1)[1]
    with pytest.raises(InvalidKey):
        authenticate(f"mem_{elsewhere.workspace_id.hex}_{secret}")


def test_the_secret_is_nowhere_in_the_database(home):
    secret = home.api_keys["planner"].rsplit("_", 1)[1]
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM workspaces_apikey k WHERE k::text LIKE %s", [f"%{secret}%"])
        assert cursor.fetchone() == (0,)


def test_use_is_noted_at_most_once_a_minute(home):
    now = timezone.now()
    authenticate_key(home.api_keys["planner"], now=now)
    with scope.enter(home.workspace_id):
        row = ApiKey.objects.get(agent__role="planner")
    assert row.last_used_at == now
    authenticate_key(home.api_keys["planner"], now=now + timedelta(seconds=30))
    with scope.enter(home.workspace_id):
        row.refresh_from_db()
    assert row.last_used_at == now
    later = now + timedelta(seconds=61)
    authenticate_key(home.api_keys["planner"], now=later)
    with scope.enter(home.workspace_id):
        row.refresh_from_db()
    assert row.last_used_at == later

"""API keys and agents in the admin."""

import re

import pytest

from workspaces.actions.authenticate_key import InvalidKey, authenticate_key
from workspaces.models import Agent, ApiKey, Grant

pytestmark = pytest.mark.django_db
KEYS = "/admin/workspaces/apikey/"


@pytest.fixture
def planner_id(home, in_home):
    with in_home():
        return Agent.objects.get(role="planner").id


def issue(client, agent_id, **fields):
    response = client.post(KEYS + "add/", {"agent": str(agent_id), "label": "laptop", **fields})
    found = re.search(r'value="(mem_[0-9a-f]{32}_[0-9a-f]{64})"', response.content.decode())
    return response, found and found[1]


def test_a_new_key_is_shown_once_and_works(owner, planner_id, now):
    response, key = issue(owner, planner_id)

    assert authenticate_key(key, now=now).role == "planner"
    assert "no-store" in response.headers["Cache-Control"]
    assert key not in owner.get(KEYS).content.decode()


def test_one_issue_makes_one_key(owner, planner_id, in_home):
    issue(owner, planner_id)

    with in_home():
        assert ApiKey.objects.filter(agent_id=planner_id, label="laptop").count() == 1


def test_the_stored_hash_is_not_shown(owner, home, in_home):
    with in_home():
        row = ApiKey.objects.first()

    assert row.secret_sha256 not in owner.get(f"{KEYS}{row.id}/change/").content.decode()


def test_an_agent_of_another_workspace_cannot_be_given_a_key(outsider, planner_id, in_home):
    response, key = issue(outsider, planner_id)

    assert response.status_code == 200 and key is None
    with in_home():
        assert not ApiKey.objects.filter(label="laptop").exists()


def test_a_revoked_key_works_no_more(act, home, in_home, now):
    with in_home():
        row = ApiKey.objects.get(agent__role="planner")

    response = act("workspaces/apikey", "revoke", row.id)

    assert "1 revoked." in response.content.decode()
    with pytest.raises(InvalidKey):
        authenticate_key(home.api_keys["planner"], now=now)


def test_a_key_is_never_changed(owner, home, in_home):
    with in_home():
        row = ApiKey.objects.first()

    assert owner.post(f"{KEYS}{row.id}/change/", {"label": "other"}).status_code == 403


def test_a_new_agent_gets_the_grants_that_new_agents_get(owner, in_home):
    owner.post("/admin/workspaces/agent/add/", {"name": "gardener", "role": "planner", "is_active": "on"})

    with in_home():
        agent = Agent.objects.get(name="gardener")
        assert Grant.objects.filter(agent=agent).count() == 2


def test_a_second_agent_of_the_same_name_is_explained(owner):
    response = owner.post("/admin/workspaces/agent/add/", {"name": "planner", "role": "planner", "is_active": "on"})

    assert response.status_code == 200
    assert "already exists" in response.content.decode()


def test_an_agent_switched_off_is_out_at_once(owner, planner_id, home, now):
    owner.post(f"/admin/workspaces/agent/{planner_id}/change/", {"name": "planner", "role": "planner"})

    with pytest.raises(InvalidKey):
        authenticate_key(home.api_keys["planner"], now=now)


def test_a_revoked_grant_is_out_of_force(act, planner_id, in_home, home, now):
    with in_home():
        ids = list(Grant.objects.filter(agent_id=planner_id).values_list("id", flat=True))

    act("workspaces/grant", "revoke", *ids)

    assert authenticate_key(home.api_keys["planner"], now=now).grants == ()

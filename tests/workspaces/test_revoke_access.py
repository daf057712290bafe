"""A person takes an agent's access back (R1), also what was granted for everyone."""

import pytest

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.models import Memory
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.revoke_access import UnknownAgent, restore_access, revoke_access
from workspaces.models import Agent, Exclusion, Grant, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent_id(home):
    with scope.enter(home.workspace_id):
        return Agent.objects.get(role="planner").id


@pytest.fixture
def change(home, agent_id, now):
    """Take back (or give back) the planner's access to Ana; answers with the planner as it is on its next request."""

    def _change(action=revoke_access, *, person_id=home.user_id):
        with scope.enter(home.workspace_id):
            action(agent_id=agent_id, person_id=person_id, **({"now": now} if action is revoke_access else {}))
        return authenticate_key(home.api_keys["planner"], now=now)

    return _change


def ceilings(actor, person_id, now):
    place = {"person_id": person_id, "namespace_path": f"memories/{person_id}", "now": now}
    return actor.reading_ceiling(**place), actor.writing_ceiling(**place)


def test_it_neither_reads_nor_writes_any_more(change, home, now):
    assert ceilings(change(), home.user_id, now) == (None, None)


def test_it_still_works_for_the_others(change, home, now):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")

    assert ceilings(change(), ben.id, now) == (1, 1)


def test_no_list_shows_the_person_any_more(change, home, supervisor, now):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="a", content="A task.", category="tasks")
    submit(WriteMemory(draft=draft), actor=supervisor, now=now)
    planner = authenticate_key(home.api_keys["planner"], now=now)
    refused = change()

    with scope.enter(home.workspace_id):
        counts = [Memory.objects.visible_to(actor, now=now).count() for actor in (planner, refused)]
    assert counts == [1, 0]


def test_a_grant_of_the_persons_own_is_revoked_too(change, home, agent_id, now):
    with scope.enter(home.workspace_id):
        grant = Grant.objects.create(agent_id=agent_id, person_id=home.user_id, ceiling="restricted")

    assert ceilings(change(), home.user_id, now) == (None, None)
    with scope.enter(home.workspace_id):
        assert Grant.objects.get(id=grant.id).revoked_at


def test_giving_it_back_restores_what_is_granted_for_everyone(change, home, now):
    change()

    assert ceilings(change(restore_access), home.user_id, now) == (1, 1)


def test_doing_it_twice_is_doing_it_once(change, home):
    change()
    change()

    with scope.enter(home.workspace_id):
        assert Exclusion.objects.filter(person_id=home.user_id).count() == 1


def test_another_workspaces_agent_is_unknown(elsewhere, home, agent_id, now):
    with scope.enter(elsewhere.workspace_id), pytest.raises(UnknownAgent):
        revoke_access(agent_id=agent_id, person_id=elsewhere.user_id, now=now)

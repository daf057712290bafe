"""What a proposal repeats of a memory goes when the memory is purged (001 §7); that it was decided stays."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.expire import purge_proposals
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn, WithheldValue
from memories.maintenance.purge import purge_memories
from memories.models import History, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def approved(home, set_fact, person, now):
    """A fact that was proposed, approved and changed by a second approved proposal."""
    for city in ("Lisbon", "Faro"):
        answer = set_fact("identity", "city", city)
        memory_id = approve_proposal(proposal_id=answer.proposal_id, actor=person, now=now).memory_id
    return memory_id


@pytest.fixture
def purge(home, forget, person, now):
    def _purge(memory_id):
        forget(memory_id, actor=person)
        with scope.enter(home.workspace_id):
            Memory.objects.filter(id=memory_id).update(purge_at=Now() - timedelta(seconds=1))
        assert purge_memories(workspace_id=home.workspace_id, now=now) == 1

    return _purge


def test_settled_proposals_go_with_their_memory(home, approved, purge):
    purge(approved)
    assert purge_proposals(workspace_id=home.workspace_id) == 2
    with scope.enter(home.workspace_id):
        assert not Proposal.objects.exists()
        assert History.objects.filter(event="CONSENT", meta__verdict="approve").count() == 2
    assert purge_proposals(workspace_id=home.workspace_id) == 0


def test_while_the_memory_is_there_they_stay(home, approved, forget, person):
    forget(approved, actor=person)
    assert purge_proposals(workspace_id=home.workspace_id) == 0


def test_those_about_other_memories_stay(home, approved, purge, set_fact):
    waiting = set_fact("identity", "preferred_name", "Ana").proposal_id
    purge(approved)
    purge_proposals(workspace_id=home.workspace_id)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.get().id == waiting


def test_the_value_that_was_refused_goes_too_and_stays_withheld(
    home, approved, purge, set_fact, supervisor, person, now
):
    """R31: what a turn said of it is not shown again because nobody remembers the question."""
    session = open_session(person_id=home.user_id, actor=supervisor, now=now)[0]
    said = TurnDraft(role="user", content="I live in Braga.")
    append_turns(session_id=session.id, drafts=[said], actor=supervisor, now=now)
    reject_proposal(proposal_id=set_fact("identity", "city", "Braga").proposal_id, actor=person, now=now)
    purge(approved)
    purge_proposals(workspace_id=home.workspace_id)
    set_fact("identity", "preferred_name", "Ana")
    with scope.enter(home.workspace_id):
        assert not WithheldValue.objects.filter(value="braga").exists()
        assert Turn.objects.get().shown == "[withheld]"

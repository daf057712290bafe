"""Amending: the person's own value takes the place of the proposed one."""

import pytest

from consent.models import Decision, Proposal
from consent.proposals.decide import amend_proposal, approve_proposal
from consent.proposals.errors import NotAmendable, NotPending, NotYours
from memories.models import Fact, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def amend(person, now):
    return lambda proposal_id, value, **more: amend_proposal(
        proposal_id=proposal_id, value=value, actor=person, now=now, **more
    )


def test_the_person_s_value_is_kept_and_counts_as_theirs(home, set_fact, amend):
    asked = set_fact("identity", "city", "Lisbon", confidence=0.6, reason="She said so.")
    applied = amend(asked.proposal_id, "Faro")
    with scope.enter(home.workspace_id):
        fact = Fact.objects.active().select_related("memory").get(key="city")
        row = Proposal.objects.get(id=asked.proposal_id)
        assert Decision.objects.get(proposal=row).verdict == "amend"
    assert (fact.value, fact.confidence, fact.memory.trust) == ("Faro", 1.0, "person")
    assert (row.state, row.new_value, fact.memory_id) == ("amended", "Lisbon", applied.memory_id)


def test_nothing_else_that_the_agent_wrote_comes_along(home, write, amend):
    asked = write("User lives in Lisbon.", key="home", title="Lisbon", summary="Lives in Lisbon.", metadata={"a": 1})
    amend(asked.proposal_id, "User lives by the sea.")
    with scope.enter(home.workspace_id):
        current = Memory.objects.select_related("current").get(key="home").current
    assert (current.content, current.title, current.summary, current.metadata) == ("User lives by the sea.", "", "", {})


@pytest.mark.parametrize("value", ["", "   ", "x" * 2_001])
def test_a_value_that_cannot_be_stored_leaves_the_question_open(home, set_fact, amend, value):
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotAmendable):
        amend(asked.proposal_id, value)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.pending().filter(id=asked.proposal_id).exists()


def test_forgetting_has_no_value_to_amend(set_fact, forget, person, amend):
    memory_id = set_fact("identity", "city", "Faro", actor=person).memory_id
    with pytest.raises(NotAmendable):
        amend(forget(memory_id).proposal_id, "Lagos")


def test_it_is_decided_once(set_fact, amend, person, now):
    asked = set_fact("identity", "city", "Lisbon")
    amend(asked.proposal_id, "Faro")
    with pytest.raises(NotPending) as late:
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    assert late.value.state == "amended"


def test_an_api_key_never_amends(set_fact, supervisor, now):
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotYours):
        amend_proposal(proposal_id=asked.proposal_id, value="Faro", actor=supervisor, now=now)


def test_a_multi_valued_field_gets_the_person_s_item(home, set_fact, amend):
    asked = set_fact("identity", "nickname_of_hers", "Lisbon", item="lisbon")
    amend(asked.proposal_id, "  Big   Faro ")
    with scope.enter(home.workspace_id):
        assert Fact.objects.active().get(key="nickname_of_hers").item == "big faro"

"""Proposals: kept exactly, decided once, by the right person, in time (001 §10)."""

from datetime import timedelta

import pytest
from django.conf import settings

from consent.models import Decision, Proposal
from consent.models.proposal import ProposalState
from consent.outcomes import Queued
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending, NotYours, UnknownProposal
from consent.proposals.expire import expire_proposals
from memories.models import Fact, History, Memory
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposal(home, set_fact):
    """A proposal of the supervisor's: the city is Lisbon."""
    answer = set_fact("identity", "city", "Lisbon", reason="She said so.")
    with scope.enter(home.workspace_id):
        return Proposal.objects.get(id=answer.proposal_id)


def state(home, proposal):
    with scope.enter(home.workspace_id):
        return Proposal.objects.get(id=proposal.id).state


def city(home):
    with scope.enter(home.workspace_id):
        return Fact.objects.active().filter(key="city").values_list("value", flat=True).first()


def age(home, proposal, **by):
    """Move a proposal's deadline, as if time had passed on the database's clock."""
    with scope.enter(home.workspace_id):
        Proposal.objects.filter(id=proposal.id).update(expires_at=proposal.expires_at - timedelta(**by))


def test_it_holds_the_exact_change_and_the_reason(proposal, home, now):
    assert (proposal.field, proposal.old_value, proposal.new_value) == ("identity.city", "", "Lisbon")
    assert (proposal.reason, proposal.actor_label) == ("She said so.", "agent:supervisor")
    assert proposal.expires_at == now + timedelta(days=settings.PROPOSAL_DAYS)
    assert proposal.change["draft"]["value"] == "Lisbon"


def test_approving_applies_it_as_verified(home, proposal, person, now):
    applied = approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert city(home) == "Lisbon"
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(id=applied.memory_id)
    assert (memory.validation_status, memory.trust) == ("verified", "person")


def test_history_tells_the_decision_and_the_change(home, proposal, person, now):
    approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        decision = Decision.objects.get(proposal=proposal)
        rows = History.objects.filter(decision_id=decision.id).order_by("id")
        assert list(rows.values_list("event", "actor_label")) == [("CONSENT", person.label), ("ADD", person.label)]


def test_refusing_applies_nothing(home, proposal, person, now):
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert (city(home), state(home, proposal)) == (None, ProposalState.REJECTED)


@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal])
@pytest.mark.parametrize("first", [approve_proposal, reject_proposal])
def test_it_is_decided_once(home, proposal, person, now, first, decide):
    first(proposal_id=proposal.id, actor=person, now=now)
    settled = state(home, proposal)
    with pytest.raises(NotPending) as refused:
        decide(proposal_id=proposal.id, actor=person, now=now)
    assert (refused.value.state, state(home, proposal)) == (settled, settled)


@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal])
def test_an_api_key_never_decides(home, proposal, supervisor, now, decide):
    with pytest.raises(NotYours):
        decide(proposal_id=proposal.id, actor=supervisor, now=now)
    assert state(home, proposal) == ProposalState.PENDING


@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal])
def test_a_stranger_does_not_even_find_it(home, proposal, stranger, now, decide):
    with pytest.raises(UnknownProposal):
        decide(proposal_id=proposal.id, actor=stranger, now=now)
    assert state(home, proposal) == ProposalState.PENDING


def test_it_can_be_approved_a_minute_before_its_end(home, proposal, person, now):
    age(home, proposal, days=settings.PROPOSAL_DAYS, minutes=-1)
    assert approve_proposal(proposal_id=proposal.id, actor=person, now=now)


def test_after_its_end_it_can_not(home, proposal, person, now):
    age(home, proposal, days=settings.PROPOSAL_DAYS, seconds=1)
    with pytest.raises(NotPending) as refused:
        approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert (refused.value.state, city(home)) == (ProposalState.EXPIRED, None)


def test_expiry_is_recorded(home, proposal, now):
    age(home, proposal, days=settings.PROPOSAL_DAYS, seconds=1)
    with scope.enter(home.workspace_id):
        assert expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now) == 1
        assert Decision.objects.get(proposal=proposal).verdict == "expire"
        assert History.objects.filter(event="CONSENT", meta__verdict="expire").count() == 1
    assert state(home, proposal) == ProposalState.EXPIRED


def test_what_was_shown_has_to_be_what_is_approved(home, proposal, person, now):
    with pytest.raises(NotPending):
        approve_proposal(proposal_id=proposal.id, actor=person, now=now, shown_hash="0" * 64)
    assert city(home) is None


def test_when_the_field_has_moved_on_it_is_out_of_date(home, proposal, set_fact, person, now):
    set_fact("identity", "city", "Faro", actor=person)
    with pytest.raises(NotPending) as refused:
        approve_proposal(proposal_id=proposal.id, actor=person, now=now)
    assert (refused.value.state, city(home), state(home, proposal)) == ("stale", "Faro", "stale")


def test_asking_twice_is_one_proposal(home, proposal, set_fact):
    again = set_fact("identity", "city", "Lisbon", reason="Said it again.")
    assert again == Queued(proposal.id, None)


def test_a_later_value_replaces_the_waiting_one(home, proposal, set_fact):
    later = set_fact("identity", "city", "Faro")
    assert state(home, proposal) == ProposalState.SUPERSEDED
    with scope.enter(home.workspace_id):
        assert Proposal.objects.pending().get().id == later.proposal_id


def test_a_queued_memory_is_approved_with_the_category_it_was_asked_for(home, write, person, now):
    answer = write("User lives in Lisbon.", key="home")
    approve_proposal(proposal_id=answer.proposal_id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        memory = Memory.objects.select_related("current").get(key="home")
    assert (memory.current.content, memory.category) == ("User lives in Lisbon.", "general")


def test_forgetting_can_be_approved(home, set_fact, forget, person, now):
    memory_id = set_fact("identity", "city", "Faro", actor=person).memory_id
    answer = forget(memory_id)
    approve_proposal(proposal_id=answer.proposal_id, actor=person, now=now)
    assert city(home) is None


def test_a_memory_named_like_a_field_supersedes_no_question_about_the_field(home, write, set_fact):
    asked = set_fact("identity", "city", "Lisbon")
    assert isinstance(write("User lives in Faro.", key="identity.city", category="tasks"), Queued)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.get(id=asked.proposal_id).state == "pending"


def test_one_of_an_earlier_version_that_is_a_secret_alone_is_closed_and_stores_nothing(home, proposal, person, now):
    with scope.enter(home.workspace_id):
        draft = proposal.change["draft"] | {"value": "[redacted: github_token]"}
        change = proposal.change | {"draft": draft}
        Proposal.objects.filter(id=proposal.id).update(change=change, new_value="[redacted: github_token]")

    with pytest.raises(NotPending):
        approve_proposal(proposal_id=proposal.id, actor=person, now=now)

    with scope.enter(home.workspace_id):
        closed = Proposal.objects.get(id=proposal.id)
    assert closed.state == ProposalState.STALE and closed.closed_because.startswith("This is a secret and nothing else")
    assert city(home) is None

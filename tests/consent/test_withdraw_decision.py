"""Taking an answer back: what was approved is undone, what was refused may be asked again."""

from datetime import timedelta

import pytest

from consent.changes import RejectMemory
from consent.gate import submit
from consent.models import Decision, Proposal
from consent.outcomes import Queued, Refused
from consent.proposals.allow import allow_again
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.errors import NotDecided, NotPending, NotShown, NotYours, UnknownProposal
from consent.proposals.withdraw import withdraw_decision
from memories.models import Fact, History, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def approve(person, now):
    return lambda asked: approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now)


@pytest.fixture
def withdraw(person, now):
    return lambda asked, **more: withdraw_decision(proposal_id=asked.proposal_id, actor=person, now=now, **more)


def city(home):
    with scope.enter(home.workspace_id):
        return Fact.objects.active().filter(key="city").values_list("value", flat=True).first()


def row(home, asked):
    with scope.enter(home.workspace_id):
        return Proposal.objects.get(id=asked.proposal_id)


def test_what_was_new_is_forgotten(home, set_fact, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    taken = withdraw(asked)
    assert (city(home), taken.state, taken.undone.event) == (None, "withdrawn", "DELETE")


def test_what_was_changed_is_as_before(home, set_fact, person, approve, withdraw):
    set_fact("identity", "city", "Faro", actor=person)
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    assert city(home) == "Lisbon"
    withdraw(asked)
    assert city(home) == "Faro"


def test_what_was_forgotten_comes_back(home, set_fact, forget, person, approve, withdraw):
    asked = forget(set_fact("identity", "city", "Faro", actor=person).memory_id)
    approve(asked)
    assert city(home) is None
    withdraw(asked)
    assert city(home) == "Faro"


def test_what_was_revived_is_forgotten_again(home, set_fact, forget, person, approve, withdraw):
    forget(set_fact("identity", "city", "Faro", actor=person).memory_id, person)
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    withdraw(asked)
    assert city(home) is None


def test_what_stands_beside_the_text_is_as_before(home, write, person, approve, withdraw):
    write("Adm likes tea.", key="tea", actor=person, tags=("kitchen",), sensitivity="public")
    asked = write("Adm likes tea.", key="tea", tags=("she/her",), sensitivity="internal", pinned=True)
    approve(asked)
    assert beside(home, "tea") == (["she/her"], "internal", True)
    assert withdraw(asked).undone.event == "UPDATE"
    assert beside(home, "tea") == (["kitchen"], "public", False)


def test_so_it_is_where_the_text_has_changed_too(home, write, person, approve, withdraw, now):
    write("Adm likes tea.", key="tea", actor=person, tags=("kitchen",), expires_at=now + timedelta(days=9))
    asked = write("Adm lives in Zagreb.", key="tea", tags=("city",), cleared=("expires_at",))
    approve(asked)
    withdraw(asked)
    with scope.enter(home.workspace_id):
        memory = Memory.objects.select_related("current").get(key="tea")
    assert (memory.current.content, memory.tags) == ("Adm likes tea.", ["kitchen"])
    assert memory.expires_at == now + timedelta(days=9)


def test_what_was_set_again_since_stays(home, write, person, approve, withdraw):
    write("Adm likes tea.", key="tea", actor=person, tags=("kitchen",))
    asked = write("Adm likes tea.", key="tea", tags=("she/her",), pinned=True)
    approve(asked)
    write("Adm likes tea.", key="tea", actor=person, tags=("pantry",))
    withdraw(asked)
    assert beside(home, "tea") == (["pantry"], "internal", False)


def beside(home, key):
    with scope.enter(home.workspace_id):
        return Memory.objects.values_list("tags", "sensitivity", "pinned").get(key=key)


def test_an_own_value_is_taken_back_too(home, set_fact, person, now, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    amend_proposal(proposal_id=asked.proposal_id, value="Faro", actor=person, now=now)
    withdraw(asked)
    assert (city(home), row(home, asked).state) == (None, "withdrawn")


def test_a_memory_goes_back_to_what_it_said(home, write, person, approve, withdraw):
    write("The release is on Friday.", key="home", actor=person)
    asked = write("User lives in Lisbon.", key="home")
    approve(asked)
    withdraw(asked)
    with scope.enter(home.workspace_id):
        assert Memory.objects.select_related("current").get(key="home").current.content == "The release is on Friday."


@pytest.mark.parametrize("is_own", [True, False])
def test_how_far_it_was_trusted_comes_back_with_it(home, write, person, approve, withdraw, is_own):
    """Nobody approved what an agent had written there before."""
    write("The release is on Friday.", key="home", **({"actor": person} if is_own else {}))
    asked = write("User lives in Lisbon.", key="home")
    approve(asked)
    withdraw(asked)
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(key="home")
    assert (memory.trust, memory.validation_status) == (("person", "verified") if is_own else ("agent", "unverified"))


def test_what_was_called_wrong_is_wrong_again(home, write, person, approve, withdraw, now):
    memory_id = write("The release is on Friday.", key="home").memory_id
    submit(RejectMemory(memory_id=memory_id), actor=person, now=now)
    asked = write("User lives in Lisbon.", key="home")
    approve(asked)
    withdraw(asked)
    with scope.enter(home.workspace_id):
        assert Memory.objects.get(key="home").validation_status == "rejected"
    assert isinstance(write("The release is on Friday.", key="home"), Refused)


def test_what_has_changed_again_since_stays(home, set_fact, person, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    set_fact("identity", "city", "Faro", actor=person)
    taken = withdraw(asked)
    assert (city(home), taken.undone) == ("Faro", None)


def test_history_and_decisions_tell_both(home, set_fact, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    withdraw(asked)
    with scope.enter(home.workspace_id):
        verdicts = Decision.objects.filter(proposal_id=asked.proposal_id).order_by("id")
        assert [(d.verdict, d.withdrawn_at is None) for d in verdicts] == [("approve", False), ("withdraw", True)]
        events = History.objects.order_by("id").values_list("event", flat=True)
        assert list(events) == ["CONSENT", "ADD", "CONSENT", "DELETE"]


def test_it_is_taken_back_once(set_fact, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    withdraw(asked)
    with pytest.raises(NotPending) as late:
        withdraw(asked)
    assert late.value.state == "withdrawn"


def test_what_is_not_decided_cannot_be_taken_back(set_fact, withdraw):
    with pytest.raises(NotDecided):
        withdraw(set_fact("identity", "city", "Lisbon"))


def test_the_value_is_not_asked_for_again(home, set_fact, approve, withdraw, person, now):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    withdraw(asked)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Refused)
    allow_again(proposal_id=asked.proposal_id, actor=person, now=now)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_undo_lets_the_question_wait_again_under_a_new_hash(home, set_fact, approve, withdraw, person, now):
    asked = set_fact("identity", "city", "Lisbon")
    before = row(home, asked).shown_hash
    approve(asked)
    assert withdraw(asked, reopen=True).state == "pending"
    after = row(home, asked)
    assert (city(home), after.state, after.decided_at) == (None, "pending", None)
    with pytest.raises(NotShown):
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, shown_hash=before)
    approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, shown_hash=after.shown_hash)
    assert city(home) == "Lisbon"


@pytest.mark.parametrize("before", ["Faro", None])
def test_what_a_source_event_told_is_approved_again_after_it_was_undone(home, set_fact, withdraw, person, now, before):
    if before:
        set_fact("identity", "city", before, actor=person)
    asked = set_fact("identity", "city", "Lisbon", source_event_id="mail:17")
    for _ in range(2):
        shown = row(home, asked).shown_hash
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, shown_hash=shown)
        assert city(home) == "Lisbon"
        assert (withdraw(asked, reopen=True).state, city(home)) == ("pending", before)


def test_so_is_a_memory(home, write, withdraw, person, now):
    asked = write("User lives in Zagreb.", source_event_id="mail:18")
    for _ in range(2):
        shown = row(home, asked).shown_hash
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, shown_hash=shown)
        assert withdraw(asked, reopen=True).state == "pending"


def test_a_refusal_taken_back_waits_again(home, set_fact, person, now, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    assert withdraw(asked).state == "pending"
    assert row(home, asked).blocked_until is None


def test_past_its_time_it_stays_closed_and_may_be_asked_anew(home, set_fact, person, now, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        Proposal.objects.update(expires_at=now - timedelta(days=1))
    assert withdraw(asked).state == "withdrawn"
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_beside_a_later_question_it_stays_closed(home, set_fact, person, now, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    set_fact("identity", "city", "Faro")
    assert withdraw(asked).state == "withdrawn"


def test_nobody_else_takes_it_back(set_fact, approve, supervisor, stranger, now):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    for actor, refusal in ((supervisor, NotYours), (stranger, UnknownProposal)):
        with pytest.raises(refusal):
            withdraw_decision(proposal_id=asked.proposal_id, actor=actor, now=now)


def test_what_has_changed_again_since_is_not_asked_for_again(home, set_fact, person, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    set_fact("identity", "city", "Faro", actor=person)
    taken = withdraw(asked, reopen=True)
    assert (city(home), taken.state, taken.stays) == ("Faro", "withdrawn", "city: Faro")
    assert row(home, asked).blocked_until is None


def test_what_an_always_rule_saved_since_stays_and_the_rule_ends(home, set_fact, person, now, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, always=True)
    set_fact("identity", "city", "Faro")
    taken = withdraw(asked, reopen=True)
    assert (city(home), taken.state, taken.stays) == ("Faro", "withdrawn", "city: Faro")
    assert [(rule.fact_key, rule.outcome) for rule in taken.ended] == [("city", "apply")]
    assert isinstance(set_fact("identity", "city", "Porto"), Queued)


def test_the_same_said_again_since_is_no_change(home, set_fact, person, approve, withdraw):
    asked = set_fact("identity", "city", "Lisbon")
    approve(asked)
    set_fact("identity", "city", "Faro", actor=person)
    set_fact("identity", "city", "Lisbon", actor=person)
    assert (withdraw(asked, reopen=True).state, city(home)) == ("pending", None)

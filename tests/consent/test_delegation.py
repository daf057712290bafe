"""Reviewers of a workspace decide only what a policy delegates to them."""

import pytest

from consent.changes import ForgetMemory, RestoreMemory
from consent.gate import submit
from consent.models import Decision, Policy, Proposal, Receipt
from consent.policies.delegation import to_reviewers
from consent.proposals.allow import allow_again
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.errors import NotAmendable, NotYours
from consent.proposals.withdraw import withdraw_decision
from memories.models import Fact, Memory
from workspaces import scope
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(home):
    """A login of that role, with no person of its own."""

    def _staff(role):
        account = Account.objects.create_user(f"{role}-login")
        return Membership.objects.create(account=account, workspace_id=home.workspace_id, role=role).as_staff()

    return _staff


@pytest.fixture
def policy(home):
    def _policy(**fields):
        with scope.enter(home.workspace_id):
            Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent", priority=0, **fields)

    return _policy


@pytest.mark.parametrize(
    ("rule", "may_answer"), [({"category": "general"}, False), ({}, False), ({"fact_key": "health_conditions"}, True)]
)
def test_for_a_special_category_only_a_rule_of_that_field_delegates(home, write, rule, may_answer):
    with scope.enter(home.workspace_id):
        Policy.objects.create(outcome="consent", priority=0, delegates_to_reviewers=True, **rule)
    asked = write("Ana has asthma.")
    with scope.enter(home.workspace_id):
        assert to_reviewers(Proposal.objects.get(id=asked.proposal_id)) is may_answer


def decided(home):
    with scope.enter(home.workspace_id):
        return Decision.objects.values_list("method", flat=True).get()


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ADMIN, Role.OWNER])
def test_what_a_policy_delegates_they_decide(home, set_fact, policy, staff, now, role):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon", confidence=0.5)
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(role), now=now)
    with scope.enter(home.workspace_id):
        fact = Fact.objects.active().select_related("memory").get(key="city")
    assert (fact.value, decided(home)) == ("Lisbon", "reviewer")
    assert fact.memory.validation_status == "unverified"


def test_an_approval_in_the_person_s_place_changes_what_was_more_certain(home, set_fact, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    set_fact("identity", "city", "Faro", actor=person)
    asked = set_fact("identity", "city", "Lisbon", confidence=0.5)
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)
    with scope.enter(home.workspace_id):
        assert Fact.objects.active().get(key="city").value == "Lisbon"


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ADMIN, Role.OWNER, Role.VIEWER])
@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal, withdraw_decision])
def test_else_they_do_not(set_fact, policy, staff, now, role, decide):
    policy(delegates_to_reviewers=False)
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotYours):
        decide(proposal_id=asked.proposal_id, actor=staff(role), now=now)


def test_nor_where_no_policy_speaks_at_all(set_fact, staff, now):
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotYours):
        approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)


def test_a_viewer_only_looks(set_fact, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotYours):
        approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.VIEWER), now=now)


def test_a_text_with_one_field_that_is_not_delegated_is_the_person_s(write, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = write("User lives in Lisbon. User's pronouns are she/her.", key="home")
    with pytest.raises(NotYours):
        approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)


def test_what_reviewers_may_approve_they_may_put_in_other_words_which_are_not_the_person_s(
    home, set_fact, policy, staff, now
):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotYours):
        amend_proposal(proposal_id=asked.proposal_id, value="Faro", actor=staff(Role.VIEWER), now=now)
    amend_proposal(proposal_id=asked.proposal_id, value="Faro", actor=staff(Role.REVIEWER), now=now)

    with scope.enter(home.workspace_id):
        row, fact = Proposal.objects.get(), Fact.objects.get(valid_to=None)
        assert (row.state, fact.value, fact.memory.trust) == ("amended", "Faro", "agent")
        record = Receipt.objects.get().record["event"]
    assert (record["event_state"], record["consent_method"]) == ("given, as corrected by a reviewer", "reviewer")
    again = set_fact("identity", "city", "Lisbon")
    assert again.detail.startswith("A reviewer ") and again.answered == "reworded"


def test_a_reviewer_s_words_say_nothing_that_no_policy_lets_reviewers_answer(home, set_fact, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    with pytest.raises(NotAmendable):
        amend_proposal(
            proposal_id=asked.proposal_id, value="Faro, where Ana is treated for HIV", actor=staff(Role.OWNER), now=now
        )
    with scope.enter(home.workspace_id):
        assert Proposal.objects.get().state == "pending" and not Fact.objects.exists()


def test_what_the_person_answered_only_they_take_back(set_fact, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    with pytest.raises(NotYours):
        withdraw_decision(proposal_id=asked.proposal_id, actor=staff(Role.OWNER), now=now)
    assert withdraw_decision(proposal_id=asked.proposal_id, actor=person, now=now).state == "withdrawn"


def test_the_person_takes_back_what_a_reviewer_answered(home, set_fact, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)
    withdraw_decision(proposal_id=asked.proposal_id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        assert not Fact.objects.active().exists()


def test_only_the_person_lets_agents_ask_again(set_fact, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = set_fact("identity", "city", "Lisbon")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)
    with pytest.raises(NotYours):
        allow_again(proposal_id=asked.proposal_id, actor=staff(Role.OWNER), now=now)


@pytest.fixture
def city_note(write, person):
    """A text that states the city by its key alone."""
    return write("Faro", key="city", actor=person).memory_id


def state_of(home, memory_id):
    with scope.enter(home.workspace_id):
        return Memory.objects.get(id=memory_id).state


def test_what_a_text_states_is_delegated_where_it_would_be_forgotten(home, city_note, policy, staff, now):
    policy(delegates_to_reviewers=True)
    asked = submit(ForgetMemory(memory_id=city_note), actor=staff(Role.OWNER), now=now)
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)
    assert state_of(home, city_note) == "soft_deleted"


def test_and_where_it_would_be_brought_back(home, city_note, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    submit(ForgetMemory(memory_id=city_note), actor=person, now=now)
    asked = submit(RestoreMemory(memory_id=city_note), actor=staff(Role.OWNER), now=now)
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)
    assert state_of(home, city_note) == "active"


def test_and_where_other_words_would_take_its_place(write, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    write("Ana lives in Faro.", key="home", actor=person)
    asked = write("The release is on Friday.", key="home")
    approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)


def test_what_would_be_lost_beside_it_has_to_be_delegated_too(write, person, policy, staff, now):
    policy(delegates_to_reviewers=True)
    write("User's pronouns are she/her.", key="home", actor=person)
    asked = write("User lives in Lisbon.", key="home")
    with pytest.raises(NotYours):
        approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)


@pytest.mark.parametrize("text", ["Faro", "User's pronouns are she/her."])
def test_a_removal_that_no_policy_delegates_is_the_person_s(write, person, staff, now, text):
    asked = submit(
        ForgetMemory(memory_id=write(text, key="city", actor=person).memory_id), actor=staff(Role.OWNER), now=now
    )
    with pytest.raises(NotYours):
        approve_proposal(proposal_id=asked.proposal_id, actor=staff(Role.REVIEWER), now=now)

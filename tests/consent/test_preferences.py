"""Always and never for one field and one agent: a rule the person made, sees and can take back."""

import pytest

from consent.models import Policy, Proposal
from consent.outcomes import Applied, Queued, Refusal, Refused
from consent.policies.preferences import revoke_preference
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NoSuchRule
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def stylist(home, now):
    return authenticate_key(home.api_keys["stylist"], now=now)


@pytest.fixture
def always(set_fact, person, now):
    asked = set_fact("identity", "city", "Lisbon")
    approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, always=True)


@pytest.fixture
def never(set_fact, person, now):
    asked = set_fact("identity", "city", "Lisbon")
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now, never=True)


def rules(home):
    with scope.enter(home.workspace_id):
        return list(Policy.objects.of_person(home.user_id))


def test_always_asks_no_more_about_that_field(always, set_fact):
    assert isinstance(set_fact("identity", "city", "Faro"), Applied)
    assert isinstance(set_fact("identity", "pronouns", "she/her"), Queued)


def test_and_for_that_agent_only(always, set_fact, planner):
    assert isinstance(set_fact("identity", "city", "Faro", actor=planner), Queued | Refused)


def test_never_refuses_and_does_not_even_ask(never, set_fact):
    answer = set_fact("identity", "city", "Faro")
    assert isinstance(answer, Refused) and answer.reason is Refusal.NEVER


def test_it_is_written_as_a_policy_of_the_person(home, supervisor, always):
    (rule,) = rules(home)
    assert (rule.person_id, rule.agent_id, rule.fact_category, rule.fact_key) == (
        home.user_id, supervisor.id, "identity", "city",
    )  # fmt: skip


def test_taken_back_it_asks_again(home, always, set_fact, person, now):
    (rule,) = rules(home)
    assert revoke_preference(policy_id=rule.id, actor=person, now=now)
    assert isinstance(set_fact("identity", "city", "Faro"), Queued)
    assert not revoke_preference(policy_id=rule.id, actor=person, now=now)


def test_a_contrary_rule_ends_the_other(home, never, set_fact, person, now, supervisor):
    (rule,) = rules(home)
    revoke_preference(policy_id=rule.id, actor=person, now=now)
    asked = set_fact("identity", "city", "Faro")
    approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, always=True)
    assert [rule.outcome for rule in rules(home)] == ["apply"]


def test_nobody_else_takes_it_back(home, always, stranger, supervisor, now):
    (rule,) = rules(home)
    for actor in (stranger, supervisor):
        assert not revoke_preference(policy_id=rule.id, actor=actor, now=now)
    assert len(rules(home)) == 1


def test_where_no_agent_asked_no_rule_is_made_and_nothing_decided(home, set_fact, person, now):
    asked = set_fact("identity", "city", "Lisbon", actor=system_actor(home.workspace_id, "extraction"))
    with pytest.raises(NoSuchRule):
        approve_proposal(proposal_id=asked.proposal_id, actor=person, now=now, always=True)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.pending().filter(id=asked.proposal_id).exists()
    assert rules(home) == []

"""Seven days, to the microsecond, by the database's clock."""

from datetime import timedelta

import pytest
from django.db import connection

from consent.models import Decision, Notice, Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotPending
from consent.proposals.expire import expire_proposals
from memories.models import Fact
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db
MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def clock():
    """Set the database's clock, for the rest of the test: its own function, found before the built-in one."""

    def _set(moment):
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA IF NOT EXISTS frozen")
            cursor.execute(
                "CREATE OR REPLACE FUNCTION frozen.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
                f"$$ SELECT '{moment.isoformat()}'::timestamptz $$"
            )
            cursor.execute("SET LOCAL search_path = frozen, pg_catalog, public")

    return _set


@pytest.fixture
def asked(home, set_fact):
    answer = set_fact("identity", "city", "Lisbon")
    with scope.enter(home.workspace_id):
        return Proposal.objects.get(id=answer.proposal_id)


def expire(home, now):
    with scope.enter(home.workspace_id):
        return expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now)


def test_it_ends_exactly_seven_days_after_it_was_asked(asked):
    assert asked.expires_at - asked.created_at == timedelta(days=7)


@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal])
def test_a_microsecond_before_its_end_it_is_decided(home, asked, clock, person, now, decide):
    clock(asked.expires_at - MICROSECOND)
    assert expire(home, now) == 0
    decide(proposal_id=asked.id, actor=person, now=now)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.get(id=asked.id).state in {"approved", "rejected"}


@pytest.mark.parametrize("late", [timedelta(0), MICROSECOND])
@pytest.mark.parametrize("decide", [approve_proposal, reject_proposal])
def test_at_its_end_it_is_not(home, asked, clock, person, now, decide, late):
    clock(asked.expires_at + late)
    with pytest.raises(NotPending) as refused:
        decide(proposal_id=asked.id, actor=person, now=now)
    assert refused.value.state == "expired"
    with scope.enter(home.workspace_id):
        assert not Fact.objects.filter(key="city").exists()


def test_our_own_clock_does_not_matter(home, asked, clock, person, now):
    clock(asked.expires_at)
    with pytest.raises(NotPending):
        approve_proposal(proposal_id=asked.id, actor=person, now=now - timedelta(days=30))


def test_its_end_is_recorded_with_the_reason(home, asked, clock, now):
    clock(asked.expires_at)
    assert (expire(home, now), expire(home, now)) == (1, 0)
    with scope.enter(home.workspace_id):
        decision = Decision.objects.get(proposal_id=asked.id)
        closed = Proposal.objects.get(id=asked.id)
        assert Notice.objects.get(proposal_id=asked.id).kind == "expired"
    assert (decision.verdict, decision.method, decision.account_id) == ("expire", "clock", None)
    assert decision.reason == closed.closed_because == "Nobody answered within 7 days."

"""Several at once, one look each: every answer stands by itself."""

from uuid import uuid4

import pytest

from consent.models import Proposal
from consent.models.decision import Verdict
from consent.proposals.decide import ShownAnswer, decide_many, reject_proposal
from memories.models import Fact
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(home):
    """How the person saw a proposal, with their answer."""

    def _look(asked, verdict=Verdict.APPROVE, shown_hash=None):
        with scope.enter(home.workspace_id):
            row = Proposal.objects.get(id=asked.proposal_id)
        return ShownAnswer(row.id, row.shown_hash if shown_hash is None else shown_hash, verdict)

    return _look


def test_each_has_its_own_outcome(home, set_fact, look, person, now):
    city, pronouns, name = (
        set_fact("identity", key, value)
        for key, value in (("city", "Lisbon"), ("pronouns", "she/her"), ("preferred_name", "Annie"))
    )
    reject_proposal(proposal_id=name.proposal_id, actor=person, now=now)
    looks = [look(city), look(pronouns, Verdict.REJECT), look(name)]
    found = decide_many(answers=looks, actor=person, now=now)
    assert [(one.counts, one.state) for one in found] == [(True, "approved"), (True, "rejected"), (False, "rejected")]
    with scope.enter(home.workspace_id):
        assert set(Fact.objects.active().values_list("value", flat=True)) == {"Lisbon"}


@pytest.mark.parametrize("forged", ["", "0" * 64])
def test_without_its_hash_none_counts(set_fact, look, person, now, forged):
    (found,) = decide_many(
        answers=[look(set_fact("identity", "city", "Lisbon"), shown_hash=forged)], actor=person, now=now
    )
    assert (found.counts, found.state) == (False, "pending") and len(found.shown_hash) == 64


def test_what_is_not_theirs_is_not_told(set_fact, look, stranger, supervisor, now):
    seen = look(set_fact("identity", "city", "Lisbon"))
    for actor in (stranger, supervisor):
        (found,) = decide_many(answers=[seen], actor=actor, now=now)
        assert (found.counts, found.state) == (False, "")


def test_an_unknown_one_stops_no_other(set_fact, look, person, now):
    looks = [ShownAnswer(uuid4(), "0" * 64, Verdict.APPROVE), look(set_fact("identity", "city", "Lisbon"))]
    assert [one.counts for one in decide_many(answers=looks, actor=person, now=now)] == [False, True]

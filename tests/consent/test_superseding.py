"""A later question about the same field takes the earlier one's place and keeps its evidence."""

import pytest

from consent.models import Proposal
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(home):
    def _waiting():
        with scope.enter(home.workspace_id):
            return Proposal.objects.pending().get()

    return _waiting


def test_what_was_asked_before_is_kept_with_it(home, set_fact, waiting):
    first = set_fact("identity", "city", "Lisbon", reason="She said so.")
    later = set_fact("identity", "city", "Faro", reason="She moved.")
    (entry,) = waiting().evidence
    assert (entry["value"], entry["reason"], entry["asked_by"]) == ("Lisbon", "She said so.", "agent:supervisor")
    with scope.enter(home.workspace_id):
        earlier = Proposal.objects.get(id=first.proposal_id)
    assert (earlier.state, earlier.superseded_by) == ("superseded", later.proposal_id)
    assert "took its place" in earlier.closed_because


def test_evidence_adds_up_over_several(set_fact, waiting):
    for value in ("Lisbon", "Faro", "Lagos"):
        set_fact("identity", "city", value)
    assert [entry["value"] for entry in waiting().evidence] == ["Lisbon", "Faro"]


def test_asked_again_by_another_agent_it_is_one_question_with_more_evidence(set_fact, person, waiting):
    set_fact("identity", "city", "Lisbon", reason="She said so.")
    before = waiting()
    set_fact("identity", "city", "Lisbon", reason="It is in her letter.")
    set_fact("identity", "city", "Lisbon", reason="It is in her letter.")
    after = waiting()
    assert [entry["reason"] for entry in after.evidence] == ["It is in her letter."]
    assert (after.id, after.shown_hash, after.reason) == (before.id, before.shown_hash, "She said so.")


def test_it_does_not_grow_without_bound(set_fact, waiting):
    for number in range(25):
        set_fact("identity", "city", "Lisbon", reason=f"Reason {number}.")
    kept = [entry["reason"] for entry in waiting().evidence]
    assert (len(kept), kept[-1]) == (20, "Reason 24.")


def test_each_item_of_a_multi_valued_field_is_its_own_question(home, set_fact):
    for value in ("Silva", "Reis"):
        set_fact("identity", "clan", value, item=value)
    with scope.enter(home.workspace_id):
        assert Proposal.objects.pending().count() == 2

"""Nobody is asked without end: what one agent may have open with one person is limited."""

import pytest

from consent.changes import WriteMemory
from consent.gate import submit
from consent.outcomes import Applied, Queued, Refusal, Refused
from memories.drafts import MemoryDraft

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three(settings):
    settings.PENDING_PROPOSALS = 3


@pytest.fixture
def full(set_fact):
    for value, key in (("Lisbon", "city"), ("Ana", "preferred_name"), ("she/her", "pronouns")):
        assert isinstance(set_fact("identity", key, value), Queued)


def test_one_more_is_refused_and_loses_nothing(full, set_fact):
    answer = set_fact("identity", "language", "German")
    assert isinstance(answer, Refused) and answer.reason is Refusal.TOO_MANY
    assert "3" in answer.detail


def test_what_needs_no_yes_still_applies(full, write):
    assert isinstance(write(), Applied)


def test_another_agent_may_still_ask(full, set_fact, planner):
    answer = set_fact("identity", "language", "German", actor=planner)
    assert not (isinstance(answer, Refused) and answer.reason is Refusal.TOO_MANY)


def test_sentences_that_were_cut_out_count_too(home, supervisor, now):
    sentences = ["User lives in Lisbon.", "The user's name is Ana.", "User speaks German.", "My pronouns are she/her."]
    draft = MemoryDraft(
        namespace=("memories", str(home.user_id)), key="summary", content=" ".join(["We met.", *sentences])
    )
    answer = submit(WriteMemory(draft=draft, excise=True), actor=supervisor, now=now)
    assert isinstance(answer, Refused) and answer.reason is Refusal.TOO_MANY


def test_the_person_s_own_changes_are_not_counted(full, set_fact, person):
    assert isinstance(set_fact("identity", "language", "German", actor=person), Applied)

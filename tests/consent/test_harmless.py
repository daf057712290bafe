"""Issue 4, "It is done when": of harmless sentences that look similar under 5 % are queued."""

from pathlib import Path

import pytest

from consent.changes import WriteMemory
from consent.gate import submit_many
from consent.outcomes import Applied
from memories.drafts import MemoryDraft

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "providers" / "statements" / "data"


def stopped(name, home, actor, now):
    sentences = (DATA / name).read_text(encoding="utf-8").splitlines()
    drafts = [
        MemoryDraft(namespace=("memories", str(home.user_id)), key=f"k{number}", content=sentence)
        for number, sentence in enumerate(sentences)
    ]
    outcomes = submit_many([WriteMemory(draft=draft) for draft in drafts], actor=actor, now=now)
    return [s for s, outcome in zip(sentences, outcomes, strict=True) if not isinstance(outcome, Applied)], sentences


def test_of_those_known_when_the_rules_were_written(home, supervisor, now):
    found, sentences = stopped("harmless.txt", home, supervisor, now)
    assert len(sentences) >= 300
    assert len(found) / len(sentences) < 0.05, found


def test_of_those_that_nobody_looked_at_while_writing_rules(home, supervisor, now):
    """Two of 116 when they were first tried; no rule was changed for them."""
    found, sentences = stopped("harmless_held_out.txt", home, supervisor, now)
    assert len(sentences) >= 100
    assert len(found) / len(sentences) < 0.05, found

"""What two texts must have in common before anybody judges them, and what the rules find the same."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from intelligence.consolidation.pairs import MemoryPair, is_duplicate, is_literal, passes
from memories.models import Memory, MemoryVersion
from tests.intelligence.consolidation.conftest import GROUPS, TRAPS

CREATED = datetime(2026, 1, 1, tzinfo=UTC)
NOWHERE = UUID(int=0)


def pair(first, second, cosine=0.9, **fields):
    memories = [
        Memory(
            id=UUID(int=place + 1),
            namespace_path="memories/a",
            category="general",
            created_at=CREATED,
            workspace_id=NOWHERE,
            current=MemoryVersion(workspace_id=NOWHERE, content=text),
        )
        for place, text in enumerate((first, second))
    ]
    for name, value in fields.items():
        setattr(memories[1], name, value)
    return MemoryPair(*memories, cosine)


def test_texts_that_share_words_pass():
    assert passes(pair("Ana drinks tea.", "Ana drinks tea with milk."))


def test_texts_that_share_none_do_not():
    assert not passes(pair("Ana drinks tea.", "The server is down."))


def test_a_numeric_step_passes_where_words_are_few():
    assert passes(pair("v1.2", "v1.3"))


@pytest.mark.parametrize("name", ["namespace_path", "category", "memory_type", "sensitivity"])
def test_what_differs_in_more_than_words_does_not(name):
    assert not passes(pair("Ana drinks tea.", "Ana drinks tea.", **{name: "other"}))


def test_what_only_one_of_was_confirmed_does_not():
    assert not passes(pair("Ana drinks tea.", "Ana drinks tea.", validation_status="verified"))


@pytest.mark.parametrize(("first", "second"), [group[:2] for group in GROUPS])
def test_the_rules_find_what_says_the_same(first, second):
    assert is_duplicate(pair(first, second))


@pytest.mark.parametrize(("first", "second"), TRAPS)
def test_and_do_not_fall_into_traps(first, second):
    assert not is_duplicate(pair(first, second)) and not is_duplicate(pair(second, first))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ana was a nurse.", "Ana is a nurse."),
        ("Ana likes only tea.", "Ana likes tea."),
        ("Ana can swim.", "Ana swims."),
        ("The door opens up.", "The door opens down."),
        ("Version 2 is out.", "Version 3 is out."),
        ("Ana never eats fish.", "Ana eats fish."),
    ],
)
def test_small_words_and_numbers_make_another_fact(first, second):
    assert not is_duplicate(pair(first, second))


@pytest.mark.parametrize("other", ["ana drinks  tea", "Ana drinks tea!", "Ana drinks tea."])
def test_case_blanks_and_punctuation_do_not_count(other):
    assert is_literal(pair("Ana drinks tea.", other))


@pytest.mark.parametrize("other", ["Tea drinks Ana.", "Ana drinks 1 tea.", "Ana drinks tea not.", "Ana's drinks tea."])
def test_words_numbers_and_their_order_do(other):
    assert not is_literal(pair("Ana drinks tea.", other))


def test_a_fingerprint_is_that_of_ids_and_the_rounded_cosine():
    one = pair("a", "b", 0.8312).fingerprint
    assert one == pair("other", "words", 0.8349).fingerprint != pair("a", "b", 0.8351).fingerprint

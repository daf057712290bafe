"""Scores do not tell whether a word stands in texts that the asker may not see."""

from uuid import uuid4

import pytest

from consent.changes import ForgetMemory
from consent.gate import submit
from retrieval.query_context import RARELY, LexemeCounts
from retrieval.statistics import MANY_TEXTS


@pytest.fixture
def shares(remember, ask):
    """How much each of two words adds to the relevance of a text that has it alone, the first of them in question."""

    def of(word):
        other = f"kumquat{uuid4().hex[:6]}"
        for text in (word, other):
            remember(f"{text} plan")
        items = ask(f"{word} {other}", explain=True, threshold=0).data()
        words = {item["content"]: item["explanation"]["signals"]["words"] for item in items}
        return words[f"{word} plan"], words[f"{other} plan"]

    return of


def test_a_restricted_memory_s_words_do_not_count(remember, person, shares):
    for _ in range(3):
        remember("Ana had an appendectomy.", sensitivity="restricted", actor=person)
    first, second = shares("appendectomy")
    assert first == pytest.approx(second)


def test_a_forgotten_memory_s_words_do_not_count(home, remember, person, shares, now):
    forgotten = remember("Ana had an appendectomy.", actor=person)
    submit(ForgetMemory(memory_id=forgotten), actor=person, now=now)
    first, second = shares("appendectomy")
    assert first == pytest.approx(second)


def test_words_that_may_be_seen_do_count(remember, shares):
    for _ in range(3):
        remember("Ana went to the market.")
    first, second = shares("market")
    assert first < second


def test_of_many_texts_a_rare_word_counts_as_one_in_a_thousand():
    total = 10 * MANY_TEXTS
    words = LexemeCounts({"absent": 0, "hidden": 3, "common": total // 2}, total, are_counted=True)
    information = words.information()
    assert information["absent"] == information["hidden"] > information["common"]
    assert (
        LexemeCounts({"fairly": 2 * total // RARELY}, total, are_counted=True).information()["fairly"]
        < information["hidden"]
    )

"""Receipts in words: shares that add up, honest words for scores."""

import pytest

from memories.models import EmbeddingModel
from retrieval.explanation import (
    LIKELY,
    MAYBE,
    SIGNALS,
    WEAK,
    fit_of,
    is_calibrated,
    reasons_of,
    shared_words,
    stages_of,
    ways_of,
)
from retrieval.ranking import WEIGHTS
from retrieval.recording import Because
from workspaces import scope

SIGNALS_OF_ONE = {
    "meaning": 0.3,
    "words": 0.23,
    "substance": 0.023,
    "importance": 0.011,
    "trust": 0.01,
    "other_side": -0.2,
}


def test_every_signal_has_a_name():
    assert {*WEIGHTS, "recency"} == set(SIGNALS)


def test_what_spoke_for_a_result_adds_up_to_100_and_what_spoke_against_it_has_no_share():
    reasons = reasons_of(SIGNALS_OF_ONE)

    assert [(one.key, one.percent, one.start) for one in reasons.speaking_for] == [
        ("meaning", 52, 0),
        ("words", 40, 52),
        ("substance", 4, 92),
        ("other", 4, 96),
    ]
    assert reasons.against == [SIGNALS["other_side"]]


@pytest.mark.parametrize("count", [1, 3, 6, 7])
def test_equal_shares_add_up_too(count):
    reasons = reasons_of(dict.fromkeys(list(WEIGHTS)[:count], 0.1))

    assert sum(one.percent for one in reasons.speaking_for) == 100


def test_no_signals_are_no_reasons():
    assert reasons_of({}).speaking_for == []


def test_words_are_shared_in_any_form_but_not_those_that_every_text_has(home):
    texts = ["The job of Ana began.", "Beginning of jobs", "When is it?"]

    with scope.enter(home.workspace_id):
        words = shared_words("When does Ana's new job begin?", texts)

    assert words == [["Ana", "job"], ["job", "begin"], []]


def test_words_are_compared_in_the_language_of_the_question(home):
    with scope.enter(home.workspace_id):
        words = shared_words("Was liest die Ana für ein Buch?", ["Ana hat viele Bücher", "Die Katze"])

    assert words == [["Ana", "Buch"], []]


def test_stages_follow_one_another_on_one_bar():
    first, second = stages_of({"search": 9.0, "embedding": 3.0})

    assert (str(first.name), first.start, first.percent) == ("Understanding the question", 0, 25)
    assert (second.start, second.percent) == (25, 75)


def test_ways_are_counted_by_result():
    found = [{"meaning": 0.2, "words": 0.1}, {"meaning": 0.3}]
    results = [*({"score": 0.8, "signals": one} for one in found), {"kind": "fact", "score": None}]
    results.append({"score": 0.8, "signals": {"meaning": 0.1}, "because": Because.ALWAYS_SHOWN})  # there anyhow

    assert ways_of(results) == [(SIGNALS["meaning"], 2), (SIGNALS["words"], 1)]


def test_a_score_is_a_word_only_where_it_was_measured():
    assert fit_of(0.85, is_calibrated=True) == LIKELY
    assert fit_of(0.84, is_calibrated=True) == fit_of(0.7, is_calibrated=True) == MAYBE
    assert fit_of(0.69, is_calibrated=True) == WEAK
    assert fit_of(0.9, is_calibrated=False) == ""
    assert fit_of(None, is_calibrated=True) == ""


@pytest.mark.django_db
def test_what_has_nothing_to_do_with_a_question_is_not_called_likely(remember, ask):
    remember("Ana cooks mushroom risotto on Sundays.")

    (found,) = ask("Which language does she prefer?").items
    assert fit_of(found.score, is_calibrated=True) == WEAK
    (found,) = ask("What does she cook?").items
    assert fit_of(found.score, is_calibrated=True) == LIKELY


@pytest.mark.django_db
def test_the_measured_model_and_fitted_ones_are_calibrated():
    lines = {"relevances": [0, 0.3, 0.8], "scores": [0, 0.7, 1]}
    EmbeddingModel.objects.create(name="fitted", version="1", dimensions=3, calibration=lines)

    assert is_calibrated("sentence-transformers/all-MiniLM-L6-v2 (c9745ed)")
    assert is_calibrated("fitted (1)")
    assert not is_calibrated("unknown (1)")

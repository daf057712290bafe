"""The documented weights are those that rank, and each signal does what the table says."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as configured

from retrieval.ranking import WEIGHTS

pytestmark = pytest.mark.django_db

TABLE = (Path(configured.BASE_DIR) / "docs/retrieval.md").read_text()
TEXT = "The orchard has apple trees."


def signals(item):
    return {name: share for name, share in item.signals.items() if share}


@pytest.fixture
def shares(ask):
    """What each signal adds, by the content of the memory or turn."""
    return lambda question="orchard", **fields: {item.content: signals(item) for item in ask(question, **fields).items}


def test_the_table_lists_every_weight():
    documented = {name: float(weight) for name, weight in re.findall(r"^\| (\w+) \| (-?\d\.\d\d) \|", TABLE, re.M)}
    assert documented == WEIGHTS | {"recency": configured.RETRIEVAL_RECENCY_WEIGHT}


def test_importance_and_confidence(remember, shares):
    remember(TEXT, importance=1.0, confidence=1.0)
    remember("The orchard has apple trees!", importance=0.2, confidence=0.0)
    high, low = shares()[TEXT], shares()["The orchard has apple trees!"]
    assert high["importance"] == pytest.approx(WEIGHTS["importance"])
    assert low["importance"] == pytest.approx(0.2 * WEIGHTS["importance"])
    assert high["confidence"] == pytest.approx(WEIGHTS["confidence"]) and "confidence" not in low


def test_a_person_s_own_word_is_trusted_more_than_an_agent_s(remember, shares, person):
    remember(TEXT)
    remember("The orchard is mine.", actor=person)
    found = shares()
    assert found["The orchard is mine."]["trust"] == pytest.approx(WEIGHTS["trust"])
    assert found[TEXT]["trust"] == pytest.approx(0.5 * WEIGHTS["trust"])


def test_what_is_new_comes_before_what_is_old(remember, texts, now):
    remember(TEXT, at=now - timedelta(days=300))
    remember("The orchard has apple trees!", at=now)
    assert texts("apple trees in the orchard")[0] == "The orchard has apple trees!"


def test_recency_halves_in_thirty_days(remember, ask, now, settings):
    remember(TEXT, at=now - timedelta(days=30))
    (item,) = ask("orchard", at=now).items
    assert item.signals["recency"] == pytest.approx(settings.RETRIEVAL_RECENCY_WEIGHT / 2, rel=0.01)


def test_recency_can_be_switched_off(remember, ask, now, settings):
    settings.RETRIEVAL_RECENCY_WEIGHT = 0.0
    remember(TEXT, at=now - timedelta(days=300), key="old")
    remember(TEXT, at=now, key="new")
    assert [item.signals["recency"] for item in ask("orchard").items] == [0.0, 0.0]


def test_a_turn_without_a_speaker_is_the_user_s_by_its_role(say, shares):
    say("I planted an orchard.", session="one")
    say("You planted an orchard.", session="two", role="assistant")
    found = shares()
    assert found["I planted an orchard."]["speaker"] == pytest.approx(WEIGHTS["speaker"])
    assert "speaker" not in found["You planted an orchard."]


def test_two_names_in_a_question_prefer_nobody(say, shares):
    say(("Melanie", "I planted an orchard."), ("Caroline", "I cut the orchard."))
    both = shares("What did Melanie and Caroline do in the orchard?")
    assert not any("speaker" in one for one in both.values())


def test_a_question_answers_less_than_a_statement(say, shares):
    say("Is there an orchard?", session="one")
    say("There is an orchard.", session="two")
    found = shares()
    assert found["Is there an orchard?"]["question"] == pytest.approx(WEIGHTS["question"])
    assert "question" not in found["There is an orchard."]


def test_a_time_counts_where_the_question_asks_when(say, shares):
    say("I planted the orchard yesterday.")
    assert shares("When was the orchard planted?")["I planted the orchard yesterday."]["time"] == WEIGHTS["time"]
    assert "time" not in shares("Who planted the orchard?")["I planted the orchard yesterday."]


def test_neighbours_lend_their_words_and_their_meaning(say, ask):
    say("What did you buy at the market?", "Pears.", session="one")
    (alone,) = say("Pears.", session="two")
    found = {item.id: item.signals for item in ask("market", top_k=32).items if item.content == "Pears."}
    (beside,) = (signals for turn, signals in found.items() if turn != alone.id)
    assert beside["words"] > found[alone.id]["words"] == 0.0
    assert beside["meaning"] > found[alone.id]["meaning"]

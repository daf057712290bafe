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


def test_an_assistant_s_words_count_less_than_the_person_s(say, shares):
    say("I planted an orchard.", session="one")
    say("You planted an orchard.", session="two", role="assistant")
    found = shares()
    assert found["You planted an orchard."]["other_side"] == pytest.approx(WEIGHTS["other_side"])
    assert "other_side" not in found["I planted an orchard."]


@pytest.mark.parametrize(
    "question", ["What did you suggest for the orchard?", "Give me a summary of my orchard plans."]
)
def test_an_assistant_s_words_count_in_full_where_they_are_asked_for(say, shares, question):
    say("Plant pears in the orchard.", role="assistant")
    assert "other_side" not in shares(question)["Plant pears in the orchard."]


def test_whom_a_question_names_is_preferred_to_others(say, shares):
    say(("Melanie", "I planted an orchard."), ("Caroline", "I cut the orchard."))
    found = shares("What did Melanie do in the orchard?")
    assert found["I planted an orchard."]["speaker"] == pytest.approx(WEIGHTS["speaker"])
    assert found["I cut the orchard."]["other_speaker"] == pytest.approx(WEIGHTS["other_speaker"])


def test_a_question_that_another_s_words_answer_better_scores_lower(say, ask):
    say(("Melanie", "I like trains."), ("Caroline", "My orchard has seven apple trees."))
    hers, others = (ask(f"How many apple trees has {name}'s orchard?").items for name in ("Caroline", "Melanie"))
    assert hers[0].content == others[0].content == "My orchard has seven apple trees."
    assert others[0].score < hers[0].score and "contested" not in signals(hers[0])
    assert len({item.signals["contested"] for item in others}) == 1 and others[0].signals["contested"] < 0


def test_what_may_not_be_seen_contests_nothing(say, ask, now):
    say(("Melanie", "I like trains."), session="one")
    say(("Caroline", "My orchard has seven apple trees."), session="two", at=now)
    asked = "How many apple trees has Melanie's orchard?"
    earlier = {"updated_before": (now - timedelta(days=1)).isoformat()}
    assert "contested" in signals(ask(asked).items[0])
    assert "contested" not in signals(ask(asked, filters=earlier).items[0])


def test_two_names_in_a_question_prefer_nobody(say, shares):
    say(("Melanie", "I planted an orchard."), ("Caroline", "I cut the orchard."))
    both = shares("What did Melanie and Caroline do in the orchard?")
    assert not any({"speaker", "other_speaker"} & one.keys() for one in both.values())


def test_an_instruction_of_the_person_counts(say, shares):
    say("Always name the sort when I ask about fruit.", session="one")
    say("Always name the sort, gardeners say.", session="two", role="assistant")
    found = shares("Which apples are good?", top_k=20)
    assert found["Always name the sort when I ask about fruit."]["instruction"] == pytest.approx(WEIGHTS["instruction"])
    assert "instruction" not in found["Always name the sort, gardeners say."]


def test_a_preference_counts_where_advice_is_asked_for(say, shares):
    say("I prefer pears to apples.")
    advised = shares("Which fruit would you recommend?")["I prefer pears to apples."]
    assert advised["preference"] == pytest.approx(WEIGHTS["preference"])
    assert "preference" not in shares("Which fruit did I buy?")["I prefer pears to apples."]


def test_a_number_counts_where_the_question_asks_how_many(say, shares):
    say("I planted seven trees in the orchard.")
    said = "I planted seven trees in the orchard."
    assert shares("How many trees are in the orchard?")[said]["number"] == pytest.approx(WEIGHTS["number"])
    assert "number" not in shares("Which trees are in the orchard?")[said]


def test_thanks_count_less(say, shares):
    say("Thanks, the orchard sounds good.", session="one")
    say("The orchard is good.", session="two")
    found = shares()
    thanks = found["Thanks, the orchard sounds good."]["acknowledgement"]
    assert thanks == pytest.approx(WEIGHTS["acknowledgement"])
    assert "acknowledgement" not in found["The orchard is good."]


def test_a_word_far_into_a_long_turn_counts_less(say, ask):
    early, late = "The orchard is cut. " + "We talk on. " * 60, "We talk on. " * 60 + "The orchard is cut."
    say(early, session="one")
    say(late, session="two")
    found = {item.content: item.signals["words"] for item in ask("orchard").items}
    assert 0 < found[late] < 0.7 * found[early]


def test_a_question_answers_less_than_a_statement(say, shares):
    say("Is there an orchard?", session="one")
    say("There is an orchard.", session="two")
    found = shares("Who works among apple trees?")
    assert WEIGHTS["question"] / 10 < found["Is there an orchard?"]["question"] < 0
    assert "question" not in found["There is an orchard."]


def test_who_asks_the_same_in_other_words_does_not_answer(say, remember, ask):
    say("Which restaurant do I like best?", session="one")
    remember("Ana likes Taberna do Mar most, a small restaurant by the river.")
    answer, again = ask("What is my favourite restaurant?").items
    assert answer.content.startswith("Ana likes Taberna")
    assert again.signals["question"] < 0.8 * WEIGHTS["question"]


def test_what_stands_beside_the_same_question_gains_nothing_by_it(say, ask):
    say("What is the capital of Mongolia?", "I play the accordion on Sundays.", session="one")
    (found,) = ask("What is the capital of Mongolia?").items
    assert found.content.startswith("I play") and found.score < 0.5


def test_the_other_side_s_answer_to_the_same_question_is_found_by_it(say, ask):
    say(("Ana", "What is the capital of Mongolia?"), ("Tom", "Ulan Bator."), session="one")
    (found,) = ask("What is the capital of Mongolia?").items
    assert found.content.endswith("Ulan Bator.") and found.score > 0.7


def test_small_talk_beside_what_answers_is_no_answer(say, ask):
    say("My favourite restaurant is Taberna do Mar.", "Bye for now", session="one")
    say("My favourite restaurant is Taberna do Mar, always.", "Always by the river.", session="two")
    scores = {item.content: item.score for item in ask("What is my favourite restaurant?").items}
    assert scores["Bye for now"] < 0.3 < scores["Always by the river."]


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

"""The multi-fact pass (001 §13): when it runs, what it keeps, and its caps."""

import json
from datetime import timedelta

import pytest

from intelligence.models import Budget, Kind
from memories.models import History
from memories.writing_rules import Style, check_writing
from tests.providers.llm.fake_endpoint import completion

TALK = "It has been raining for days here and the roof is leaking again, which nobody seems to care about much. " * 3
SHOP = "In 2019 we opened a small cheese shop in the old town."


def found(*quotes, summary="The user opened shop number {n}.", **fields):
    """What a model says: one statement for each quote."""
    told = {"category": "projects", "importance": 3} | fields
    one = [told | {"summary": summary.format(n=n), "quote": quote} for n, quote in enumerate(quotes, start=1)]
    return json.dumps({"memories": one})


@pytest.fixture
def kept(memories):
    return lambda: [one.current.content for one in memories("semantic")]


@pytest.fixture
def with_model(model_server):
    """No fields of the profile; a test says which statements."""
    model_server.replies = {"FoundFacts": {"facts": []}}
    return model_server


def test_a_long_turn_is_searched_for_lasting_statements(say, extract, kept):
    say(f"{TALK} {SHOP}")
    extract()
    assert kept() == [f'The user said: "{SHOP}"']


def test_a_short_one_is_not(say, extract, kept):
    say(SHOP)
    extract()
    assert kept() == []


def test_what_is_kept_follows_the_writing_rules_and_names_its_turn(say, extract, memories):
    (turn,) = say(f"{TALK} {SHOP}")
    extract()
    (memory,) = memories("semantic")
    assert check_writing(memory.current.content, style=Style.SEMANTIC).text == memory.current.content
    assert memory.current.source_event_id == f"turn:{turn.id}" and memory.source_label == "rules, find_memories 1"


def test_the_same_statement_in_other_words_is_kept_once(say, extract, kept, with_model, now):
    for n, summary in enumerate(["The user opened a shop.", "A shop was opened by the user."]):
        say(TALK, at=now + timedelta(minutes=n))
        with_model.replies["FoundMemories"] = found("It has been raining", summary=summary)
        extract()
    assert len(kept()) == 1


def test_of_one_turn_three_are_kept_at_most(say, extract, kept, with_model):
    say(TALK)
    with_model.replies["FoundMemories"] = found(*["raining"] * 5)
    extract()
    assert kept() == [f"The user opened shop number {n}." for n in (1, 2, 3)]


def test_of_one_person_no_more_than_the_day_s_cap(say, extract, kept, in_home, user_id, now, with_model, settings):
    settings.WRITES_PER_DAY = 4
    for n in range(2):
        say(TALK, at=now + timedelta(minutes=n))
        with_model.replies["FoundMemories"] = found(
            *["raining"] * 3, summary=f"The user opened {n} shops and {{n}} bars."
        )
        extract()
    assert len(kept()) == 4
    with in_home():
        assert Budget.objects.used(Kind.WRITES, day=now.date(), person_id=user_id) == 4


@pytest.mark.parametrize(
    "reply",
    [
        found("what the turn does not say"),
        found("raining", summary="She opened it."),
        found("raining", summary="x" * 300),
        found("raining", category="no such category"),
        found("raining", importance=9),
        "nonsense",
    ],
)
def test_what_is_made_up_or_badly_written_is_dropped(say, extract, kept, with_model, reply):
    say(TALK)
    with_model.replies["FoundMemories"] = reply
    assert extract() == 1
    assert kept() == []


def test_a_sensitive_statement_waits(say, extract, kept, with_model):
    say(TALK)
    with_model.replies["FoundMemories"] = found("raining", summary="The user lives in Lisbon.")
    extract()
    assert kept() == []


def test_many_facts_trigger_it_too(say, extract, with_model):
    fact = {"category": "preference", "confidence": 1, "importance": 1, "denied": False, "quote": "black"}
    facts = [fact | {"key": key, "value": "black"} for key in ("coding_style", "favorite_color")]
    with_model.replies = {"FoundFacts": {"facts": facts}, "FoundMemories": {"memories": []}}
    say("black")
    extract()
    assert len(with_model.asked) == 2


def test_while_the_model_is_down_the_turn_waits(say, extract, kept, with_model):
    say(TALK)
    with_model.next_responses.append(lambda: with_model.will_fail(503) or _no_facts())
    assert extract() == 0
    with_model.replies["FoundMemories"] = found("raining")
    assert extract() == 1
    assert kept() == ["The user opened shop number 1."]


def test_a_repeated_job_changes_nothing(say, extract, in_home):
    (turn,) = say(f"{TALK} {SHOP}")
    extract()
    with in_home():
        before = History.objects.count()
        type(turn).objects.update(extracted_at=None)
    extract()
    with in_home():
        assert History.objects.count() == before


def _no_facts():
    return completion({"role": "assistant", "content": '{"facts": []}'})


def test_facts_statements_and_procedures_of_a_turn_are_capped_together(say, extract, kept, facts, with_model):
    """001 §13, R38: three writes a turn."""
    say(f"{TALK} My coding style is black. I am vegetarian.")
    fact = {"category": "preference", "confidence": 0.9, "denied": False}
    style = fact | {"key": "coding_style", "value": "black", "importance": 0.6, "quote": "My coding style is black"}
    diet = fact | {"key": "diet", "value": "vegetarian", "importance": 0.9, "quote": "I am vegetarian"}
    with_model.replies["FoundFacts"] = {"facts": [style, diet]}
    with_model.replies["FoundMemories"] = found(*["raining"] * 3)
    extract()
    assert len(facts()) == 2
    assert kept() == ["The user opened shop number 1."]


def test_of_more_facts_than_a_turn_may_bring_the_most_important_are_kept(say, extract, facts, with_model, settings):
    settings.WRITES_PER_TURN = 1
    say("My coding style is black. I am vegetarian.")
    fact = {"category": "preference", "confidence": 0.9, "denied": False}
    style = fact | {"key": "coding_style", "value": "black", "importance": 0.6, "quote": "My coding style is black"}
    diet = fact | {"key": "diet", "value": "vegetarian", "importance": 0.9, "quote": "I am vegetarian"}
    with_model.replies["FoundFacts"] = {"facts": [style, diet]}
    extract()
    assert [key for key, _ in facts()] == ["diet"]

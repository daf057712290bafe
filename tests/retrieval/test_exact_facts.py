"""002, stage 1: a fact that the question names is found, whatever else speaks of the same things."""

import pytest

from consent.changes import WriteMemory
from consent.gate import submit_many
from memories.drafts import MemoryDraft
from retrieval.prepared_query import AT_MOST
from retrieval.question_fields import fields_named, keys_named, requested_fields

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(home, supervisor, now):
    """More notes than are looked at that hold every word of the questions."""
    text = "my favorite food place has a desk plant, a mascot, and my city in its name"
    drafts = [
        MemoryDraft(namespace=("memories", str(home.user_id)), key=f"{number}", content=f"Note {number}: {text}.")
        for number in range(AT_MOST + 5)
    ]
    submit_many([WriteMemory(draft=draft) for draft in drafts], actor=supervisor, now=now)


@pytest.fixture
def first(ask):
    def best(question, **fields):
        item = ask(question, top_k=3, **fields).items[0]
        return item.kind, item.content

    return best


@pytest.mark.parametrize("question", ["What is my favorite food?", "the user's favourite food", "Ana's favorite food?"])
def test_a_field_that_everybody_may_have(crowd, state, first, question):
    state("preference", "favorite_food", "ramen")
    assert first(question) == ("fact", "favorite_food: ramen")


@pytest.mark.parametrize("question", ["What is my desk plant?", "Which desk plant is it?", "desk_plant", "DESK PLANT!"])
def test_a_key_that_only_this_person_has(crowd, state, first, question):
    state("preference", "desk_plant", "a fern")
    assert first(question) == ("fact", "desk_plant: a fern")


def test_a_key_of_one_word_needs_its_owner(crowd, state, ask, first):
    state("preference", "mascot", "an owl")
    assert first("Who is my mascot?") == ("fact", "mascot: an owl")
    assert "field" not in {
        name for item in ask("Which mascot had the games?").items for name, s in item.signals.items() if s
    }


def test_a_value_of_before_is_not_looked_up(crowd, state, ask):
    state("preference", "desk_plant", "a fern")
    state("preference", "desk_plant", "a cactus")
    found = [item.content for item in ask("What is my desk plant?", top_k=32).items if item.kind == "fact"]
    assert found == ["desk_plant: a cactus"]


def test_filters_and_allowlists_hold_for_facts_too(crowd, state, ask, planner):
    state("preference", "desk_plant", "a fern")
    assert not any(item.kind == "fact" for item in ask("What is my desk plant?", actor=planner, top_k=32).items)
    assert not any(item.kind == "fact" for item in ask("What is my desk plant?", categories=["goals"]).items)
    assert not any(item.kind == "fact" for item in ask("What is my desk plant?", kinds=["memory"]).items)


def test_nobody_else_s_keys_are_looked_up(state, ask, elsewhere, stranger):
    state("preference", "desk_plant", "a fern")
    assert ask("What is my desk plant?", actor=stranger, user_id=elsewhere.user_id).items == ()


def test_what_may_be_a_key():
    assert keys_named("my desk plant") == ["my_desk", "desk_plant", "my_desk_plant", "desk"]
    assert keys_named("coding_style?") == ["coding_style"]
    assert keys_named("???") == [] and len(keys_named("word " * 4_000)) <= 2
    assert [one.key for one in fields_named("What is my date of birth?")] == ["birthday"]


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("where do I live", ["city", "home_address"]),
        ("Where does Ana live now?", ["city", "home_address"]),
        ("Wo wohne ich?", ["city", "home_address"]),
        ("How old is she?", ["age", "birthday"]),
        ("Which language does she prefer?", ["language", "languages_spoken"]),
        ("pronouns", ["pronouns"]),
        ("Where does Rita live?", []),
        ("Where do I live it up?", ["city", "home_address"]),
        ("Where is the cat?", []),
        ("What should I cook?", ["allergies", "avoided_foods", "diet"]),
    ],
)
def test_a_field_is_asked_for_without_its_name(question, keys):
    assert [one.key for one in requested_fields(question, "Ana")] == keys


def test_where_one_lives_finds_the_city(state, ask, remember):
    state("identity", "city", "Porto")
    remember("Ana goes to the market on Saturdays.")

    assert "Porto" in ask("Where does Ana live?").items[0].content

"""What a person must not eat stands first in answers to questions for meals, and in every context (001 §5)."""

from dataclasses import replace
from uuid import UUID

import pytest

from consent.changes import RejectMemory, WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from providers.embedding import count_tokens
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.replay import replay
from workspaces import scope

pytestmark = pytest.mark.django_db

OWN = [
    "Ana is allergic to walnuts.", "Ana es alérgica a la leche.",
    "Ana darf keine Erdbeeren essen, sonst bekommt sie Ausschlag.",
]  # fmt: skip
OTHERS = [
    "Inês, Ana's colleague, is allergic to wheat.", "Tiago is allergic to gluten.", "Inês cannot eat wheat, Ana says.",
    "Ana's brother Rui has a peanut allergy.",
]  # fmt: skip
MEALS = [
    "What can I cook for Ana?", "Can Ana have the carbonara?", "What can Ana not eat?", "Is the pad thai safe for Ana?",
    "Can Ana have a latte?", "Is a peanut butter sandwich ok for Ana?", "Suggest a dinner recipe for Ana",
    "Which restaurant for Ana tonight?", "What should I bake for Ana's birthday?", "dietary restrictions",
    "Can Ana drink milk?", "Are strawberries ok for Ana?", "What is Ana allergic to?", "Can Ana eat nuts?",
    "Kann Ana Carbonara essen?", "¿Puede Ana comer carbonara?", "Was kann ich für Ana kochen?",
    "¿Qué puedo cocinar para Ana?",
]  # fmt: skip


@pytest.fixture
def needs(state, remember):
    state("constraint", "allergies", "peanuts")
    state("constraint", "diet", "vegetarian")
    return [remember(text, category="health") for text in OWN]


@pytest.fixture
def others(remember):
    return [remember(text, category="health") for text in OTHERS]


@pytest.fixture
def meals(remember):
    for i in range(4):
        remember(f"Ana cooked carbonara for dinner number {i} with Tiago.")
        remember(f"Ana had a peanut butter sandwich and a latte in restaurant number {i}.")
    remember("Ana baked a lemon cake for the birthday of Inês.")


@pytest.fixture
def context(home, supervisor, now):
    def build(query, *, actor=supervisor):
        return build_context(ContextRequest(user_id=home.user_id, query=query, since=10**6), actor=actor, now=now).text

    return build


@pytest.mark.parametrize("question", MEALS)
def test_the_person_s_own_needs_come_first(needs, others, meals, texts, question):
    assert set(texts(question)[:5]) == {*OWN, "allergies: peanuts", "diet: vegetarian"}


def test_the_diet_comes_right_behind_the_nearest_allergy(needs, meals, texts):
    assert texts("What can I cook for Ana?").index("diet: vegetarian") in (1, 2)


@pytest.mark.parametrize(
    ("key", "value", "question"),
    [
        ("avoided_foods", "Spinat", "Does she like spinach?"),
        ("avoided_foods", "spinach", "Mag sie Spinat?"),
        ("allergies", "hazelnuts", "Aime-t-elle les noisettes ?"),
        ("allergies", "Pfirsiche", "I want to make peach melba for Ana"),
        ("allergies", "Pfirsich", "Does Ana like peach melba?"),
        ("avoided_foods", "épinards", "¿Le gustan las espinacas?"),
        ("diet", "vegan", "Mag sie Käse?"),
    ],
)
def test_a_need_in_another_language_than_the_question(state, meals, texts, key, value, question):
    state("constraint", key, value)
    assert texts(question)[0] == f"{key}: {value}"


def test_a_question_whether_a_food_is_liked_returns_no_need_about_another_food(state, meals, texts):
    state("constraint", "allergies", "wasps")
    assert "allergies: wasps" not in texts("Does she like spinach?")[:1]


@pytest.mark.parametrize("category", ["preference", "constraint"])
def test_a_fact_of_any_category(state, meals, texts, category):
    state(category, "allergies", "sesame")
    assert texts("What can I cook for Ana?")[0] == "allergies: sesame"


@pytest.mark.parametrize("question", ["How do I make pancakes?", "Receta de tortilla", "Suggest a wine"])
def test_a_recipe_brings_the_needs(needs, meals, ask, question):
    found = "; ".join(item.content for item in ask(question, top_k=3).items)
    assert all(need.strip(".") in found for need in (*OWN, "allergies: peanuts", "diet: vegetarian"))


@pytest.mark.parametrize("other", ["ibuprofen", "latex", "cats", "penicillin"])
@pytest.mark.parametrize("question", ["Book a restaurant for Friday", "Suggest a dinner recipe for Ana"])
def test_foods_come_before_what_is_not_eaten(state, remember, ask, question, other):
    remember(f"Ana is allergic to {other}.", category="health")
    for value in ("peanuts", "shellfish"):
        state("constraint", "allergies", value, item=value)

    found = [item.content for item in ask(question, top_k=3).items]
    assert set(found[:2]) == {"allergies: peanuts", "allergies: shellfish"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did Ana cook last week?", "Ana cooked ratatouille last week."),
        ("Which restaurant did Ana like in Porto?", "Ana liked the restaurant Cantinho in Porto."),
        ("When is the dinner with Ana?", "The dinner with Ana is on Friday."),
    ],
)
def test_what_happened_is_answered_first(needs, remember, texts, question, answer):
    remember(answer)
    assert texts(question)[0] == answer


def test_somebody_else_s_meal_does_not_bring_the_person_s_needs_first(needs, others, texts):
    assert "Tiago is allergic to gluten." in texts("What can I cook for Tiago?")[:1]


def test_who_may_not_read_the_category_gets_none(needs, meals, ask, context, supervisor):
    reader = replace(supervisor, hidden_categories=frozenset({"health", "profile"}))
    found = [item.content for item in ask("What can I cook for Ana?", actor=reader).items]
    assert not {*OWN, "allergies: peanuts"} & {*found}
    assert "walnuts" not in context("What can I cook for Ana?", actor=reader)


def test_a_refused_one_is_not_shown(needs, person, now, texts, context):
    submit(RejectMemory(memory_id=needs[0]), actor=person, now=now)
    assert OWN[0] not in texts("What can I cook for Ana?")
    assert OWN[0] not in context("What can I cook for Ana?")


def test_a_waiting_one_is_not_shown(home, supervisor, now, texts, context):
    """What the supervisor may not write of itself waits for the person's answer."""
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="k", content="Ana is allergic to HIV pills.")
    assert submit(WriteMemory(draft=draft), actor=supervisor, now=now).memory_id is None
    assert draft.content not in texts("What can I cook for Ana?") and draft.content not in context("")


@pytest.mark.parametrize("question", ["", "Where is the parking garage?"])
def test_contexts_hold_a_need_of_any_category(needs, others, context, question):
    shown = context(question)
    assert all(text in shown for text in OWN)
    assert not any(text in shown for text in OTHERS)


@pytest.fixture
def many(state):
    for value in ("peanuts", "shellfish", "sesame", "celery", "latex"):
        state("constraint", "allergies", value, item=value)
    state("constraint", "diet", "vegetarian")


@pytest.mark.parametrize("size", [2, 3, 5])
def test_needs_without_room_stand_in_one_result(many, meals, ask, size):
    answer = ask("How do I make pancakes?", top_k=size)
    allergies, diet = sorted((item for item in answer.items[:2]), key=lambda item: item.content)
    assert set(allergies.content.removeprefix("allergies: ").split(", ")) == {
        "peanuts", "shellfish", "sesame", "celery", "latex",
    }  # fmt: skip
    assert diet.content == "diet: vegetarian" and len(answer.items) <= size


@pytest.fixture
def in_sentences(state, remember):
    """Needs of each field, the nearest of them told in sentences."""
    for value in ("sesame", "lactose"):
        state("constraint", "allergies", value, item=value)
    state("constraint", "avoided_foods", "coriander")
    state("constraint", "diet", "vegetarian")
    remember("Ana is allergic to walnuts.", category="health")
    remember("Ana es alérgica al marisco.", category="health")


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "question", ["Where could we have dinner tonight?", "Was soll ich einkaufen?", "Recipe for a cake for the office"]
)
def test_every_field_is_told_in_however_few_results(in_sentences, meals, ask, question, size):
    answer = ask(question, top_k=size)
    told = "; ".join(item.content for item in answer.items)
    assert "sesame" in told and "lactose" in told and "avoided_foods: coriander" in told and "diet: vegetarian" in told
    assert "Ana is allergic to walnuts" in told and "Ana es alérgica al marisco" in told and len(answer.items) <= size


def test_one_result_tells_the_fields_then_the_sentences(in_sentences, ask):
    [item] = ask("Where could we have dinner tonight?", top_k=1).items
    *fields, one, other = item.content.split("; ")
    assert {one, other} == {"Ana is allergic to walnuts", "Ana es alérgica al marisco"}
    assert [field.partition(":")[0] for field in fields] == ["allergies", "avoided_foods", "diet"]


def test_one_result_is_as_sensitive_as_what_it_tells(state, remember, ask, person):
    state("constraint", "diet", "vegetarian")
    remember("Ana is allergic to walnuts.", actor=person, category="health", sensitivity="restricted")
    [item] = ask("What can I cook for Ana?", actor=person, top_k=1, allowed_sensitivity=["restricted"]).items
    assert item.sensitivity == "restricted" and "walnuts" in item.content and "vegetarian" in item.content


def test_what_contradicts_a_joined_need_is_marked(state, remember, ask):
    for value in ("sesame", "celery", "peanuts"):
        state("constraint", "allergies", value, item=value)
    state("constraint", "diet", "vegetarian")
    remember("Ana can eat peanuts.")
    found = ask("What can I cook for Ana?", top_k=3).items
    assert {item.content for item in found if item.staleness == "contrary"} >= {"Ana can eat peanuts."}
    assert [item.staleness for item in found if "sesame" in item.content] == ["contrary"]


def test_where_all_have_room_each_is_a_result(many, texts):
    assert {"allergies: peanuts", "allergies: latex", "diet: vegetarian"} <= set(texts("How do I make pancakes?"))


def test_the_receipt_names_each_that_was_told(many, ask, person, now):
    answer = ask("How do I make pancakes?", top_k=2)
    with scope.enter(person.workspace_id):
        event = RetrievalEvent.objects.get(id=answer.event_id)
    told = {one.id for item in answer.items for one in item.parts}
    assert {UUID(one["id"]) for one in event.results} == told == set(event.returned_memory_ids) and len(told) == 6
    again = replay(answer.event_id, actor=person, now=now)
    assert not (again.appeared or again.disappeared or again.changed)
    assert {place.content for place in again.then} == {place.content for place in again.now}


FOODS = ["celery", "eggs", "hazelnuts", "kiwi", "milk", "mustard", "peanuts", "sesame", "shellfish", "soy", "walnuts"]


@pytest.fixture
def tight(home, supervisor, now, state, remember):
    """A context with many needs and many changes, within a budget; answers with it."""
    for food in FOODS:
        state("constraint", "allergies", food, item=food)
    state("constraint", "diet", "vegetarian")
    for i in range(20):
        remember(f"Ana watered plant number {i} and told Tiago about it at length.")

    def build(budget):
        request = ContextRequest(user_id=home.user_id, query="What shall I plant?", since=0, budget_tokens=budget)
        return build_context(request, actor=supervisor, now=now)

    return build


@pytest.mark.parametrize("budget", [150, 200, 400, 1_500])
def test_all_needs_stand_in_one_line_for_each_field_before_what_changed(tight, budget):
    answer = tight(budget)
    lines = answer.text.split("\n")
    assert f"- allergies: {', '.join(FOODS)}" in lines and "- diet: vegetarian" in lines
    assert answer.token_count == count_tokens(answer.text) <= budget
    assert "had no room" not in answer.text


@pytest.mark.parametrize("budget", [65, 70, 75])
def test_where_needs_have_no_room_the_text_says_how_many(tight, budget):
    answer = tight(budget)
    shown = [fact.value for fact in answer.parts.facts]
    assert answer.parts.header.text == "" and shown[0] == "vegetarian"
    assert f"{len(FOODS) + 1 - len(shown)} more allergies or diets are known and had no room here." in answer.text
    assert answer.token_count == count_tokens(answer.text) <= budget

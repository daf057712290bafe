"""Of a person with very many needs an answer tells all, what the question names first."""

import pytest

from consent.changes import SetFact
from consent.gate import submit
from memories.drafts import FactDraft
from tests.memories.test_round_trips import WARM_UP, counted
from workspaces import scope
from workspaces.models import Category, Person

pytestmark = pytest.mark.django_db

ALLERGIES = [
    "peanuts", "walnuts", "cashews", "sesame", "shellfish", "mustard", "lupin", "kiwi", "mango", "peach", "banana",
    "avocado", "latex", "penicillin", "pollen", "Haselnuss", "fresa", "lentilles", "soja", "cherries", "melon",
    "carrot", "buckwheat",
]  # fmt: skip
AVOIDED = [
    "pork", "dairy", "rye", "sugar", "grapefruit", "céleri", "canard", "Ente", "Lamm", "cordero", "gelatine", "café",
    "beetroot", "riz blanc", "rohe Eier",
]  # fmt: skip
DIETS = ["low-salt", "halal"]


@pytest.fixture
def forty(state):
    for key, values in (("allergies", ALLERGIES), ("avoided_foods", AVOIDED), ("diet", DIETS)):
        for value in values:
            state("constraint", key, value, item=value.lower())


@pytest.fixture
def of_rita(home, supervisor, now):
    """A fact of another person of the workspace."""
    with scope.enter(home.workspace_id):
        rita = Person.objects.create(workspace_id=home.workspace_id, name="Rita")
    draft = FactDraft(person_id=rita.id, category="constraint", key="allergies", value="papaya")
    assert submit(SetFact(draft=draft), actor=supervisor, now=now).memory_id


@pytest.fixture
def limit_of_categories(home):
    def limit(most):
        with scope.enter(home.workspace_id):
            Category.objects.update(context="rag", rag_length=most)

    return limit


def texts_of_json(answer):
    return {part.strip() for item in answer.items for part in item.content.replace(";", ",").split(",")}


def missing_in(answer):
    told = "; ".join(item.content for item in answer.items)
    return [value for value in (*ALLERGIES, *AVOIDED, *DIETS) if value not in told]


@pytest.mark.parametrize("size", [1, 3, 5, 8, 20, 30, 50])
def test_all_are_told_in_however_many_results(forty, ask, size):
    answer = ask("What can I cook for her?", top_k=size)
    assert missing_in(answer) == [] and len(answer.items) <= size


@pytest.mark.parametrize(
    ("question", "foods"),
    [
        ("Does she eat pork?", {"pork"}),
        ("Can I make duck for Ana?", {"canard", "Ente"}),
        ("Darf Ana Grapefruit essen?", {"grapefruit"}),
        ("Can she have lamb?", {"Lamm", "cordero"}),
        ("¿Puede comer remolacha?", {"beetroot"}),
        ("Can Ana eat rye bread?", {"rye"}),
        ("Darf sie Kaffee trinken?", {"café"}),
        ("Peut-elle manger du céleri ?", {"céleri"}),
    ],
)
def test_what_the_question_names_is_told_first(forty, ask, question, foods):
    answer = ask(question, top_k=5)
    values = answer.items[0].content.partition(": ")[2].split(", ")
    assert set(values[: len(foods)]) == foods
    assert missing_in(answer) == []


def test_of_foods_of_one_group_the_one_named_stands_before_its_kin(forty, texts):
    first = texts("Can I make duck for Ana?", top_k=50)[:2]
    assert set(first) == {"avoided_foods: canard", "avoided_foods: Ente"}


def test_where_a_category_has_a_limit_all_are_told_within_it(forty, ask, limit_of_categories):
    limit_of_categories(4)
    answer = ask("What can I cook for her?", top_k=50)
    assert missing_in(answer) == [] and len(answer.items) <= 4


def test_three_hundred_are_told(state, ask):
    values = [f"fruit of tree {number}" for number in range(300)]
    for value in values:
        state("constraint", "avoided_foods", value, item=value)
    told = texts_of_json(ask("What can I cook for her?", top_k=3))
    assert {value for value in values if not {value, f"avoided_foods: {value}"} & told} == set()


def test_facts_take_no_place_of_a_sentence(state, remember, ask):
    remember("Ana is allergic to papaya.", category="health")
    for number in range(70):
        state("constraint", "allergies", f"nut {number}", item=f"nut {number}")
    [item] = ask("What can I cook for her?", top_k=1).items
    assert "papaya" in item.content


def test_nobody_else_s_come(forty, of_rita, ask):
    told = "; ".join(item.content for item in ask("What can I cook for her?", top_k=50).items)
    assert "papaya" not in told and "peanuts" in told


def test_forty_take_as_many_round_trips_as_one(state, ask):
    def cost():
        for _ in range(WARM_UP):
            ask("What can I cook for her?", top_k=3)
        with counted() as cost:
            ask("What can I cook for her?", top_k=3)
        return cost

    state("constraint", "allergies", "peanuts", item="peanuts")
    of_one = cost()
    for value in AVOIDED:
        state("constraint", "avoided_foods", value, item=value.lower())
    assert cost() == of_one

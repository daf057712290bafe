"""A note that states a need is filed where every context shows it, and each write names where it filed something."""

import pytest

from tests.interfaces.rest.conftest import by_key
from workspaces import scope
from workspaces.models import Category
from workspaces.models.category import ContextMode

pytestmark = pytest.mark.django_db
PEANUTS = "Ana is allergic to peanuts."


@pytest.fixture
def remember(ana):
    def write(api, content=PEANUTS, **fields):
        return api.post("/memories", {"user_id": ana, "content": content, **fields})

    return write


@pytest.fixture
def text_of_context(ana):
    def ask(api):
        return api.post("/context", {"user_id": ana, "query": "What shall I cook tonight?"}).json()["text"]

    return ask


def test_an_allergy_is_in_every_context(api, remember, text_of_context):
    answer = remember(api)
    assert (answer.status_code, answer.json()["category"]) == (201, "profile")
    assert "## Always Included" in (text := text_of_context(api)) and PEANUTS in text


@pytest.mark.parametrize(
    "content",
    [
        "Ibuprofen makes Ana's throat swell.", "She must not have penicillin.", "Penicillin gives her hives.",
        "Ana darf kein Penicillin bekommen.", "La penicilina le da urticaria.",
    ],
)  # fmt: skip
def test_so_is_what_plainly_cannot_be_borne(api, remember, content):
    answer = remember(api, content)
    assert (answer.status_code, answer.json()["category"]) == (201, "profile")


@pytest.mark.parametrize(("role", "category"), [("executor", "tasks"), ("planner", "goals")])
def test_a_role_that_may_not_write_there_files_it_as_usual(home, remember, role, category):
    answer = remember(by_key(home, role))
    assert (answer.status_code, answer.json()["category"]) == (201, category)


def test_the_category_that_a_writer_names_is_kept(api, remember):
    assert remember(api, category="tasks").json()["category"] == "tasks"


def test_what_stands_at_a_key_keeps_its_category(api, remember):
    memory_id = remember(api, "Eats nearly all.", key="food", category="tasks").json()["memory_id"]
    again = remember(api, key="food").json()
    assert (again["status"], again["category"]) == ("updated", None)
    assert api.get(f"/memories/{memory_id}").json()["category"] == "tasks"


def test_said_again_it_is_the_same_memory(api, remember):
    first, again = remember(api).json(), remember(api).json()
    assert (again["memory_id"], again["status"]) == (first["memory_id"], "merged")


def test_where_the_workspace_does_not_always_show_it_it_is_filed_as_usual(home, api, remember):
    with scope.enter(home.workspace_id):
        Category.objects.update(context=ContextMode.RAG)
    assert remember(api).json()["category"] == "general"


def test_an_item_of_the_store_is_no_note(api, ana):
    item = {"namespace": ["memories", ana], "key": "k", "value": {"text": PEANUTS}}
    assert api.put("/store/items", item).json()["category"] == "general"


def test_what_the_person_agreed_to_is_filed_there_too(api, owner, ana, text_of_context):
    asked = api.post("/memories", {"user_id": ana, "content": "Ana has coeliac disease and eats no gluten."}).json()
    assert asked["status"] == "pending_consent"
    owner.post(f"/proposals/{asked['proposal_id']}/approve")
    assert "coeliac" in text_of_context(api)


def test_a_batch_files_each_by_itself(api, ana):
    items = [{"user_id": ana, "content": content} for content in ("Likes soup.", PEANUTS)]
    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [one["result"]["category"] for one in results] == ["general", "profile"]


def test_other_writes_name_their_category_too(api, ana):
    fact = api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegan"}).json()
    item = api.put("/store/items", {"namespace": ["memories", ana], "key": "k", "value": {"a": 1}}).json()
    assert (fact["category"], item["category"]) == ("profile", "general")


def test_what_somebody_does_not_eat_is_found_by_an_agent(api, ana):
    told = ["Ana is allergic to walnuts.", "Inês cannot eat wheat, Ana says.", "Tiago eats no gluten."]
    for content in [*told, *(f"Ana likes to eat cake number {i}." for i in range(8))]:
        assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 201

    for query in ("What can Ana not eat?", "was esse ich nicht", "qué no como"):
        found = api.post("/memory/query", {"user_id": ana, "query": query}).json()
        assert told[0] in [one["content"] for one in found][:3], query

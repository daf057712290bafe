"""What a person must not eat, in answers to questions for food: what the question names first, and in every small
context."""

import pytest

pytestmark = pytest.mark.django_db
ALLERGIES = ["peanuts", "shellfish", "lactose", "penicillin", "hazelnuts", "sesame", "pollen", "kiwi", "latex"]


@pytest.fixture
def state(owner, ana):
    def write(category, key, value):
        assert owner.put(f"/users/{ana}/facts/{category}/{key}", {"value": value}).status_code in (200, 201)

    return write


@pytest.fixture
def needs(state):
    for value in ALLERGIES:
        state("constraint", "allergies", value)
    state("constraint", "diet", "vegetarian")


@pytest.fixture
def meals(api, ana):
    for i in range(4):
        content = f"Ana had a cheese fondue with a satay sauce and chocolates in restaurant number {i}."
        assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 201


@pytest.fixture
def ask(api, ana):
    def query(question, **fields):
        answer = api.post("/memory/query", {"user_id": ana, "query": question, **fields}).json()
        return [item["content"] for item in answer]

    return query


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Can she eat prawns?", "shellfish"),
        ("Can she have Nutella?", "hazelnuts"),
        ("Is a satay sauce safe?", "peanuts"),
        ("Kann ich ihr Milchreis machen?", "lactose"),
        ("¿Puede comer gambas?", "shellfish"),
        ("Peut-elle manger du houmous ?", "sesame"),
        ("Can Ana have hummus?", "sesame"),
        ("Can she eat pistachio ice cream?", "lactose"),
    ],
)
def test_what_the_question_names_comes_first(needs, meals, ask, question, first):
    allergies = ask(question, top_k=3)[0].removeprefix("allergies: ").split(", ")
    assert allergies[0] == first and set(allergies) == set(ALLERGIES)  # where they have no room, in one result
    assert ask(question, top_k=20)[0] == f"allergies: {first}"


@pytest.mark.parametrize(
    "question", ["Can she eat prawns?", "What can I cook for Ana?", "Kann ich ihr Milchreis machen?"]
)
def test_the_diet_is_among_the_first(needs, meals, ask, question):
    assert "diet: vegetarian" in ask(question)[:4]


@pytest.mark.parametrize(
    "question",
    [
        "Book a restaurant in Lisbon", "Book a table for Friday", "Make a shopping list", "What food does she like?",
        "What gift should I bring, chocolates?", "Reserva una mesa para el viernes", "Was isst Ana gern?",
        "Réserve un restaurant à Lyon",
    ],
)  # fmt: skip
def test_whatever_is_to_be_eaten_asks_for_them(needs, meals, ask, question):
    assert {content.partition(": ")[0] for content in ask(question, top_k=3)[:2]} == {"allergies", "diet"}
    assert all(content.startswith(("allergies: ", "diet: ")) for content in ask(question, top_k=20)[:6])


@pytest.mark.parametrize("question", ["Book a table saw", "restaurant jobs", "Book a flight to Lisbon"])
def test_what_is_not_to_be_eaten_does_not(needs, meals, ask, question):
    assert not ask(question, top_k=1)[0].startswith("allergies: ")


def test_a_search_for_a_food_finds_the_need_alone(needs, meals, ask):
    found = ask("peanut butter", select="relevant")
    assert found[0] == "allergies: peanuts"
    assert [one for one in found if one.startswith(("allergies: ", "diet: "))] == ["allergies: peanuts"]


def test_a_small_context_holds_them_before_other_facts(api, ana, state):
    for key, value in (("city", "Porto"), ("preferred_name", "Ana"), ("family", "brother: Tiago")):
        state("identity", key, value)
    for content in ("Ana is lactose intolerant.", "Penicillin gives Ana hives."):
        assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 201
    body = {"user_id": ana, "query": "Order lunch for Ana", "budget_tokens": 80}
    text = api.post("/context", body).json()["text"]
    assert "lactose intolerant" in text and "Penicillin" in text


@pytest.mark.parametrize("value", ["Penicillin", "Erdnüsse", "Nuss", "Peanuts"])
def test_a_need_of_one_word_with_a_capital_is_found(api, ana, state, ask, value):
    state("constraint", "allergies", value)
    state("constraint", "diet", "Vegan")

    needs = [f"allergies: {value}", "diet: Vegan"]
    assert ask("What can I cook for Ana?") == (needs[::-1] if value == "Penicillin" else needs)  # is no food
    context = api.post("/context", {"user_id": ana, "query": "hello"})
    assert context.status_code == 200 and value in context.content.decode()


@pytest.fixture
def colleagues(api, ana):
    for content in (
        "Rui, a colleague of Ana, eats fish every Friday.", "Ana's colleague Rui eats what the canteen cooks.",
        "Anas Kollege Rui isst jeden Freitag Fisch.", "El colega de Ana, Rui, come pescado los viernes.",
        "Rui, le collègue d'Ana, mange du poisson le vendredi.",
    ):  # fmt: skip
        assert api.post("/memories", {"user_id": ana, "content": content}).status_code == 201


@pytest.mark.parametrize(
    "question",
    [
        "What does she eat?", "What does Ana eat for lunch?", "What can I cook for her?", "Was isst sie?",
        "Was isst Ana denn so?", "¿Qué come?", "¿Qué come Ana?", "¿Qué cena?", "Qu'est-ce qu'elle mange ?",
        "Que mange-t-elle ?", "Elle mange quoi ?", "What does the user eat?", "Does she eat everything?",
    ],
)  # fmt: skip
def test_what_the_person_eats_is_answered_by_their_needs_first(state, colleagues, ask, question):
    state("constraint", "allergies", "shellfish")
    state("constraint", "diet", "vegetarian")
    assert {one.partition(": ")[0] for one in ask(question)[:2]} == {"allergies", "diet"}


@pytest.mark.parametrize(
    "question", ["What does Rui eat?", "What does her dog eat?", "¿Qué come Rui?", "Was isst ein Hund?"]
)
def test_what_others_eat_is_not(state, colleagues, ask, question):
    state("constraint", "allergies", "shellfish")
    assert not ask(question)[0].startswith("allergies: ")

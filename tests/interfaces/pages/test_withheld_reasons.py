"""The page of a conversation says why words are withheld: a rule, with a link to it, or a memory marked as wrong."""

import html

import pytest
from django.utils.html import strip_tags

from consent.proposals import guesses
from conversations.models import Turn
from memories.models import Memory
from operations import jobs
from tests.interfaces.rest.conftest import by_key, by_login
from workspaces import scope

pytestmark = pytest.mark.django_db
ILL = "I have epilepsy."


@pytest.fixture
def api(home):
    return by_key(home, "supervisor")


@pytest.fixture
def told(home, in_home, api, owner):
    """What the page of a message says of it: its source, and its words."""

    def _told(message):
        session = api.post("/sessions", {"user_id": str(home.user_id)}).json()["id"]
        said = {"turns": [{"role": "user", "content": message}]}
        assert api.post(f"/sessions/{session}/turns", said).status_code == 201
        jobs.JOBS["extract_facts"](home.workspace_id)
        return page(in_home, owner)

    return _told


def page(in_home, owner):
    with in_home():
        turn = Turn.objects.get()
    source = owner.get(f"/conversations/{turn.id}").content.decode()
    return source, " ".join(html.unescape(strip_tags(source)).split())


def forbid(owner, field):
    owner.post("/my-data/rules", {"outcome": "never", "field": field, "agent": ""})


RULES = [
    (ILL, "health_conditions", "Health conditions"),
    ("I have coeliac disease.", "health_conditions", "Health conditions"),
    ("My hobby is chess.", "hobbies", "Hobbies"),
    ("I work as a plumber.", "occupation", "Occupation"),
]


@pytest.mark.parametrize(("message", "field", "name"), RULES)
def test_a_rule_of_the_person_is_named_with_a_link(told, owner, message, field, name):
    forbid(owner, field)
    source, words = told(message)
    assert (
        f"without “{message.removesuffix('.')}" in words
        and f"by your rule “No assistant can ever remember: {name}”" in words
    )
    assert '<a href="/my-data/access#rules">Your rules</a>' in source and "not agreed to" not in words


@pytest.mark.parametrize(("message", "field", "name"), RULES)
def test_so_is_one_of_the_workspace(told, home, message, field, name):
    rules = {"policies": [{"fact_key": field, "outcome": "never"}]}
    assert by_login("owner").put("/consent/policies", rules).status_code == 200
    source, words = told(message)
    assert f"by the rule of this workspace “Never: {name.lower()}”" in words and "not agreed to" not in words
    assert '<a href="/my-data/access#approval">' in source


def test_once_the_rule_is_removed_none_is_named(told, in_home, owner):
    forbid(owner, "hobbies")
    told("My hobby is chess.")
    rules = by_login("owner").get("/consent/preferences").json()["results"]
    owner.post(f"/decisions/rules/{rules[0]['id']}")
    _source, words = page(in_home, owner)
    assert "which a rule forbade to save when it was said" in words


def test_words_of_a_memory_marked_as_wrong_say_so_with_a_link_to_it(told, in_home, owner):
    told("My hobby is chess.")
    with in_home():
        memory = Memory.objects.get(current__content="hobbies: chess")
    owner.post(f"/memories/{memory.id}/wrong")
    source, words = page(in_home, owner)
    assert "without “My hobby is chess.”, which is marked as wrong." in words
    assert f'<a href="/memories/{memory.id}">View memory</a>' in source
    owner.post(f"/memories/{memory.id}/right", {"undo": "1"})
    assert "marked as wrong" not in page(in_home, owner)[1]


@pytest.mark.parametrize(
    ("said", "again"),
    [
        (
            "Ana plays the cello in an amateur quartet on Wednesdays.",
            "On Wednesdays Ana plays cello in a quartet.",
        ),
        ("Ana is allergic to peanuts.", "Ana has a peanut allergy."),
    ],
)
def test_the_card_of_a_rewording_says_what_was_marked_as_wrong(home, in_home, api, owner, said, again):
    user = {"user_id": str(home.user_id)}
    first = api.post("/memories", user | {"content": said, "key": "first"}).json()["memory_id"]
    owner.post(f"/memories/{first}/wrong")
    assert api.post("/memories", user | {"content": again, "key": "second"}).status_code == 202
    source = owner.get("/inbox").content.decode()
    words = " ".join(html.unescape(strip_tags(source)).split())
    assert f"It is like “{said.removesuffix('.')}”, which you marked as wrong." in words
    assert f'<a href="/memories/{first}">View memory</a>' in source


def test_the_card_of_a_field_says_so_too(home, api, owner):
    facts = f"/users/{home.user_id}/facts/constraint"
    first = api.put(f"{facts}/allergies", {"value": "peanuts"}).json()["memory_id"]
    owner.post(f"/memories/{first}/wrong")
    assert api.put(f"{facts}/avoided_foods", {"value": "peanuts"}).status_code == 202
    assert "which you marked as wrong" in html.unescape(owner.get("/inbox").content.decode())


def test_a_memory_of_coeliac_disease_says_that_it_is_kept_as_a_food_need(told, in_home, owner):
    told("I have coeliac disease.")
    with in_home():
        memory = Memory.objects.get(current__content="avoided_foods: gluten (coeliac disease)")
    page = owner.get(f"/memories/{memory.id}").content.decode()
    assert "Coeliac disease is kept as a food need, without asking" in page


COELIAC = "Food allergies, intolerances and coeliac disease count as what you may not eat"


@pytest.mark.parametrize(("field", "is_said"), [("city", True), ("health_conditions", False), ("avoided_foods", False)])
def test_the_page_of_rules_says_so_as_long_as_it_is_true(owner, field, is_said):
    assert COELIAC in owner.get("/my-data/access").content.decode()
    owner.post("/my-data/rules", {"outcome": "consent", "field": field, "agent": ""})
    assert (COELIAC in owner.get("/my-data/access").content.decode()) == is_said


def test_while_an_everyday_field_waits_its_message_is_withheld_in_other_words_too(told, home, in_home, owner):
    owner.post("/my-data/rules", {"outcome": "consent", "field": "pets", "agent": ""})
    _source, words = told("My dog is called Rex.")
    assert "reads “My dog is called Rex.” in this conversation alone until you answer" in words
    (asked,) = by_login("owner").get("/proposals").json()["results"]
    assert by_login("owner").post(f"/proposals/{asked['id']}/approve").status_code == 200
    with in_home():
        assert Turn.objects.get().retrievable is None


def test_the_meaning_of_a_refused_guess_is_read_outside_the_transaction(told, monkeypatch):
    read, inside = guesses.needs_by_meaning, []

    def needs_by_meaning(text):
        inside.append(scope.entered_workspace_id())
        return read(text)

    told("Tierische Produkte rühre ich seit Jahren nicht mehr an.")
    monkeypatch.setattr(guesses, "needs_by_meaning", needs_by_meaning)
    (asked,) = by_login("owner").get("/proposals").json()["results"]
    assert by_login("owner").post(f"/proposals/{asked['id']}/reject").status_code == 200
    assert inside == [None]

"""A message that brings a health question and questions of foods: pages and agents agree on what waits."""

import html

import pytest
from django.utils.html import strip_tags

from consent.models import Proposal
from conversations.models import Turn
from memories.models import Fact
from operations import jobs
from tests.interfaces.rest.conftest import Api, by_key

pytestmark = pytest.mark.django_db
SAID = "My IBS is acting up, so I skip onions and garlic."
WITH_A_DETAIL = "Avec mon diabète, j'évite le riz blanc."


class Heard:
    """A message, the session it is in, and what was asked about it."""

    def __init__(self, home, in_home, owner, messages):
        self.home, self.in_home, self.owner = home, in_home, owner
        self.api = by_key(home, "supervisor")
        self.session = self.api.post("/sessions", {"user_id": str(home.user_id)}).json()["id"]
        said = {"turns": [{"role": "user", "content": message} for message in messages]}
        assert self.api.post(f"/sessions/{self.session}/turns", said).status_code == 201
        jobs.JOBS["extract_facts"](home.workspace_id)

    def questions(self):
        with self.in_home():
            return list(Proposal.objects.pending().order_by("created_at", "id"))

    def question(self, value):
        """Return the question about a food or a diet, or else about the sentence that states it."""
        return min((one for one in self.questions() if value in one.new_value), key=lambda one: len(one.new_value))

    def answer(self, about, verdict, **fields):
        asked = self.question(about)
        shown = {"shown_hash": asked.shown_hash} | fields
        return self.owner.post(f"/proposals/{asked.id}/{verdict}", shown, follow=True)

    def page(self):
        with self.in_home():
            turn = Turn.objects.order_by("position").first().id
        return self.owner.get(f"/conversations/{turn}").content.decode()

    def read_by(self, api):
        return api.get(f"/sessions/{self.session}/turns").json()["results"][0]["content"]


@pytest.fixture
def other(other_key):
    """Another assistant that may read all that the first one may."""
    return Api({"Authorization": f"Bearer {other_key}"})


@pytest.fixture
def heard(home, in_home, owner):
    return lambda *messages: Heard(home, in_home, owner, messages)


def words(page):
    return " ".join(html.unescape(strip_tags(page)).split())


def link_to(proposal):
    return f'<a href="/proposals/{proposal.id}">View request</a>'


@pytest.mark.parametrize(
    ("message", "food", "illness", "fields"),
    [
        (SAID, "onions", "IBS", {}),
        (WITH_A_DETAIL, "riz", "diabète", {}),
        (WITH_A_DETAIL, "riz", "diabète", {"value": "riz complet"}),
    ],
)
def test_an_answer_about_one_food_leaves_the_rest_waiting(heard, other, message, food, illness, fields):
    told = heard(message)
    first = next(one for one in told.questions() if one.field.startswith("constraint."))
    told.owner.post(
        f"/proposals/{first.id}/{'amend' if fields else 'approve'}", {"shown_hash": first.shown_hash} | fields
    )
    page = told.page()
    assert "which you" not in page and "until you answer" in words(page)
    assert link_to(told.question(illness)) in page
    assert told.read_by(told.api) == message
    assert told.read_by(other) == "[withheld]"


def test_after_a_no_the_page_says_refused(heard):
    told = heard(SAID)
    told.answer("IBS", "refuse")
    page = words(told.page())
    assert f"Assistants receive it without “{SAID}”, which you refused." in page
    assert told.read_by(told.api) == "[withheld]"


@pytest.mark.parametrize(
    ("message", "agreed", "denied"),
    [
        ("Vegan here, allergic to cashews.", "vegan", "cashews"),
        (SAID, "IBS", "onions"),
        (SAID, "garlic", "IBS"),
        (WITH_A_DETAIL, "riz blanc", "diabète"),
    ],
)
def test_the_page_says_which_values_were_kept_and_which_refused(heard, message, agreed, denied):
    told = heard(message)
    told.answer(agreed, "approve")
    told.answer(denied, "refuse")
    said = f"You kept “{agreed}”, and refused “{denied}”. Assistants receive the message without “{message}”."
    page = words(told.page())
    assert said in page and "which you refused" not in page


def test_an_edited_value_is_the_one_kept(heard):
    told = heard("Vegan here, allergic to cashews.")
    told.answer("cashews", "amend", value="nuts")
    told.answer("vegan", "refuse")
    assert "You kept “nuts”, and refused “vegan”." in words(told.page())


@pytest.mark.parametrize(
    "message", [SAID, WITH_A_DETAIL, "I keep fit because I have asthma.", "My doctor says I can't have wheat."]
)
def test_a_request_about_an_illness_is_shown_at_its_message_like_one_about_a_food(heard, message):
    told = heard(message)
    page, questions = told.page(), told.questions()
    assert words(page).count("Waits for your answer:") == len(questions)
    assert all(page.count(link_to(one)) == 1 for one in questions)


def test_a_message_that_no_assistant_stored_waits_too(heard, in_home):
    told = heard(SAID)
    with in_home():
        Turn.objects.update(agent_id=None, waiting={})
    page = told.page()
    assert f"Assistants receive it without “{SAID}” until you answer." in words(page)
    assert link_to(told.question("IBS")) in page


def test_each_food_that_waits_stands_at_its_message_with_its_request(heard):
    told = heard("My doctor says I can't have wheat.")
    page = told.page()
    assert "Waits for your answer: Add “wheat” to your foods to avoid? View request" in words(page)
    assert link_to(told.question("wheat")) in page
    told.answer("wheat", "approve")
    assert "Waits for your answer" not in told.page()


def test_an_edited_value_is_remembered_from_its_message(heard):
    told = heard("I'm asthmatic, so I skip pâté.")
    told.answer("pâté", "amend", value="liver pâté")
    page = words(told.page())
    assert "liver pâté" in page.partition("Remembered from this conversation")[2]
    refused = words(told.answer("asthmatic", "refuse").content.decode())
    assert "This was not saved." in refused and "Nothing was saved." not in refused
    assert "Saved already from the same message: “" in refused and ": liver pâté”." in refused


def test_a_decision_names_the_value_that_was_asked(heard, owner):
    told = heard("My doctor says I can't have wheat.")
    told.answer("wheat", "amend", value="wheat flour")
    assert "You were asked whether to add “wheat” to your foods to avoid." in words(
        owner.get("/decisions").content.decode()
    )


@pytest.mark.parametrize(
    "message",
    [
        "Ich bin Veganerin. Tierische Produkte sind für mich tabu.",
        "I'm vegan now. Vegan here, no animal products for me.",
    ],
)
def test_what_the_same_message_tells_is_not_asked(heard, in_home, message):
    told = heard(message)
    with in_home():
        assert not Proposal.objects.filter(field="constraint.diet").exists()
        assert Fact.objects.active().filter(key="diet").count() == 1
    assert told.questions() == []


def test_nor_is_what_stands(heard, in_home):
    heard("Ich bin Veganerin.")
    heard("Tierische Produkte sind für mich tabu.")
    with in_home():
        assert not Proposal.objects.exists()


def test_what_was_closed_as_it_was_asked_is_not_listed(heard, owner, in_home):
    heard("Vegan here, no animal products for me.", "I am vegan.")
    with in_home():
        assert Proposal.objects.filter(field="constraint.diet", state="stale").exists()
    assert "vegan" not in words(owner.get("/decisions").content.decode())

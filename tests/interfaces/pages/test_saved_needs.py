"""Of a message that tells a need and something that waits, pages say what of it is saved already, and stays."""

import html

import pytest
from django.utils.html import strip_tags

from consent.models import Proposal
from conversations.models import Turn
from memories.models import Fact
from operations import jobs
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db
SAID = "I'm lactose intolerant, and I keep kosher because I'm Jewish."
STAYS = "Saved already from the same message: “Allergies: lactose”, “Diet: kosher”. It stays; open it to remove it."


@pytest.fixture
def say(home, in_home):
    """A message; answers with what is asked about it."""

    def _say(message):
        api = by_key(home, "supervisor")
        session = api.post("/sessions", {"user_id": str(home.user_id)}).json()["id"]
        said = {"turns": [{"role": "user", "content": message}]}
        assert api.post(f"/sessions/{session}/turns", said).status_code == 201
        jobs.JOBS["extract_facts"](home.workspace_id)
        with in_home():
            return Proposal.objects.pending().get()

    return _say


def text_of(response):
    return " ".join(html.unescape(strip_tags(response.content.decode())).split())


def refuse(client, asked, **headers):
    return client.post(f"/proposals/{asked.id}/refuse", {"shown_hash": asked.shown_hash}, follow=True, headers=headers)


def test_the_inbox_says_so_on_the_card_and_above(owner, say, in_home):
    asked = say(SAID)
    page = text_of(owner.get("/inbox"))
    assert STAYS in page and "None of these is saved" not in page
    assert "Nothing is changed until you approve it." in page
    assert STAYS in text_of(owner.get(f"/proposals/{asked.id}"))
    with in_home():
        diet = Fact.objects.active().get(key="diet").memory_id
    assert f'<a href="/memories/{diet}">“Diet: kosher”</a>' in owner.get("/inbox").content.decode()


def test_a_refusal_says_what_stays_everywhere(owner, say):
    asked = say(SAID)
    answered = text_of(refuse(owner, asked))
    assert "This was not saved." in answered and STAYS in answered
    for address in ("/decisions", f"/proposals/{asked.id}", f"/proposals/{asked.id}/receipt"):
        page = text_of(owner.get(address))
        assert STAYS in page and "Nothing was saved." not in page, address
        assert "This was not saved." in page or "“Jewish” was not saved" in page, address


def test_the_page_of_an_agents_request_that_came_to_nothing_says_what_is_saved(owner, home, in_home, now):
    api = by_key(home, "supervisor")
    session = api.post("/sessions", {"user_id": str(home.user_id)}).json()["id"]
    said = {"turns": [{"role": "user", "content": "My brother Tiago can't eat gluten."}]}
    turn = api.post(f"/sessions/{session}/turns", said).json()["turns"][0]["id"]
    asked = {"value": "Faro", "evidence_turn_id": turn}
    proposal = api.put(f"/users/{home.user_id}/facts/identity/city", asked).json()["proposal_id"]
    jobs.JOBS["extract_facts"](home.workspace_id)
    with in_home():
        Proposal.objects.filter(id=proposal).update(expires_at=now)
    page = text_of(owner.get(f"/proposals/{proposal}"))
    assert "It was not answered in time. This was not saved." in page and "Nothing was saved." not in page
    assert "Saved already from the same message: “" in page and "gluten" in page.partition("Saved already")[2]


def test_so_does_the_card_that_takes_its_place(owner, say):
    answered = text_of(refuse(owner, say(SAID), HX_Request="true"))
    assert STAYS in answered and "This was not saved." in answered


def test_the_conversation_says_so_below_the_message(owner, say, in_home):
    say(SAID)
    with in_home():
        turn = Turn.objects.get().id
    assert STAYS in text_of(owner.get(f"/conversations/{turn}"))


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("My wife keeps kosher and I'm lactose intolerant.", "My wife keeps kosher"),
        ("I'm allergic to nuts, but my wife keeps kosher.", "my wife keeps kosher."),
    ],
)
def test_of_the_rest_alone_is_asked(owner, say, message, left):
    assert say(message).new_value == f"Ana: {left}"
    assert "Saved already from the same message: “Allergies: " in text_of(owner.get("/inbox"))


@pytest.mark.parametrize(
    "message", ["I'm allergic to nuts, my wife keeps kosher and I'm pregnant.", "I'm pregnant and I have HIV."]
)
def test_what_tells_two_such_things_is_one_question(say, message):
    assert say(message).state == "pending"


def test_what_was_removed_since_is_not_named(owner, say, in_home):
    asked = say(SAID)
    with in_home():
        diet = Fact.objects.active().get(key="diet").memory_id
    owner.post(f"/memories/{diet}/forget")
    page = text_of(owner.get(f"/proposals/{asked.id}"))
    assert "Saved already from the same message: “Allergies: lactose”. It stays; open it to remove it." in page


def test_without_a_need_nothing_is_said(owner, say):
    asked = say("I keep fit because I have asthma.")
    page = text_of(owner.get("/inbox"))
    assert "Nothing is changed until you approve it." in page and "Saved already" not in page
    assert "Nothing was saved." in text_of(refuse(owner, asked))


def test_what_an_assistant_asks_for_says_nothing_of_messages(owner, say, ask):
    say(SAID)
    asked = ask("Lisbon")
    assert "Saved already" not in text_of(owner.get(f"/proposals/{asked}"))

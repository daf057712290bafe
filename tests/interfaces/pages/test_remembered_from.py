"""What a conversation's page lists as remembered from its messages."""

import pytest

from consent.changes import SetFact
from intelligence.actions.extract_facts import extract_facts
from memories.drafts import FactDraft
from memories.models import Memory

pytestmark = pytest.mark.django_db
HEADING = "Remembered from these messages"


@pytest.fixture
def heard(say, home, now):
    """Ana says something, and the server takes from it what it states; answers with the message."""

    def _heard(text):
        (turn,) = say(text)
        extract_facts(workspace_id=home.workspace_id, now=now)
        return turn

    return _heard


@pytest.fixture
def listed(owner):
    """The memories that the page of a message lists."""

    def _listed(turn):
        page = owner.get(f"/conversations/{turn}")
        memories = [memory.current.content for memory in page.context["memories"]]
        assert (HEADING in page.content.decode()) == bool(memories)
        return memories

    return _listed


@pytest.fixture
def give(home, send, person):
    """Ana sets her city herself."""

    def _give(city):
        send(
            SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value=city)), actor=person
        )

    return _give


@pytest.fixture
def moved(give, heard):
    """Ana gave Porto herself, and then says otherwise: which is right is asked."""
    give("Porto")
    return heard("I live in Lisbon since last month.")


def answer(owner, verdict, **fields):
    (card,) = owner.get("/inbox").context["items"]
    shown = {"shown_hash": card.proposal.shown_hash}
    owner.post(f"/proposals/{card.proposal.id}/{verdict}", shown | fields)
    return card.proposal.id


def test_what_is_kept_of_a_message_stands_there(heard, listed):
    assert listed(heard("I'm allergic to nuts.")) == ["allergies: nuts"]


def test_a_value_that_was_undone_does_not(owner, moved, listed):
    proposal_id = answer(owner, "approve")
    assert listed(moved) == ["city: Lisbon"]
    owner.post(f"/proposals/{proposal_id}/undo")
    assert listed(moved) == []


def test_nor_does_a_value_that_the_person_gave_instead(owner, moved, listed):
    proposal_id = answer(owner, "approve")
    owner.post(f"/proposals/{proposal_id}/undo")
    answer(owner, "amend", value="Braga")
    assert "Braga" in owner.get("/memories").content.decode()
    assert listed(moved) == []


def test_nor_one_that_was_changed_since(owner, moved, give, listed):
    answer(owner, "approve")
    give("Faro")
    assert listed(moved) == []


def test_nor_what_a_message_asks_to_forget(heard, listed):
    assert listed(heard("I am vegetarian.")) == ["diet: vegetarian"]
    assert listed(heard("Forget that I am vegetarian.")) == []


def test_the_memory_s_page_tells_that_a_message_is_the_source_of_an_earlier_text(owner, moved, give, in_home):
    answer(owner, "approve")
    with in_home():
        address = f"/memories/{Memory.objects.get(current__content='city: Lisbon').id}"
    assert "an earlier text" not in owner.get(address).content.decode()
    give("Faro")
    page = owner.get(address).content.decode()
    assert "since last month" in page and "an earlier text, version 2" in page
    assert "Where an earlier text came from" in page and "Where it comes from" not in page


def test_forgetting_what_was_typed_says_nothing_of_a_conversation_of_an_earlier_text(owner, moved, give, in_home):
    answer(owner, "approve")
    with in_home():
        address = f"/memories/{Memory.objects.get(current__content='city: Lisbon').id}"
    told = "The conversation that it comes from stays"
    assert told in owner.get(f"{address}/forget").content.decode()
    give("Faro")
    assert told not in owner.get(f"{address}/forget").content.decode()
    owner.post(f"{address}/forget")
    assert told not in owner.get(address).content.decode()

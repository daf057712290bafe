"""What a conversation's page lists as remembered from its messages."""

import pytest

from consent.changes import SetFact
from conversations.models import Turn
from intelligence.actions.extract_facts import extract_facts
from memories.drafts import FactDraft
from memories.models import Memory

pytestmark = pytest.mark.django_db
HEADING = "Remembered from this conversation"


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
    """The memories that the page of a conversation lists, and the one that deletes it."""

    def _listed(turn):
        page = owner.get(f"/conversations/{turn}")
        memories = [memory.current.content for memory in page.context["memories"]]
        assert (HEADING in page.content.decode()) == bool(memories)
        deleting = owner.get(f"/conversations/{turn}/delete-all").context
        assert [memory.current.content for memory in deleting["made"]] == memories
        assert deleting["made_count"] == len(memories)
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


def test_a_value_that_the_person_saved_with_edits_stands_there(owner, moved, listed):
    proposal_id = answer(owner, "approve")
    owner.post(f"/proposals/{proposal_id}/undo")
    answer(owner, "amend", value="Braga")
    assert listed(moved) == ["city: Braga"]


def test_one_that_was_changed_since_does_not(owner, moved, give, listed):
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


def test_an_undone_value_leaves_the_person_s_own_when_its_conversation_is_deleted(owner, moved, cities, in_home):
    proposal_id = answer(owner, "approve")
    with in_home():
        session_id = Memory.objects.get(current__content="city: Lisbon").session_id
    owner.post(f"/proposals/{proposal_id}/undo")
    with in_home():
        assert session_id and Memory.objects.get(current__content="city: Porto").session_id is None
    owner.post(f"/conversations/{moved}/delete-all", {"forget": "on"})
    assert cities() == ["Porto"]


def test_an_older_value_that_was_restored_is_not_of_the_later_conversation(owner, moved, listed, in_home):
    answer(owner, "approve")
    with in_home():
        city = Memory.objects.get(current__content="city: Lisbon").id
    owner.post(f"/memories/{city}/restore", {"version": "1"})
    assert listed(moved) == []
    owner.post(f"/memories/{city}/restore", {"version": "2"})
    assert listed(moved) == ["city: Lisbon"]


def test_what_the_person_typed_again_is_theirs(owner, moved, give, listed):
    answer(owner, "approve")
    give("Faro")
    give("Lisbon")
    assert listed(moved) == []


def test_a_note_of_a_conversation_is_the_person_s_once_they_write_it_anew(owner, say, note, listed, in_home):
    (turn,) = say("The release is on Friday.")
    with in_home():
        session_id = Turn.objects.get(id=turn).session_id
    written = note("The release is on Friday.", session_id=session_id)
    assert listed(turn) == ["The release is on Friday."]
    form = owner.get(f"/memories/{written}/edit").context["form"]
    owner.post(f"/memories/{written}/edit", {"content": "I paint.", "change_id": form["change_id"].value()})
    assert listed(turn) == []


def test_the_page_of_a_value_that_was_put_back_tells_of_no_question_and_of_the_undoing(owner, moved, in_home):
    proposal_id = answer(owner, "approve")
    with in_home():
        address = f"/memories/{Memory.objects.get(current__content='city: Lisbon').id}"
    asked, undone = "you were asked first", "the answer that had changed it was undone."
    page = owner.get(address).content.decode()
    assert asked in page and undone not in page
    owner.post(f"/proposals/{proposal_id}/undo")
    page = owner.get(address).content.decode()
    assert "Tells of" in page and asked not in page
    assert page.index("How it changed") < page.index(undone) < page.index("Compare versions")


def test_what_the_person_gave_themselves_stays_when_a_conversation_that_says_it_too_is_deleted(
    owner, give, heard, cities
):
    give("Porto")
    turn = heard("I live in Porto and I am vegetarian.")
    page = owner.get(f"/conversations/{turn}/delete-all")
    assert [memory.current.content for memory in page.context["made"]] == ["diet: vegetarian"]
    assert [memory.current.content for memory in page.context["staying"]] == ["city: Porto"]
    assert "Also forget the 1 memory made from it" in page.content.decode()
    owner.post(f"/conversations/{turn}/delete-all", {"forget": "on"})
    assert cities() == ["Porto"]


def test_what_another_conversation_says_too_stays_until_that_one_goes(owner, heard, in_home):
    said = [heard("I am vegetarian."), heard("I am vegetarian, as you know.")]

    def standing():
        with in_home():
            return Memory.objects.filter(key__startswith="fact:constraint.diet", state="active").count()

    owner.post(f"/conversations/{said[0]}/delete-all", {"forget": "on"})
    assert standing() == 1
    owner.post(f"/conversations/{said[1]}/delete-all", {"forget": "on"})
    assert standing() == 0

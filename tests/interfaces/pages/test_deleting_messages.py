"""The person deletes a message or a conversation, and what was remembered from it where they say so."""

import json
from datetime import timedelta

import pytest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from conversations.actions.sessions import append_turns
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from intelligence.actions.extract_facts import extract_facts
from memories.maintenance.index_turns import index_turns
from memories.models import Chunk, History, Memory
from memories.models.choices import Event, LifecycleState
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(say, home, now):
    """Ana says something, and the server takes from it what it states; answers with the messages."""

    def _heard(*texts):
        turns = say(*texts)
        extract_facts(workspace_id=home.workspace_id, now=now)
        index_turns(workspace_id=home.workspace_id, now=now)
        return turns

    return _heard


@pytest.fixture
def states(in_home):
    def _states():
        with in_home():
            return set(Memory.objects.values_list("state", flat=True))

    return _states


def delete(client, turn, *, whole=False, **fields):
    return client.post(f"/conversations/{turn}/delete{'-all' if whole else ''}", fields, follow=True)


def test_a_deleted_message_is_gone_for_the_person_and_for_agents(owner, heard, home, in_home):
    first, second = heard("I planted tomatoes.", "They are red.")
    answer = delete(owner, second)
    assert answer.redirect_chain[-1][0] == f"/conversations/{first}"
    page = answer.content.decode()
    assert "The message was deleted." in page and "They are red" not in page and "I planted tomatoes" in page
    assert owner.get(f"/conversations/{second}").status_code == 404
    api = by_key(home, "supervisor")
    with in_home():
        session = Session.objects.get()
        assert not Chunk.objects.filter(turn_id=second).exists()
    turns = api.get(f"/sessions/{session.id}/turns").json()["results"]
    assert [turn["content"] for turn in turns] == ["I planted tomatoes."]
    assert api.get(f"/sessions/{session.id}").json()["turns"] == 1
    found = api.post("/memory/query", {"user_id": str(home.user_id), "query": "What is red?"})
    assert "They are red" not in found.content.decode()


def test_a_deleted_conversation_leaves_the_list_and_the_counts(owner, heard):
    turn, _other = heard("I planted tomatoes.", "They are red.")
    kept = heard("My cat is grey.")[0]
    page = delete(owner, turn, whole=True)
    assert page.redirect_chain[-1][0] == "/conversations" and "The conversation was deleted." in page.content.decode()
    assert "See it in the timeline" in page.content.decode()
    assert [one.first.id for one in page.context["conversations"]] == [kept]
    assert {name: owner.get("/my-data").context[name] for name in ("conversations", "turns")} == {
        "conversations": 1,
        "turns": 1,
    }


def test_what_was_remembered_stays_unless_it_is_to_go(owner, heard, states):
    (turn,) = heard("I have a dog called Rex.")
    page = owner.get(f"/conversations/{turn}/delete")
    assert page.context["made_count"] == 1 and "Also forget the 1 memory made from it" in page.content.decode()
    delete(owner, turn)
    assert states() == {LifecycleState.ACTIVE}


def test_the_page_of_what_was_remembered_says_that_the_message_was_deleted(owner, heard, in_home):
    (turn,) = heard("My favourite food is ramen.")
    with in_home():
        memory_id = Memory.objects.get(state=LifecycleState.ACTIVE).id
    before = owner.get(f"/memories/{memory_id}").content.decode()
    delete(owner, turn)
    after = owner.get(f"/memories/{memory_id}").content.decode()
    told = "The message that it comes from was deleted."
    assert told not in before and told in after and "ramen" in after


@pytest.mark.parametrize("whole", [False, True])
def test_what_was_remembered_is_forgotten_with_it(owner, heard, states, whole):
    (turn,) = heard("I have a dog called Rex.")
    assert "1 memory was forgotten." in delete(owner, turn, whole=whole, forget="on").content.decode()
    assert states() == {LifecycleState.SOFT_DELETED}


@pytest.mark.parametrize("path", ["delete", "delete-all"])
def test_the_page_names_what_the_same_assistant_saved_meanwhile(owner, heard, note, path):
    (turn,) = heard("Hello.")
    memory_id = note("Ana takes the night train.", category="tasks")
    page = owner.get(f"/conversations/{turn}/{path}").content.decode()
    assert "No memory is linked to it." in page and "Saved by the same assistant around that time" in page
    assert f'href="/memories/{memory_id}"' in page and 'name="forget"' not in page


@pytest.mark.parametrize("path", ["delete", "delete-all"])
def test_the_page_names_a_memory_whose_earlier_text_came_from_it(owner, heard, note, path):
    (turn,) = heard("Hello.")
    memory_id = note("Ana bakes a lemon cake.", category="tasks", source_event_id=f"turn:{turn}")
    assert owner.get(f"/conversations/{turn}/{path}").context["made_count"] == 1
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial
    owner.post(f"/memories/{memory_id}/edit", form | {"content": "Ana bakes an orange cake."})
    page = owner.get(f"/conversations/{turn}/{path}").content.decode()
    assert "An earlier text of these came from it." in page and f'href="/memories/{memory_id}"' in page
    assert "No memory is linked to it." not in page and 'name="forget"' not in page


@pytest.mark.parametrize("path", ["delete", "delete-all"])
@pytest.mark.parametrize("way", ["forget", "wrong"])
def test_the_page_names_what_came_from_it_and_can_be_brought_back(owner, heard, in_home, path, way):
    (turn,) = heard("I have a dog called Rex.")
    with in_home():
        memory_id = Memory.objects.get(state=LifecycleState.ACTIVE).id
    owner.post(f"/memories/{memory_id}/{way}")
    page = owner.get(f"/conversations/{turn}/{path}").content.decode()
    assert "forgotten or marked as wrong. You can still bring them back:" in page
    assert f'href="/memories/{memory_id}"' in page and "No memory is linked to it." not in page


def test_what_was_saved_on_another_day_or_by_another_assistant_is_not_named(owner, heard, note, now, planner):
    (turn,) = heard("Hello.")
    note("Ana takes the night train.", category="tasks", at=now - timedelta(days=1))
    note("Ship on Friday.", actor=planner, key="b", category="tasks")
    assert owner.get(f"/conversations/{turn}/delete-all").context["meanwhile"] == []


def test_the_page_tells_of_requests_that_still_wait(owner, heard):
    (turn,) = heard("I live in Lisbon.")
    assert owner.get(f"/conversations/{turn}/delete").context["waiting"] == 1
    assert owner.get(f"/conversations/{turn}/delete-all").context["waiting"] == 1
    delete(owner, turn)
    assert owner.get("/inbox").status_code == 200 and owner.get("/inbox").context["items"]


def test_the_history_says_that_it_was_deleted_and_not_what_it_said(owner, heard, in_home, supervisor, now):
    first, second = heard("I planted tomatoes.", "They are red.")
    delete(owner, second)
    delete(owner, first, whole=True)
    with in_home():
        rows = [row.meta for row in History.objects.filter(event=Event.PURGE).order_by("created_at")]
        session = Session.objects.get()
    which = {"said_at": now.isoformat(), "agents": [str(supervisor.id)], "forgotten": 0}
    assert rows == [
        {"erased": "turn", "id": str(second), "messages": 1, **which},
        {"erased": "session", "id": str(session.id), "messages": 1, **which},
    ]
    page = owner.get("/timeline").content.decode()
    day = date_format(localtime(now), "DATE_FORMAT")
    assert page.count(f"Conversation of {day} with Your supervisor assistant") == 2 and "tomatoes" not in page
    assert "You deleted a message of a conversation." in page and "You deleted a conversation." in page
    staff = owner.get("/admin/memories/history/").content.decode()
    assert "Message of a conversation erased" in staff and "Everything of a person erased" not in staff


def test_what_an_agent_sends_again_stays_deleted(owner, home, heard, supervisor, in_home, now):
    (turn,) = heard("Hello.")
    with in_home():
        session = Session.objects.get()
    again = [TurnDraft(role="user", content="They are red.", external_id="a")]

    def send():
        return append_turns(session_id=session.id, drafts=again, actor=supervisor, now=now)[0]

    said, _is_new = send()
    delete(owner, said.id)
    kept, is_new = send()
    assert not is_new and not kept.content
    with in_home():
        assert not Turn.objects.filter(content__contains="red").exists()
    assert owner.get(f"/conversations/{turn}").context["later"] == []


def test_a_conversation_goes_on_after_it_was_deleted(owner, heard, supervisor, in_home, now):
    (turn,) = heard("Hello.")
    delete(owner, turn, whole=True)
    with in_home():
        session = Session.objects.get()
    append_turns(
        session_id=session.id, drafts=[TurnDraft(role="user", content="I am back.")], actor=supervisor, now=now
    )
    assert "I am back." in owner.get("/conversations").content.decode()


def test_the_export_has_no_name_or_times_of_a_deleted_conversation(owner, heard, in_home):
    first, second = heard("I planted tomatoes.", "They are red.")
    with in_home():
        Session.objects.update(external_id="moving in")
        session_id = Session.objects.get().id

    def exported():
        (found,) = json.loads(owner.get("/my-data/export.json").getvalue())["sessions"]
        return found

    delete(owner, second)
    assert exported()["external_id"] == "moving in" and exported()["last_turn_at"]
    delete(owner, first, whole=True)
    deleted = exported()
    assert deleted["id"] == str(session_id) and deleted["external_id"] == ""
    assert not deleted.keys() & {"created_at", "closed_at", "last_turn_at"}


@pytest.mark.parametrize("whole", [False, True])
def test_nobody_deletes_anothers(colleague, outsider, heard, in_home, whole):
    (turn,) = heard("I planted tomatoes.")
    for client in (colleague, outsider):
        assert delete(client, turn, whole=whole).status_code == 404
        assert client.get(f"/conversations/{turn}/delete").status_code == 404
    with in_home():
        assert Turn.objects.filter(id=turn, erased_at=None).exists()


def test_both_pages_can_be_read_by_all(owner, heard, problems_of):
    (turn,) = heard("I have a dog called Rex.")
    for path in (f"/conversations/{turn}", f"/conversations/{turn}/delete", f"/conversations/{turn}/delete-all"):
        assert problems_of(owner.get(path)) == []

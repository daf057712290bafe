"""What the jobs have not read yet of a conversation, only the agent that stored it reads: nobody knows yet what of it
is to be withheld."""

import pytest
from django.utils import timezone

from conversations.models import Turn
from intelligence.actions.extract_facts import extract_facts
from memories.maintenance.index_turns import index_turns
from workspaces import scope

SAID = "I am HIV positive. The ferry to the island leaves at noon."
ECHO = "Sorry to hear that you are HIV positive. The ferry takes an hour."


@pytest.fixture
def session(api, ana):
    """The supervisor stores a message, an answer to it and then another message."""
    made = api.post("/sessions", {"user_id": ana}).json()["id"]
    for role, content in (("user", SAID), ("assistant", ECHO)):
        assert api.post(f"/sessions/{made}/turns", {"role": role, "content": content}).status_code == 201
    return made


@pytest.fixture
def read_by_job(home):
    def _read():
        for job in (index_turns, extract_facts):
            job(workspace_id=home.workspace_id, now=timezone.now())

    return _read


def turns(client, session):
    return [one["content"] for one in client.get(f"/sessions/{session}/turns").json()["results"]]


def found(client, ana, **more):
    hits = client.post("/memory/query", {"user_id": ana, "query": "When does the ferry leave?", **more}).json()
    return [one for one in hits if one["kind"] == "turn"]


def recent(client, ana, session):
    body = client.post("/context", {"user_id": ana, "session_id": session, "query": "the ferry"}).json()
    return [one["content"] for one in body["recent_turns"]], body["text"]


def test_another_agent_reads_nothing_of_it_before(api, other, ana, session):
    assert turns(other, session) == [] and found(other, ana) == []
    shown, text = recent(other, ana, session)
    assert shown == [] and "HIV" not in text and "ferry" not in text
    assert "HIV" not in b"".join(other.get(f"/users/{ana}/export").streaming_content).decode()


def test_the_agent_that_stored_it_the_person_and_staff_read_it_at_once(api, owner, ana, session):
    assert turns(api, session) == [SAID, ECHO] and len(found(api, ana)) == 2
    assert recent(api, ana, session)[0] == [SAID, ECHO]
    assert turns(owner, session) == [SAID, ECHO]
    first = owner.get(f"/sessions/{session}/turns").json()["results"][0]["id"]
    assert "HIV positive" in owner.client.get(f"/conversations/{first}").content.decode()


def test_afterwards_others_read_what_is_not_withheld(other, ana, session, read_by_job):
    read_by_job()
    withheld = ["[withheld] The ferry to the island leaves at noon.", "[withheld] The ferry takes an hour."]
    assert turns(other, session) == withheld
    assert sorted(one["content"] for one in found(other, ana)) == sorted(withheld)
    assert recent(other, ana, session)[0] == withheld


def test_what_stands_beside_a_hit_is_not_told_either(api, other, ana, session, read_by_job):
    read_by_job()
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "I voted for the Greens."})
    hits = found(other, ana, neighbours=True)
    assert hits and "Greens" not in str(hits)
    assert "Greens" in str(found(api, ana, neighbours=True))


def test_an_answer_to_what_was_read_is_told_as_soon_as_it_is_indexed(api, other, session, read_by_job):
    read_by_job()
    api.post(f"/sessions/{session}/turns", {"role": "assistant", "content": "Shall I book it?"})
    assert "Shall I book it?" not in turns(other, session)
    read_by_job()
    assert turns(other, session)[-1] == "Shall I book it?"
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "Yes."})
    assert turns(other, session)[-1] == "Shall I book it?"


def test_a_message_that_the_person_stored_themselves_waits_for_the_job_too(owner, other, ana, read_by_job):
    session = owner.post("/sessions", {"user_id": ana}).json()["id"]
    assert owner.post(f"/sessions/{session}/turns", {"role": "user", "content": "Good morning."}).status_code == 201
    assert turns(other, session) == []
    read_by_job()
    assert turns(other, session) == ["Good morning."]


def test_a_receipt_shows_another_agent_s_message_no_longer_while_it_is_unread(home, other, ana, session, read_by_job):
    read_by_job()
    answer = other.post("/memory/query", {"user_id": ana, "query": "When does the ferry leave?"})
    event = f"/retrieval-events/{answer.headers['X-Retrieval-Event']}"
    assert "ferry takes an hour" in other.post(f"{event}/replay").content.decode()
    with scope.enter(home.workspace_id):
        Turn.objects.update(extracted_at=None)
    assert "ferry takes an hour" not in other.post(f"{event}/replay").content.decode()

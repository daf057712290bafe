"""The list of activity and the page of an answer count the same things, and what was deleted is called deleted."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from consent.changes import SetFact
from consent.gate import submit
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from memories.drafts import FactDraft
from memories.models import Memory
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.models import Person

pytestmark = pytest.mark.django_db
TEXTS = ("Ana's release has a plan.", "The tea is hot.", "Ana's release has parts.")


@pytest.fixture
def asked(home, supervisor):
    def _asked(query="When is Ana's release?"):
        request = QueryRequest(user_id=str(home.user_id), query=query)
        return memory_query(request, actor=supervisor, now=timezone.now()).event_id

    return _asked


@pytest.fixture
def named(home, supervisor, now):
    """Messages that the assistant has ids of its own for; the ids here."""

    def _named(*contents):
        session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
        drafts = [
            TurnDraft(role="user", speaker="Ana", content=text, external_id=f"m{number}")
            for number, text in enumerate(contents)
        ]
        return [turn.id for turn, _ in append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)]

    return _named


def page_of(client, event):
    return client.get(f"/activity/{event}").content.decode()


@pytest.fixture
def received(home, in_home):
    """An answer with these memories, found, and these messages, some of them whatever was asked; its id."""

    def _received(memories, found, always=()):
        results = [{"kind": "memory", "id": str(one), "version": 1, "score": 0.9} for one in memories]
        results += [{"kind": "turn", "id": str(one), "version": 1, "score": 0.8} for one in found]
        results += [{"kind": "turn", "id": str(one), "version": 1, "score": None} for one in always]
        with in_home():
            event = RetrievalEvent.objects.create(
                person_id=home.user_id,
                scope=f"memories/{home.user_id}",
                query="When is Ana's release?",
                actor_label="agent:planner",
                returned_memory_ids=list(memories),
                results=results,
                created_at=timezone.now(),
            )
        return event.id

    return _received


def test_the_list_and_the_page_count_memories_and_messages_alike(owner, say, note, received):
    event = received([note()], say(*TEXTS))
    told = "4 results: 1 memory, 3 messages"
    assert told in owner.get("/activity").content.decode() and told in page_of(owner, event)
    assert "Conversation, 3 messages" in page_of(owner, event)


def test_results_that_every_answer_includes_are_counted_so_too(owner, say, note, received):
    found, always = say("Ana's release has parts."), say(*TEXTS)
    page = page_of(owner, received([note()], found, always))
    assert "3 more results that every answer includes" in page and "Conversation, 1 message<" in page


@pytest.mark.parametrize("store", ["say", "named"])
def test_a_deleted_message_is_called_deleted_with_the_day(owner, asked, store, request):
    turns = request.getfixturevalue(store)(*TEXTS)
    event = asked()
    owner.post(f"/conversations/{turns[0]}/delete")
    page = page_of(owner, event)
    assert f"Deleted on {date_format(localtime(timezone.now()))}" in page and "visible" not in page
    assert "has a plan" not in page


@pytest.mark.parametrize(("store", "told"), [("say", "Deleted since"), ("named", "Deleted on")])
def test_so_is_a_message_of_a_deleted_conversation(owner, asked, store, told, request):
    turns = request.getfixturevalue(store)(*TEXTS)
    event = asked()
    owner.post(f"/conversations/{turns[0]}/delete-all")
    page = page_of(owner, event)
    assert told in page and "visible" not in page
    assert told in owner.post(f"/activity/{event}").content.decode().partition('role="status"')[2]


def test_what_expired_is_called_so(owner, note, looked_up, in_home):
    memory_id = note()
    looked_up("When is the release?", memory_id)
    with in_home():
        Memory.objects.filter(id=memory_id).update(expires_at=timezone.now() - timedelta(minutes=1))
        event = RetrievalEvent.objects.latest("created_at").id
    assert "Expired since" in page_of(owner, event)


def test_what_is_not_the_reader_s_is_called_that(owner, colleague, home, note, looked_up, in_home):
    """Only what they may not see: here a memory of Ben's."""
    with in_home():
        ben = Person.objects.get(name="Ben")
    looked_up("When is the release?", note(person_id=ben.id))
    with in_home():
        event = RetrievalEvent.objects.latest("created_at").id
    assert "Not visible to you" in page_of(owner, event)
    assert "1 memory that is not visible to you" in owner.get("/activity").content.decode()


def test_what_was_deleted_is_told_in_one_wording(owner, say, named, received):
    """Of a message without an id of its own nobody knows the day any more."""
    plain, other = say(*TEXTS), named("Ana's boat is red.")
    event = received([], [plain[0], other[0]])
    for turn in (plain[0], other[0]):
        owner.post(f"/conversations/{turn}/delete-all")
    page = page_of(owner, event)
    assert page.count("Deleted since") == 2 and "Deleted on" not in page


def test_why_tells_that_needs_were_joined(owner, home, supervisor, person, now):
    for value in ("sesame", "lactose"):
        draft = FactDraft(person_id=home.user_id, category="constraint", key="allergies", value=value, item=value)
        submit(SetFact(draft=draft), actor=person, now=now)
    few, many = (
        memory_query(
            QueryRequest(user_id=str(home.user_id), query="What can I cook?", top_k=size), actor=supervisor, now=now
        ).event_id
        for size in (1, 5)
    )
    told = "The answer had room for 1 result, so several allergies"
    assert told in page_of(owner, few) and "The answer had room" not in page_of(owner, many)


def test_the_ways_by_which_results_were_found_agree_with_what_each_says(owner, home, note, in_home):
    """One that no way finds comes along where nothing is nearer, and one is linked to another."""
    texts = ("The release is on Friday.", "The tea is hot.", "The tests run nightly.")
    ids = [note(text, key=str(number)) for number, text in enumerate(texts)]
    told = [
        {"score": 0.9, "signals": {"meaning": 0.3, "words": 0.2, "recency": 0.1}},
        {"score": 0.2, "signals": {"recency": 0.1, "substance": 0.02}},
        {"score": None, "because": "linked"},
    ]
    results = [{"kind": "memory", "id": str(one), "version": 1, **row} for one, row in zip(ids, told, strict=True)]
    with in_home():
        event = RetrievalEvent.objects.create(
            person_id=home.user_id, scope=f"memories/{home.user_id}", query="When is the release?",
            actor_label="agent:planner", returned_memory_ids=ids, results=results, created_at=timezone.now(),
        )  # fmt: skip
    theirs, staffs = (
        unescape(re.sub(r"<[^>]+>|\s", " ", owner.get(path).content.decode()))
        for path in (f"/activity/{event.id}", f"/admin/retrieval/retrievalevent/{event.id}/why/")
    )
    theirs, staffs = (" ".join(page.split()) for page in (theirs, staffs))

    for page in (theirs, staffs):
        assert "How it was found: Similar meaning, Same words" in page
        assert "How it was found: Little in common, but nothing nearer" in page
    assert "Linked to another result: 1 Little in common, but nothing nearer: 1" in theirs
    assert "1 Linked to another result · 1 Little in common, but nothing nearer" in staffs
    assert "How it was found: Linked to another result" in staffs

"""Of a file with broken records what can be read is imported; what cannot is listed with its place and reason."""

import json
from functools import partial

import pytest

from conversations.models import Turn
from memories.models import Memory
from tests.interfaces.admin.imports.files import counts

pytestmark = pytest.mark.django_db
CLAUDE = {"uuid": "k", "chat_messages": [{"uuid": "m", "sender": "human", "text": "I grow figs."}]}
CHATGPT = {"id": "c", "mapping": {"m": {"children": [], "message": {"id": "m", "author": {"role": "user"}}}}}
CHATGPT["mapping"]["m"]["message"] |= {"content": {"content_type": "text", "parts": ["I grow figs."]}}
MEM0 = {"id": "1", "memory": "Grows figs."}
ITEM = {"namespace": ["notes"], "key": "a", "value": {"text": "Grows figs."}}
ENTITY = {"type": "entity", "name": "Ana", "entityType": "person", "observations": ["Grows figs."]}
RELATION = {"type": "relation", "from": "Ana", "to": "Ana", "relationType": "likes"}
DEEP = json.loads("[" * 100 + "]" * 100)


@pytest.fixture
def bring(upload, work, told):
    """Import records of a format; answers with the page that follows."""

    def _bring(source, *records):
        text = "\n".join(map(json.dumps, records)) if source == "mcp" else json.dumps(records)
        upload(text=text, name="export.json", source=source)
        work()
        told(**{"import": "1"})
        work()
        return told()

    return _bring


@pytest.mark.parametrize(
    ("source", "broken", "good", "reason"),
    [
        ("claude", {"uuid": "x"}, CLAUDE, "Conversation 1 is not one of Claude’s: it lacks “chat_messages”."),
        ("claude", {"uuid": "x", "chat_messages": "Hi."}, CLAUDE, "Conversation 1 is not one of Claude’s: one of its"),
        ("claude", 7, CLAUDE, "Entry 1 is not an object."),
        ("chatgpt", {"id": "x"}, CHATGPT, "Conversation 1 is not one of ChatGPT’s: it lacks “mapping”."),
        ("chatgpt", {"id": "x", "mapping": []}, CHATGPT, "Conversation 1 is not one of ChatGPT’s: one of its values"),
        ("mem0", {"memory": "Sews."}, MEM0, "Memory 1 has no ID or no text."),
        ("mem0", {"id": "2", "memory": " "}, MEM0, "Memory 1 has no ID or no text."),
        ("mem0", MEM0 | {"id": "2", "metadata": "chat"}, MEM0, "Memory 1 is not one of mem0’s: one of its values"),
        ("mem0", MEM0 | {"id": "2", "metadata": {"a": DEEP}}, MEM0, "Entry 1 cannot be stored: it has more than 64"),
        ("mem0", MEM0 | {"id": "2", "created_at": "soon"}, MEM0, "occurred_at: must be a date with a time."),
        ("langgraph", {"key": "b"}, ITEM, "Entry 1 is no item of a store: it lacks “namespace”."),
        ("mcp", {"type": "node"}, ENTITY, "Line 1 is neither an entity nor a relation."),
        ("mcp", [], ENTITY, "Line 1 is not an object."),
        ("mcp", {"type": "entity", "name": "B"}, ENTITY, "Line 1 cannot be read: entityType: this key is missing."),
    ],
)
def test_a_broken_record_stops_no_other(bring, in_home, source, broken, good, reason):
    page = bring(source, broken, good)

    [(place, _record, told)] = page.context["problems"]
    assert place == 1 and told.startswith(reason)
    assert counts(page)["Left out: see the problems"] == 1
    with in_home():
        assert Turn.objects.exists() if source in ("claude", "chatgpt") else Memory.objects.exists()


def test_a_message_that_cannot_be_read_stops_no_other_of_its_conversation(bring, in_home):
    messages = [{"uuid": "m1", "sender": "human", "text": "Hi."}, {"text": "Lost."}, CLAUDE["chat_messages"][0]]
    page = bring("claude", CLAUDE | {"chat_messages": [*messages, messages[0] | {"uuid": "m3", "created_at": "soon"}]})

    told = [(place, reason) for place, _record, reason in page.context["problems"]]
    assert told == [
        (1, "Message 2 cannot be read: it lacks “sender”."),
        (1, "Message m3 cannot be read: occurred_at: must be a date with a time."),
    ]
    with in_home():
        assert [*Turn.objects.order_by("position").values_list("content", flat=True)] == ["Hi.", "I grow figs."]


def test_a_relation_that_is_broken_is_told_once_with_its_line(bring):
    page = bring("mcp", RELATION, ENTITY, RELATION | {"to": ""}, 7)
    assert sorted(place for place, *_told in page.context["problems"]) == [3, 4]
    assert page.context["place"] == "Line" and counts(page)["Left out: see the problems"] == 2


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_reasons_are_told_in_the_language_of_whoever_reads_them(bring, told, owner, language):
    page = bring("mem0", MEM0, {"memory": "Sews."}, MEM0 | {"id": "3", "created_at": "soon"})
    english = {reason for *_place, reason in page.context["problems"]}
    there = owner.get(page.request["PATH_INFO"], headers={"accept-language": language})
    assert len(english) == 2 and not english & {reason for *_place, reason in there.context["problems"]}


TWICE = ({"id": "a", "content": "Grows figs."}, {"id": "b", "content": "grows  figs"}, {"id": "c", "content": "Sews."})


def test_records_that_say_the_same_are_told_before_and_after(upload, work, told, in_home):
    upload(*TWICE)
    work()
    note = (2, "b", "It says the same as a in this file.")
    assert told().context["repeated"] == [note] and told().context["problems"] == []
    assert counts(told()) == {"Would be stored": 3, "Of these say the same as another memory": 1}
    assert "What says the same" in told().content.decode()

    told(**{"import": "1"})
    work()
    assert told().context["repeated"] == [note] and counts(told())["Stored"] == 3
    with in_home():
        assert Memory.objects.count() == 3


def test_a_record_that_says_what_is_stored_already_is_told(upload, work, told):
    for line in ({"content": "Sews."}, {"id": "z", "content": "Sews."}):
        upload(line)
        work()
        repeated = told().context["repeated"]
        told(**{"import": "1"})
        work()

    assert repeated == [(1, "z", "It says the same as a memory that is stored.")]
    upload({"id": "z", "content": "Sews."})
    work()
    assert told().context["repeated"] == [] and counts(told()) == {"Are there already": 1}


def test_what_says_the_same_is_found_across_slices(upload, work, told, monkeypatch):
    monkeypatch.setattr("operations.importing.uploads.SLICE_SECONDS", 0.0)
    lines = partial(map, lambda number: {"id": f"m{number}", "content": f"Grows {number % 60} figs."})
    upload(*lines(range(70)))
    work()
    assert counts(told())["Of these say the same as another memory"] == 10

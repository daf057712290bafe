"""The person is told on every page what staff imported, and from which file."""

import json

import pytest

from consent.changes import SetFact
from intelligence.actions.extract_facts import extract_facts
from memories.drafts import FactDraft
from memories.models import Memory

pytestmark = pytest.mark.django_db
TURN = {
    "type": "turn",
    "session": "pets",
    "role": "user",
    "content": "I have two cats, Mia and Pingo.",
    "occurred_at": "2025-09-01T10:00:00+00:00",
}


@pytest.fixture
def bring(upload, work, told):
    def _bring(*lines, source="jsonl", name="notes.jsonl"):
        upload(
            text="\n".join(map(json.dumps, lines)) if source == "jsonl" else json.dumps(lines), name=name, source=source
        )
        work()
        told(**{"import": "1"})
        work()

    return _bring


@pytest.fixture
def cats(bring, home, now, in_home):
    """The memory that the server took from an imported conversation."""
    bring(TURN)
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        return Memory.objects.select_related("current").get(key__startswith="fact:identity.pets")


def test_an_imported_conversation_says_so_in_the_list_and_on_its_page(owner, bring):
    bring(TURN)
    listed = owner.get("/conversations")
    assert "Imported by your admin: notes.jsonl" in listed.content.decode()
    (talk,) = listed.context["conversations"]
    assert "Imported by your admin: notes.jsonl" in owner.get(f"/conversations/{talk.first.id}").content.decode()


def test_one_that_an_assistant_stored_does_not(owner, say):
    (turn,) = say("I planted tomatoes.")
    for path in ("/conversations", f"/conversations/{turn}"):
        assert "Imported by" not in owner.get(path).content.decode()


def test_what_was_read_in_it_says_that_the_admin_imported_it(owner, cats):
    page = owner.get(f"/memories/{cats.id}").content.decode()
    assert "Said by you in a conversation that your admin imported" in page
    assert "From a conversation that your admin imported: notes.jsonl." in page
    assert "From a conversation that your admin imported: notes.jsonl." in owner.get("/timeline").content.decode()
    rows = owner.get("/memories", {"view": "latest", "trust": "said"}).content.decode()
    assert "Said by you in a conversation that your admin imported" in rows


def test_an_imported_memory_names_the_file_and_keeps_the_day_of_its_record(owner, bring, in_home):
    bring({"id": "1", "memory": "Grows figs.", "created_at": "2025-06-01T10:00:00Z"}, source="mem0", name="mem0.json")
    with in_home():
        memory = Memory.objects.get()
    page = owner.get(f"/memories/{memory.id}").content.decode()
    assert "From an imported file: mem0.json." in page and "Of 1 June 2025, saved" in page
    assert "Of 1 June 2025, saved" in owner.get("/memories", {"view": "latest"}).content.decode()
    assert "From an imported file: mem0.json." in owner.get("/timeline").content.decode()


def test_the_inbox_calls_no_import_an_assistant(owner, bring, send, home):
    bring({"type": "fact", "category": "identity", "key": "city", "value": "Lisbon"})
    assert "Your assistants want" not in owner.get("/inbox").content.decode()
    send(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="preferred_name", value="Anita")))
    page = owner.get("/inbox")
    assert len(page.context["items"]) == 2 and "Your assistants want" not in page.content.decode()
    assert "These requests are about you." in page.content.decode()

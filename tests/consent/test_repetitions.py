"""R38: a note without a key that says again, word for word, what stands merges with it at once."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client

from consent.proposals.decide import approve_proposal
from memories.models import History, OperationalEvent, Provenance
from memories.repetitions import active_notes
from workspaces import scope
from workspaces.namespaces import default_thread

pytestmark = pytest.mark.django_db(transaction=True)
TEA = "Ana likes green tea in the morning."


@pytest.fixture
def say(home):
    def _say(content=TEA, agent="supervisor", **fields):
        api = Client(headers={"Authorization": f"Bearer {home.api_keys[agent]}"})
        body = {"user_id": str(home.user_id), "content": content, **fields}
        return api.post("/api/v1/memories", body, content_type="application/json").json()

    return _say


@pytest.mark.parametrize("again", [TEA, "ana likes  green tea in the morning", "ANA LIKES GREEN TEA IN THE MORNING!"])
def test_the_same_words_again_merge_with_what_stands(say, again):
    first, second = say(), say(again)
    assert (second["status"], second["memory_id"]) == ("merged", first["memory_id"])
    assert second["version"] == 1


def test_the_merge_is_in_history_header_events_and_provenance(say, home):
    memory_id = say()["memory_id"]
    say(session_id=None, source_identity="Tom")
    with scope.enter(home.workspace_id):
        assert list(History.objects.filter(memory_id=memory_id).values_list("event", flat=True)) == ["ADD", "MERGE"]
        merged = OperationalEvent.objects.get(op="merge")
        assert (merged.node, merged.status, merged.sim) == ("hotpath", "ok", 1.0)
        assert Provenance.objects.filter(memory_id=memory_id, source_identity="Tom").exists()
    api = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"})
    told = api.get(f"/api/v1/threads/{default_thread(home.user_id)}/changes", {"since": 0}).json()["header"]
    assert f"↔merged: Combined 2 notes: {TEA}" in told


def test_an_index_finds_what_is_said_again_under_row_level_security(home, say):
    for number in range(30):
        say(f"Ana's tea number {number} is green.")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories_memory, memories_memoryversion")
    with scope.enter(home.workspace_id):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # the table is small yet
        assert "using version_by_spelling" in active_notes([f"memories/{home.user_id}"], [TEA]).explain()


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "Ana likes green tea in the evening."},
        {"tags": ["drinks"]},
        {"metadata": {"source": "chat"}},
        {"title": "Tea"},
        {"category": "goals"},
        {"sensitivity": "public"},
        {"memory_type": "insight"},
        {"key": "tea"},
        {"importance": 5},
        {"expires_at": "2099-01-01T00:00:00Z"},
    ],
)
def test_what_says_more_or_lies_elsewhere_is_a_memory_of_its_own(say, fields):
    first, second = say(), say(**fields)
    assert second["status"] == "created" and second["memory_id"] != first["memory_id"]


def test_what_was_forgotten_is_not_brought_back(say, home):
    first = say()
    Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"}).delete(
        f"/api/v1/memories/{first['memory_id']}"
    )
    assert say()["memory_id"] != first["memory_id"]


def test_nobody_learns_by_it_what_they_may_not_read(say, home):
    seen, hidden = say(category="goals"), say("Ana rows.", category="relationships")
    assert say(category="goals", agent="planner")["memory_id"] == seen["memory_id"]
    assert say("Ana rows.", category="goals", agent="planner")["memory_id"] != hidden["memory_id"]


def test_what_was_agreed_to_needs_no_second_yes(say, person, now):
    asthma = "Ana has asthma and carries an inhaler."
    asked = say(asthma)
    approved = approve_proposal(proposal_id=UUID(asked["proposal_id"]), actor=person, now=now)

    again = say(asthma)

    assert (asked["status"], again["status"]) == ("pending_consent", "merged")
    assert UUID(again["memory_id"]) == approved.memory_id
    assert say("Ana has asthma and carries two inhalers.")["status"] == "pending_consent"


def test_who_may_not_read_what_was_agreed_to_asks(say, person, now):
    asked = say("Ana has asthma.", category="relationships")
    approve_proposal(proposal_id=UUID(asked["proposal_id"]), actor=person, now=now)
    assert say("Ana has asthma.", agent="planner", category="goals")["status"] == "pending_consent"


@pytest.fixture
def agreed(say, person, now):
    """Send a text, and have the person agree to it some minutes from now."""

    def agree(content, *, minutes=0, **fields):
        asked = say(content, **fields)
        at = now + timedelta(minutes=minutes)
        return approve_proposal(proposal_id=UUID(asked["proposal_id"]), actor=person, now=at).memory_id

    return agree


def test_a_field_that_was_agreed_to_needs_no_second_yes(say, agreed):
    memory_id = agreed("Ana lives in Lisbon.")
    again = say("Ana lives in Lisbon.")
    assert (again["status"], UUID(again["memory_id"])) == ("merged", memory_id)


def test_an_older_value_of_the_field_does_not_make_it_new(say, agreed, set_fact, person, now):
    set_fact("identity", "city", "Porto", actor=person, at=now - timedelta(days=1))
    agreed("Ana lives in Lisbon.")
    assert say("Ana lives in Lisbon.")["status"] == "merged"


def test_who_says_again_what_a_field_said_before_asks(say, agreed, set_fact, person, now):
    agreed("Ana lives in Lisbon.")
    set_fact("identity", "city", "Porto", actor=person, at=now + timedelta(minutes=1))
    assert say("Ana lives in Lisbon.")["status"] == "pending_consent"


def test_a_later_sentence_says_otherwise_too(say, agreed):
    agreed("Ana lives in Lisbon.")
    agreed("Ana lives in Porto.", minutes=1)
    assert say("Ana lives in Lisbon.")["status"] == "pending_consent"
    assert say("Ana lives in Porto.")["status"] == "merged"


def test_in_a_batch_the_second_of_two_equal_ones_is_the_first(say, home):
    api = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"})
    say()
    items = [{"user_id": str(home.user_id), "content": text} for text in (TEA, "Ana rows.", "Ana rows.")]
    results = api.post("/api/v1/memories/batch", {"items": items}, content_type="application/json").json()["results"]
    assert [one["result"]["status"] for one in results] == ["merged", "created", "merged"]
    assert results[1]["result"]["memory_id"] == results[2]["result"]["memory_id"]

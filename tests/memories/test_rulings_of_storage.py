"""Rulings on what is stored, each by its name and through the gate: R4, R5, R6, R12, R13, R15, R17, R23, R26."""

from datetime import timedelta

import pytest

from consent.changes import SetFact
from consent.gate import submit
from consent.outcomes import Queued
from memories.drafts import FactDraft
from memories.maintenance.forget_memories import forget_expired, forget_unused
from memories.models import Chunk, Fact, History, Memory
from tests.memories import source_examples as examples
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(home):
    """Rows of the home workspace."""

    def _look(read):
        with scope.enter(home.workspace_id):
            return read()

    return _look


@pytest.fixture
def set_fact(home, supervisor, now):
    def _set(category, key, value, *, actor=supervisor, **fields):
        draft = FactDraft(person_id=home.user_id, category=category, key=key, value=value, **fields)
        return submit(SetFact(draft=draft), actor=actor, now=now)

    return _set


@pytest.mark.parametrize("state", ["archived", "deleted", "Archived"])
def test_r4_an_object_gone_at_its_source_keeps_its_row_and_loses_its_chunks(ingest, look, state):
    memory_id = ingest(state="open").memory_id
    ingest(state=state)
    memory = look(lambda: Memory.objects.get(id=memory_id))
    assert (memory.source_state, memory.state) == (state, "active")
    assert look(lambda: Chunk.objects.filter(memory_id=memory_id).exists())
    assert not look(lambda: Chunk.objects.current().filter(memory_id=memory_id).exists())


def test_r4_a_business_state_is_not_the_life_cycle(ingest, look):
    memory_id = ingest(examples.pull_request(), state="merged").memory_id
    memory = look(lambda: Memory.objects.get(id=memory_id))
    assert (memory.source_state, memory.state) == ("merged", "active")
    assert look(lambda: Chunk.objects.current().filter(memory_id=memory_id).exists())


def test_r4_source_and_label_are_two_fields(ingest, look):
    memory_id = ingest(source_label="backend team").memory_id
    memory = look(lambda: Memory.objects.get(id=memory_id))
    assert (memory.source, memory.source_label) == ("github", "backend team")


def test_r5_an_upsert_after_delete_revives_the_same_memory_as_a_new_version(write, forget, supervisor, look):
    first = write("Ship v1 in May.", key="plan", category="goals")
    forget(first.memory_id, supervisor)
    again = write("Ship v1 in June.", key="plan")
    assert (again.memory_id, again.version) == (first.memory_id, 2)
    rows = look(lambda: list(History.objects.order_by("id").values_list("event", flat=True)))
    assert rows == ["ADD", "DELETE", "RESTORE", "UPDATE"]


@pytest.mark.parametrize(("memory_type", "importance"), [("semantic", 0.5), ("episodic", 0.5), ("insight", 0.4)])
def test_r6_defaults_of_memories(write, look, memory_type, importance):
    memory_id = write("Ana ships v1.", memory_type=memory_type, category="goals").memory_id
    assert look(lambda: Memory.objects.get(id=memory_id).importance) == importance


def test_r6_the_default_of_facts(set_fact, look):
    memory_id = set_fact("preference", "coding_style", "black").memory_id
    assert look(lambda: (Memory.objects.get(id=memory_id).importance, Fact.objects.get().importance)) == (0.8, 0.8)


def test_r12_a_fact_is_a_semantic_memory_with_a_structured_address(set_fact, look):
    memory_id = set_fact("constraint", "diet", "vegan").memory_id
    memory = look(lambda: Memory.objects.select_related("current").get(id=memory_id))
    assert (memory.memory_type, memory.current.content, memory.is_fact) == ("semantic", "diet: vegan", True)
    assert look(lambda: History.objects.filter(memory_id=memory.id).count()) == 1
    chunk = look(lambda: Chunk.objects.get(memory_id=memory.id))
    assert chunk.is_lexical_only and not look(chunk.embeddings.exists)


def test_r13_many_values_stand_side_by_side_and_one_supersedes(set_fact, look):
    for value in ("peanuts", "shellfish"):
        set_fact("constraint", "allergies", value, item=value)
    for value in ("black", "ruff"):
        set_fact("preference", "coding_style", value)
    held = look(lambda: set(Fact.objects.active().values_list("key", "value")))
    assert held == {("allergies", "peanuts"), ("allergies", "shellfish"), ("coding_style", "ruff")}


def test_r15_lower_confidence_changes_nothing_and_the_same_does(set_fact, look):
    set_fact("preference", "coding_style", "black", confidence=0.9)
    set_fact("preference", "coding_style", "yapf", confidence=0.8)
    assert look(lambda: Fact.objects.active().get().value) == "black"
    set_fact("preference", "coding_style", "ruff", confidence=0.9)
    assert look(lambda: Fact.objects.active().get().value) == "ruff"


def test_r15_the_person_s_own_word_counts_1_and_wins(set_fact, person, look):
    set_fact("preference", "coding_style", "black", confidence=1.0)
    set_fact("preference", "coding_style", "ruff", actor=person, confidence=0.3)
    assert look(lambda: Fact.objects.active().values_list("value", "confidence").get()) == ("ruff", 1.0)


def test_r17_a_person_verifies_and_an_agent_does_not(write, person, look):
    memory_id = write("Ana ships v1.", key="plan", category="goals").memory_id
    assert look(lambda: Memory.objects.get(id=memory_id).validation_status) == "unverified"
    write("Ana ships v1.", key="plan", actor=person)
    assert look(lambda: Memory.objects.get(id=memory_id).validation_status) == "verified"
    write("Ana ships v1 in June.", key="plan")
    assert look(lambda: Memory.objects.get(id=memory_id).validation_status) == "unverified"


def test_r23_nothing_expires_without_a_ttl_or_the_rule(home, write, look, now):
    write("Ana ships v1.", key="kept", category="goals", importance=0.6)
    write("Ana likes tea.", key="ttl", category="goals", expires_at=now - timedelta(seconds=1))
    write("Somebody sneezed.", key="unused", category="goals", importance=0.2)
    look(lambda: Memory.objects.exclude(key="ttl").update(created_at=now - timedelta(days=5_000)))
    forgotten = [job(workspace_id=home.workspace_id, now=now) for job in (forget_expired, forget_unused)]
    assert forgotten == [1, 1]
    assert look(lambda: list(Memory.objects.alive(now=now).values_list("key", flat=True))) == ["kept"]


def test_what_waits_for_consent_is_no_memory(set_fact, look):
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)
    assert look(Memory.objects.count) == 0

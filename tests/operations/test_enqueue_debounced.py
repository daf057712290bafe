"""What a write wakes: edges within a minute (001 §2), vectors within seconds."""

import pytest

from consent.changes import ForgetMemory, IngestSource, SetFact, WriteMemory
from consent.gate import submit, submit_many
from memories.drafts import FactDraft, MemoryDraft
from memories.sources.drafts import SourceDraft
from operations import queue
from operations.models import JobRun
from tests.memories import source_examples as examples
from workspaces.actions.authenticate_key import authenticate_key

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_was_woken():
    queue._last_linked.clear()


def change(home, key="note", **fields):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content="Ana drinks green tea.", **fields)
    return WriteMemory(draft=draft)


def woken():
    return sorted(JobRun.objects.values_list("job", flat=True))


def test_a_write_wakes_the_linker_of_its_workspace(home, supervisor, now):
    submit(change(home), actor=supervisor, now=now)
    assert list(JobRun.objects.values_list("job", "workspace_id")) == [("link_neighbours", home.workspace_id)]


def test_many_writes_wake_it_once(home, supervisor, now):
    submit_many([change(home, str(number)) for number in range(5)], actor=supervisor, now=now)
    submit(change(home, "later"), actor=supervisor, now=now)
    assert woken() == ["link_neighbours"]


def test_it_is_woken_again_after_ten_seconds(home, supervisor, now):
    submit(change(home), actor=supervisor, now=now)
    queue._last_linked[home.workspace_id] -= queue.LINK_SECONDS
    assert queue._is_time_to_link(home.workspace_id) and not queue._is_time_to_link(home.workspace_id)


def test_what_is_found_by_meaning_at_once_wakes_nobody_else(home, supervisor, now):
    submit(change(home), actor=supervisor, now=now)
    assert "embed_chunks" not in woken()


def test_a_long_object_wakes_who_embeds_the_rest(home, now, monkeypatch):
    monkeypatch.setattr("consent.prepare.CHUNKS_AT_ONCE", 1)
    payload = examples.issue(body="Uploads stop half way, and nobody knows why. " * 200)
    draft = SourceDraft(namespace=("shared", "team"), source="github", source_id="1", title="Long", payload=payload)
    submit(IngestSource(draft=draft), actor=authenticate_key(home.api_keys["researcher"], now=now), now=now)
    assert woken() == ["embed_chunks", "link_neighbours"]


@pytest.mark.parametrize("repeated", [True, False])
def test_what_changes_no_content_wakes_nobody(home, supervisor, now, repeated):
    memory_id = submit(change(home), actor=supervisor, now=now).memory_id
    JobRun.objects.all().delete()
    queue._last_linked.clear()
    submit(change(home) if repeated else ForgetMemory(memory_id=memory_id), actor=supervisor, now=now)
    assert woken() == []


def test_what_waits_for_consent_wakes_nobody(home, supervisor, now):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon")
    submit(SetFact(draft=draft), actor=supervisor, now=now)
    assert woken() == []

"""Source objects through the gate: 004's versions, idempotency and lifecycle, R4 and R5."""

import pytest

from consent.changes import RestoreMemory
from consent.gate import submit
from consent.outcomes import Applied, Refusal, Refused
from memories.models import Chunk, Embedding, History, Memory, MemoryVersion, Provenance
from memories.models.choices import Event
from tests.memories import source_examples as examples
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key

pytestmark = pytest.mark.django_db


def current_chunks(home, memory_id):
    with scope.enter(home.workspace_id):
        return list(Chunk.objects.current().filter(memory_id=memory_id).order_by("chunk_index"))


def test_a_new_object_is_kept_with_all_004_says(home, ingest, kept):
    answer = ingest(
        examples.pull_request(),
        source_id="acme/app#7",
        title="Retry uploads",
        summary="Uploads are tried again.",
        state="open",
        author=examples.ANA,
        labels=("urgent",),
        raw_pointer="s3://raw/7.json",
        source_event_id="e1",
    )
    assert (answer.version, answer.event) == (1, Event.ADD)
    memory = kept(answer.memory_id)
    assert (memory.memory_type, memory.trust, memory.validation_status) == ("source_object", "source", "unverified")
    assert (memory.source, memory.source_type, memory.source_id) == ("github", "pull_request", "acme/app#7")
    assert (memory.source_state, memory.state) == ("open", "active")
    assert memory.author == {"id": "u1", "display_name": "Ana", "handle": "ana"}
    assert memory.tags == ["urgent", "uploads", "backend"]
    version = memory.current
    assert (version.title, version.summary, version.raw_pointer) == (
        "Retry uploads",
        "Uploads are tried again.",
        "s3://raw/7.json",
    )
    assert version.payload["branch"] == {"base": "main", "head": "retries"}
    assert (version.source_event_id, version.previous_version_id) == ("e1", None)


def test_its_text_is_chunked_and_embedded(home, ingest):
    answer = ingest(examples.pull_request())
    chunks = current_chunks(home, answer.memory_id)
    assert [chunk.section_label for chunk in chunks] == ["Body"]
    with scope.enter(home.workspace_id):
        assert Embedding.objects.filter(chunk__memory_id=answer.memory_id).count() == len(chunks)


def test_longer_than_a_memory_may_be(home, ingest):
    body = " ".join(f"Sentence number {n} of a long page." for n in range(1_000))
    answer = ingest(examples.doc_page(body=body), source="notion")
    assert len(current_chunks(home, answer.memory_id)) > 20


def test_what_a_long_object_has_beyond_the_first_chunks_is_embedded_by_the_job(home, ingest):
    body = " ".join(f"Sentence number {n} of a very long page." for n in range(3_000))
    answer = ingest(examples.doc_page(body=body), source="notion")
    with scope.enter(home.workspace_id):
        embedded = Embedding.objects.filter(chunk__memory_id=answer.memory_id).count()
    assert 64 <= embedded < len(current_chunks(home, answer.memory_id))


def test_an_unchanged_object_makes_no_new_version(home, ingest):
    first, again = ingest(), ingest()
    assert (again.memory_id, again.version, again.event) == (first.memory_id, 1, None)
    with scope.enter(home.workspace_id):
        assert History.objects.filter(memory_id=first.memory_id).count() == 1


def test_other_times_alone_make_no_new_version(ingest):
    ingest()
    moved = examples.issue()
    moved["timeline"][0]["created_at"] = "2025-05-05T05:05:05Z"
    assert ingest(moved).version == 1


def test_a_changed_object_makes_a_new_version_and_supersedes_the_chunks(home, ingest):
    first = ingest()
    second = ingest(examples.issue(body="It is solved."))
    assert (second.memory_id, second.version, second.event) == (first.memory_id, 2, Event.UPDATE)
    with scope.enter(home.workspace_id):
        versions = list(MemoryVersion.objects.filter(memory_id=first.memory_id).order_by("number"))
        assert Chunk.objects.filter(memory_version=versions[0], superseded_at__isnull=True).count() == 0
    assert versions[1].previous_version_id == versions[0].id


def test_a_forced_version_is_made_though_nothing_changed(ingest):
    ingest()
    assert ingest(forced=True).version == 2


def test_the_same_event_gets_the_same_answer(ingest):
    first = ingest(source_event_id="e1")
    ingest(examples.issue(body="Later."), source_event_id="e2")
    assert ingest(source_event_id="e1") == first
    assert ingest(forced=True, source_event_id="e1") == first


def test_an_old_event_that_changed_nothing_is_remembered_too(ingest):
    ingest(source_event_id="e1")
    unchanged = ingest(source_event_id="e2")
    ingest(examples.issue(body="Later."), source_event_id="e3")
    assert ingest(source_event_id="e2") == unchanged


def test_vectors_of_unchanged_chunks_are_taken_over(home, ingest):
    body = " ".join(f"Sentence number {n} of a long page." for n in range(400))
    first = ingest(examples.issue(body=body))
    before = {c.chunk_hash for c in current_chunks(home, first.memory_id)}
    ingest(examples.issue(body=body, timeline=[examples.comment("One more remark at the end.")]))
    after = current_chunks(home, first.memory_id)
    assert len(before & {c.chunk_hash for c in after}) >= 5
    with scope.enter(home.workspace_id):
        assert Embedding.objects.filter(chunk__in=after).count() == len(after)


def test_the_state_changes_without_a_new_version(kept, ingest):
    ingest(state="open")
    answer = ingest(state="closed")
    assert (answer.version, answer.event) == (1, Event.UPDATE)
    assert kept(answer.memory_id).source_state == "closed"


@pytest.mark.parametrize("state", ["archived", "deleted", "Archived"])
def test_a_gone_object_keeps_its_row_and_loses_its_chunks(home, ingest, kept, state):
    ingest(state="open")
    answer = ingest(state=state)
    memory = kept(answer.memory_id)
    assert (memory.source_state, memory.state, memory.version) == (state, "active", 1)
    assert current_chunks(home, answer.memory_id) == []


def test_one_that_comes_back_has_chunks_again(home, ingest):
    ingest(state="open")
    ingest(state="archived")
    answer = ingest(state="open")
    assert (answer.version, answer.event) == (2, Event.UPDATE)
    assert len(current_chunks(home, answer.memory_id)) == 1


def test_a_changed_object_revives_what_was_forgotten_an_unchanged_one_does_not(home, ingest, forget, kept):
    first = ingest()
    forget(first.memory_id)
    assert ingest().event is None
    assert kept(first.memory_id).state == "soft_deleted"
    assert ingest(examples.issue(body="New.")).version == 2
    assert kept(first.memory_id).state == "active"
    with scope.enter(home.workspace_id):
        events = History.objects.filter(memory_id=first.memory_id).order_by("id").values_list("event", flat=True)
        assert list(events) == ["ADD", "DELETE", "RESTORE", "UPDATE"]


def test_identity_is_source_type_and_id(ingest):
    one = ingest(source_id="1")
    assert ingest(source_id="2").memory_id != one.memory_id
    assert ingest(source="linear", source_id="1").memory_id != one.memory_id
    assert ingest(examples.ticket(), source_id="1").memory_id != one.memory_id


def test_an_object_lives_in_one_namespace(ingest, about_ana):
    ingest()
    answer = ingest(namespace=about_ana)
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID


def test_another_workspace_has_its_own(home, elsewhere, ingest, now):
    mine = ingest()
    theirs = ingest(actor=authenticate_key(elsewhere.api_keys["researcher"], now=now))
    assert isinstance(theirs, Applied) and theirs.memory_id != mine.memory_id
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 1


def test_an_ordinary_write_can_not_take_an_object_s_address(write):
    answer = write("Mine.", key="source:github:issue:1")
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID


def test_a_pointer_into_another_workspace_s_folder_is_refused(ingest, elsewhere):
    answer = ingest(raw_pointer=f"workspaces/{elsewhere.workspace_id}/memories/1/raw.json")
    assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID


def test_secrets_are_cut_out_of_the_payload(kept, ingest):
    answer = ingest(examples.issue(body="The key is AKIAIOSFODNN7EXAMPLE, keep it."))
    version = kept(answer.memory_id).current
    assert "AKIA" not in version.content and "AKIA" not in str(version.payload)
    assert version.redactions


def test_a_write_says_where_it_comes_from(home, ingest):
    answer = ingest(source_event_id="e1")
    ingest(examples.issue(body="Other."))
    with scope.enter(home.workspace_id):
        rows = list(Provenance.objects.filter(memory_id=answer.memory_id).order_by("version"))
    assert [(row.source_identity, row.version) for row in rows] == [("github", 1), ("github", 2)]
    assert rows[0].source_event == "e1" and rows[1].source_event.startswith("change:")


def test_an_agent_writes_objects_in_its_own_categories(ingest, planner):
    refused = ingest(actor=planner, category="knowledge")
    assert isinstance(refused, Refused) and refused.category == "knowledge"
    assert isinstance(ingest(actor=planner), Applied)


def test_an_older_version_is_restored_with_its_payload(researcher, kept, ingest, now):
    first = ingest()
    ingest(examples.issue(body="Other."))
    submit(RestoreMemory(memory_id=first.memory_id, version=1), actor=researcher, now=now)
    assert kept(first.memory_id).current.payload["body"] == examples.issue()["body"]
    assert ingest().event == Event.UPDATE and kept(first.memory_id).version == 3


@pytest.mark.parametrize("kind", examples.ALL)
def test_what_says_nothing_sensitive_is_kept_at_once_in_a_person_s_namespace(ingest, about_ana, kind):
    answer = ingest(examples.ALL[kind](), namespace=about_ana, author=examples.ANA)
    assert isinstance(answer, Applied) and answer.proposal_ids == ()

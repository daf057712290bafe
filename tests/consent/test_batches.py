"""Many changes in one transaction: each with its own outcome, in order, and no dearer than their rows."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consent.changes import ForgetMemory, LinkMemories, RestoreMemory, SetFact, WriteMemory
from consent.gate import submit_many
from consent.models import Proposal
from consent.outcomes import Applied, Queued, Refused
from conversations.models import ChangeLog, ThreadRevision
from memories import cache
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.embed_chunks import embed_chunks
from memories.models import Chunk, Embedding, History, HistorySalt, Memory, MemoryVersion, OperationalEvent, Provenance
from memories.models.choices import Event
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(home):
    """A change that writes one memory of the owner's."""

    def _note(content, key, **fields):
        namespace = fields.pop("namespace", ("memories", str(home.user_id)))
        return WriteMemory(draft=MemoryDraft(namespace=namespace, key=key, content=content, **fields))

    return _note


@pytest.fixture
def notes(note):
    return lambda count, start=0: [note(f"Release {n} is on Friday.", f"n{n}") for n in range(start, start + count)]


@pytest.fixture
def batch(supervisor, now):
    return lambda *changes, actor=supervisor: submit_many(changes, actor=actor, now=now)


@pytest.fixture
def kept(home):
    def _kept(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.select_related("current").get(id=memory_id)

    return _kept


@pytest.fixture
def counts(home):
    """How many rows each table of what is remembered holds."""

    def _counts(*models):
        with scope.enter(home.workspace_id):
            return [model.objects.count() for model in models]

    return _counts


def test_each_change_has_its_own_outcome_in_order(batch, note):
    answers = batch(
        note("The release is on Friday.", "a"), note("Lives in Lisbon.", "b"), note("Never.", "fact:identity.city")
    )
    assert [type(answer) for answer in answers] == [Applied, Queued, Refused]


def test_all_rows_of_each_memory_are_there(batch, notes, counts):
    batch(*notes(12))
    tables = (Memory, MemoryVersion, Chunk, Embedding, History, HistorySalt, Provenance, ChangeLog)
    assert counts(*tables) == [12] * len(tables)


def test_every_memory_has_its_own_history_with_its_own_version(home, batch, notes):
    answers = batch(*notes(5))
    with scope.enter(home.workspace_id):
        rows = {row.memory_id: row for row in History.objects.filter(event=Event.ADD)}
        for answer in answers:
            assert rows[answer.memory_id].new_version_id == Memory.objects.get(id=answer.memory_id).current_id


def test_history_is_in_the_order_of_the_batch(home, batch, notes):
    answers = batch(*notes(20))
    with scope.enter(home.workspace_id):
        assert list(History.objects.order_by("id").values_list("memory_id", flat=True)) == [
            a.memory_id for a in answers
        ]


def test_the_last_write_of_a_key_wins_and_each_is_a_version(home, batch, note, kept):
    first, other, last = batch(note("Friday.", "a"), note("Monday.", "b"), note("Sunday.", "a"))
    assert (last.memory_id, last.version, last.event) == (first.memory_id, 2, Event.UPDATE)
    assert kept(first.memory_id).current.content == "Sunday." and kept(other.memory_id).current.content == "Monday."
    with scope.enter(home.workspace_id):
        current = Chunk.objects.current().filter(memory_id=first.memory_id)
        assert list(current.values_list("text", flat=True)) == ["Sunday."]


def test_the_same_write_twice_makes_one_version(batch, note):
    first, again = batch(note("Friday.", "a"), note("Friday.", "a"))
    assert (again.memory_id, again.version, again.event) == (first.memory_id, 1, None)


def test_a_key_of_another_namespace_is_another_memory(batch, note):
    shared = ("shared", "team")
    own, theirs = batch(note("Friday.", "a"), note("Monday.", "a", namespace=shared))
    assert own.memory_id != theirs.memory_id and theirs.event == Event.ADD


def test_known_memories_are_updated_beside_new_ones(batch, notes, note, kept):
    before = batch(*notes(3))
    after = batch(note("Moved to May.", "n1"), *notes(2, start=10))
    assert (after[0].memory_id, after[0].version, after[0].event) == (before[1].memory_id, 2, Event.UPDATE)
    assert kept(before[1].memory_id).current.content == "Moved to May."
    assert [answer.event for answer in after[1:]] == [Event.ADD, Event.ADD]


def test_what_is_forgotten_within_a_batch_stays_forgotten(batch, note, kept):
    (first,) = batch(note("Friday.", "a"))
    batch(note("Monday.", "b"), ForgetMemory(memory_id=first.memory_id), note("Sunday.", "c"))
    assert kept(first.memory_id).state == "soft_deleted"


def test_a_write_after_a_forgetting_revives(batch, note, kept, home):
    (first,) = batch(note("Friday.", "a"))
    _, again = batch(ForgetMemory(memory_id=first.memory_id), note("Monday.", "a"))
    assert (again.memory_id, again.version, kept(first.memory_id).state) == (first.memory_id, 2, "active")
    with scope.enter(home.workspace_id):
        events = History.objects.filter(memory_id=first.memory_id).order_by("id").values_list("event", flat=True)
        assert list(events) == ["ADD", "DELETE", "RESTORE", "UPDATE"]


def test_a_restore_sees_what_the_batch_wrote_before_it(batch, note, kept):
    (first,) = batch(note("Friday.", "a"))
    _, restored = batch(note("Monday.", "a"), RestoreMemory(memory_id=first.memory_id, version=1))
    assert (restored.version, kept(first.memory_id).current.content) == (3, "Friday.")


def test_an_edge_in_a_batch_finds_its_ends(batch, note):
    one, two = batch(note("Friday.", "a"), note("Monday.", "b"))
    _, linked = batch(note("Sunday.", "c"), LinkMemories(memory_id=one.memory_id, to_id=two.memory_id))
    assert linked.event == Event.LINK


def test_a_memory_may_rest_on_another_within_a_batch(batch, note):
    (one,) = batch(note("Friday.", "a"))
    _, derived = batch(note("Monday.", "b"), note("Before Monday.", "c", derived_from=(one.memory_id,)))
    assert derived.event == Event.ADD


def test_a_fact_set_in_a_batch_is_known_to_what_follows(home, batch, note, person):
    fact = SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Lisbon"))
    answers = batch(note("Friday.", "a"), fact, note("Ana lives in Lisbon.", "b"), actor=person)
    assert [answer.event for answer in answers] == [Event.ADD] * 3


def test_a_queued_change_in_a_batch_waits_and_the_rest_is_kept(batch, note, counts):
    answers = batch(note("Friday.", "a"), note("Lives in Lisbon.", "b"), note("Monday.", "c"))
    assert isinstance(answers[1], Queued) and counts(Proposal, Memory) == [1, 2]


def test_a_sentence_cut_out_in_a_batch_is_asked_about(home, batch, note, kept):
    text = "The demo went well. Ana lives in Lisbon."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="b", content=text)
    _, cut = batch(note("Friday.", "a"), WriteMemory(draft=draft, excise=True))
    assert len(cut.proposal_ids) == 1 and "Lisbon" not in kept(cut.memory_id).current.content


def test_an_event_sent_twice_in_a_batch_is_one(batch, note):
    event = {"source_event_id": "delivery-1"}
    first, again = batch(note("Friday.", "a", **event), note("Friday, again.", "a", **event))
    assert (again.memory_id, again.version) == (first.memory_id, 1)


def test_an_unknown_person_is_refused_for_its_item_only(batch, note):
    nobody = ("memories", "01890000-0000-7000-8000-000000000000")
    kept, refused = batch(note("Friday.", "a"), note("Friday.", "a", namespace=nobody))
    assert isinstance(kept, Applied) and isinstance(refused, Refused)


def test_a_colleague_without_the_category_is_refused_for_its_item_only(batch, note, planner):
    refused, kept = batch(
        note("Likes tea.", "a", category="profile"), note("Ship.", "b", category="tasks"), actor=planner
    )
    assert isinstance(refused, Refused) and isinstance(kept, Applied)


def test_a_stranger_writes_nothing(batch, note, stranger, counts):
    answers = batch(note("Friday.", "a"), note("Monday.", "b"), actor=stranger)
    assert all(isinstance(answer, Refused) for answer in answers) and counts(Memory) == [0]


def test_a_thread_advances_once_for_each_change(home, batch, notes):
    batch(*notes(7))
    with scope.enter(home.workspace_id):
        assert ThreadRevision.objects.get().rev == 7
        assert list(ChangeLog.objects.order_by("rev").values_list("rev", flat=True)) == list(range(1, 8))


def test_each_decision_of_a_batch_is_an_event(home, batch, notes):
    batch(*notes(4))
    with scope.enter(home.workspace_id):
        assert OperationalEvent.objects.filter(op="classify").count() == 4
        assert OperationalEvent.objects.filter(op="create").count() == 4


def test_a_long_memory_of_a_batch_keeps_all_its_chunks(home, batch, note):
    long = " ".join(f"Item {n} was shipped on Friday." for n in range(200))
    answers = batch(note(long, "a"), note("Friday.", "b"))
    with scope.enter(home.workspace_id):
        chunks = Chunk.objects.filter(memory_id=answers[0].memory_id)
        assert chunks.count() > 3 and Embedding.objects.filter(chunk__in=chunks).count() == chunks.count()


def test_a_batch_of_long_memories_is_embedded_in_part_and_the_rest_by_the_job(home, batch, note, monkeypatch):
    """A hundred memories at their limit have 1,200 chunks: their sender does not wait for all of them."""
    monkeypatch.setattr("consent.prepare.CHUNKS_OF_A_BATCH", 2)
    long = " ".join(f"Item {n} was shipped on Friday." for n in range(200))
    answers = batch(note(long, "a"), note(f"{long} And more.", "b"))
    with scope.enter(home.workspace_id):
        vectors = Embedding.objects.filter(chunk__memory_id__in=[answer.memory_id for answer in answers])
        assert vectors.count() == 2 and set(vectors.values_list("chunk__chunk_index", flat=True)) == {0}
    while embed_chunks(workspace_id=home.workspace_id):
        pass
    with scope.enter(home.workspace_id):
        assert Embedding.objects.count() == Chunk.objects.count() > 6


def test_unchanged_chunks_of_an_update_keep_their_vectors_in_a_batch(home, batch, note):
    (first,) = batch(note("Friday.", "a", importance=0.2))
    batch(note("Friday.", "a", title="Release"), note("Monday.", "b"))
    with scope.enter(home.workspace_id):
        vectors = Embedding.objects.filter(chunk__memory_id=first.memory_id, chunk__is_heading=False)
        one, two = vectors.values_list("vector", flat=True)
        assert one == two


def test_the_cache_is_primed_with_what_a_batch_wrote(settings, home, batch, notes, django_capture_on_commit_callbacks):
    local = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "batches"}
    settings.CACHES = settings.CACHES | {"memories": local}
    with django_capture_on_commit_callbacks(execute=True):
        answers = batch(*notes(3))
    with scope.enter(home.workspace_id):
        for n, answer in enumerate(answers):
            assert cache.chunks(answer.memory_id, 1)[0]["text"] == f"Release {n} is on Friday."
    caches["memories"].clear()


def queries_of(act):
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def test_a_batch_takes_as_many_round_trips_as_one(batch, notes):
    """Each table is written once, however many memories there are."""
    batch(*notes(2, start=1_000))
    taken = [queries_of(lambda n=n: batch(*notes(n, start=n))) for n in (1, 10, 100)]
    assert taken[0] == taken[1] == taken[2] <= 13


def test_the_updates_of_a_batch_take_no_round_trips_of_their_own(batch, notes, note):
    """Chunks that are superseded, heads and the marks of dependents go along with the other statements."""
    batch(*notes(20))
    # Whether another role wrote there is asked of what has several versions, at once.
    batch(*[note(f"Release {i} planned.", f"n{i}") for i in range(20)])
    ten, twenty = (
        queries_of(lambda n=n, word=word: batch(*[note(f"Release {i} {word}.", f"n{i}") for i in range(n)]))
        for n, word in ((10, "moved"), (20, "shipped"))
    )
    assert twenty == ten


@pytest.mark.django_db(transaction=True)
def test_a_single_write_takes_three_round_trips(batch, notes):
    """One to prepare, one for locks and all that is decided on, one for the rows and the commit."""
    batch(*notes(1))
    assert queries_of(lambda: batch(*notes(1, start=1))) == 5  # with Django's own names for the begin and the commit

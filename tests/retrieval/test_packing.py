"""A receipt is small, and says the same however it was stored."""

from hashlib import sha256
from importlib import import_module

import pytest
from django.db import connection

from retrieval.models import RetrievalEvent
from retrieval.packing import DICTIONARY, PARTS
from retrieval.replay import replay
from workspaces import scope

pytestmark = pytest.mark.django_db
MIGRATION = import_module("retrieval.migrations.0003_packed_receipts")


@pytest.fixture
def event(home):
    """The only receipt there is."""

    def get():
        with scope.enter(home.workspace_id):
            return RetrievalEvent.objects.get()

    return get


@pytest.fixture
def unpack():
    """Store receipts as they were stored before."""

    def run():
        with connection.schema_editor() as editor:
            MIGRATION.unpack(None, editor)

    return run


def test_its_row_has_no_more_than_900_bytes(home, remember, ask):
    """Of 8 results; they took 3 kB, which PostgreSQL compressed to 1.5."""
    for number in range(8):
        remember(f"Ana collects stamps from country number {number}.")
    assert len(ask("Which stamps does Ana collect?", top_k=8).items) == 8
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("SELECT pg_column_size(e.*) FROM retrieval_retrievalevent e")
        assert cursor.fetchone()[0] <= 900


def test_the_format_stays_as_stored_receipts_have_it():
    assert sha256(DICTIONARY).hexdigest().startswith("3055adab17d1f6c4")
    assert MIGRATION.DICTIONARY == DICTIONARY


def test_one_that_was_stored_before_says_the_same(remember, ask, event, unpack):
    remember("Ana collects stamps from Peru.")
    ask("stamps")
    packed = event()
    unpack()
    before = event()
    assert packed.packed and before.packed is None
    assert [getattr(before, part) for part in PARTS] == [getattr(packed, part) for part in PARTS]
    assert before.results[0]["signals"] and before.policy["sensitivities"] and before.timings and before.embedding_model


def test_one_that_was_stored_before_is_replayed(remember, ask, unpack, supervisor, now):
    remember("Ana collects stamps from Peru.")
    answer = ask("stamps")
    unpack()
    replayed = replay(answer.event_id, actor=supervisor, now=now)
    assert [place.content for place in replayed.then] == ["Ana collects stamps from Peru."]


def test_without_reasons_it_says_what_was_shown_and_is_replayed(remember, ask, event, supervisor, now, settings):
    settings.RETRIEVAL_EVENT_REASONS = False
    memory_id = remember("Ana collects stamps from Peru.")
    answer = ask("stamps")
    (result,) = event().results
    assert set(result) == {"id", "kind", "version", "score"}
    assert result["id"] == str(memory_id) and result["score"] > 0.7
    assert event().timings == {} and event().policy["sensitivities"] == ["public", "internal"]
    replayed = replay(answer.event_id, actor=supervisor, now=now)
    assert (replayed.appeared, replayed.disappeared, replayed.moved, replayed.changed) == ([], [], {}, {})

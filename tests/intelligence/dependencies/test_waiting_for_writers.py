"""What rests on a memory is looked at while somebody writes that memory: the two do not wait for each other."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.maintenance.check_dependencies import close_check
from memories.models import DependencyReview, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
def write(home, supervisor, now):
    def _write(key, content, *, at=now, **fields):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content, **fields)
        return submit(WriteMemory(draft=draft), actor=supervisor, now=at).memory_id

    return _write


def until_someone_waits():
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.02)
    raise AssertionError("Nobody waits for a lock.")


def test_a_writer_that_marked_a_memory_may_note_the_review_while_the_job_waits(home, write, now):
    source = write("source", "The release party is in the garden.")
    derived = write("derived", "The garden has to be booked.", derived_from=(source,))
    write("source", "The release party is in the hall.", at=now + timedelta(seconds=1))
    with scope.enter(home.workspace_id):
        review = DependencyReview.objects.get(source_id=source)

    def close():
        try:
            with scope.enter(home.workspace_id):
                close_check(review.id, recomputed=(), now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with scope.enter(home.workspace_id):
            Memory.objects.select_for_update().get(id=derived)
            closed = pool.submit(close)
            until_someone_waits()
            DependencyReview.objects.filter(id=review.id).update(checked_at=None)
        closed.result(timeout=20)
    with scope.enter(home.workspace_id):
        review.refresh_from_db()
        assert (review.checked_at, review.stale_ids) == (now, [derived])

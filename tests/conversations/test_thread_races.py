"""Revisions under concurrency: no increment is lost, and writers in several threads do not deadlock (001 §1)."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from conversations.actions.record_change import LoggedChange, record_change
from conversations.models import ChangeLog, ThreadRevision
from workspaces import scope
from workspaces.models import uuid7

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS, ROUNDS = 6, 50


def change(home, thread_id, *, is_everywhere=False):
    return LoggedChange(
        person_id=home.user_id,
        memory_id=uuid7(),
        event="ADD",
        category="goals",
        sensitivity_rank=1,
        importance=0.5,
        importance_level=2,
        text="A change",
        thread_id=thread_id,
        is_everywhere=is_everywhere,
    )


def run_together(work):
    """Run `work(number)` in each of the writers at once, each on its own connection."""
    barrier = threading.Barrier(WRITERS)

    def run(number):
        barrier.wait()
        try:
            work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(run, range(WRITERS)))


def test_no_increment_is_lost(home, settings):
    settings.CHANGE_LOG_REVISIONS = WRITERS * ROUNDS

    def write(_number):
        for _ in range(ROUNDS):
            with scope.enter(home.workspace_id):
                record_change(change(home, "chat"))

    run_together(write)
    with scope.enter(home.workspace_id):
        assert ThreadRevision.objects.get(thread_id="chat").rev == WRITERS * ROUNDS
        revs = ChangeLog.objects.order_by("rev").values_list("rev", flat=True)
        assert list(revs) == list(range(1, WRITERS * ROUNDS + 1))


def test_writers_that_touch_the_same_threads_in_any_order_do_not_deadlock(home):
    orders = list(itertools.permutations(["a", "b", "c"]))
    with scope.enter(home.workspace_id):
        for thread_id in orders[0]:
            record_change(change(home, thread_id))

    def write(number):
        for _ in range(ROUNDS // 5):
            with scope.enter(home.workspace_id):
                for thread_id in orders[number]:
                    record_change(change(home, thread_id, is_everywhere=number == 0))

    run_together(write)
    with scope.enter(home.workspace_id):
        threads = ThreadRevision.objects.filter(thread_id__in=orders[0])
        # Each writer once a round, and the first one three times: all its changes are everywhere.
        assert set(threads.values_list("rev", flat=True)) == {1 + (WRITERS + 2) * ROUNDS // 5}

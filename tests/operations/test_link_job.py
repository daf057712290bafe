"""001 §2: neighbours are linked within a minute of the write, by a job."""

from datetime import timedelta

import pytest

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.models import Relation
from operations import jobs, queue
from operations.models import JobRun, Schedule
from workspaces import scope

pytestmark = pytest.mark.django_db


def test_it_is_due_whenever_the_schedule_is_read(now):
    Schedule.objects.exclude(job="link_neighbours").update(is_paused=True)
    Schedule.objects.filter(job="link_neighbours").update(next_run_at=now)
    for minute in range(3):
        # The worker's minute is never exact.
        assert queue.enqueue_due(now=now + timedelta(seconds=59 * minute)) == 1
        JobRun.objects.update(state="done")


def test_a_tick_links_what_was_written_before_it(home, supervisor, now, django_capture_on_commit_callbacks):
    for key in ("one", "two"):
        draft = MemoryDraft(
            namespace=("memories", str(home.user_id)), key=key, content=f"Ana drinks green tea, {key} of two."
        )
        submit(WriteMemory(draft=draft), actor=supervisor, now=now)
    Schedule.objects.filter(job="link_neighbours").update(next_run_at=now)
    queue.enqueue_due(now=now + timedelta(seconds=60))
    for run in JobRun.objects.filter(job="link_neighbours"):  # the writes have woken it too
        jobs.run(str(run.id))
    with scope.enter(home.workspace_id):
        assert Relation.objects.count() == 1

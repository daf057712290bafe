"""Every target that the worker may run. Jobs take ids, may run twice, and return nothing that could hold content."""

from uuid import UUID

from django.utils import timezone

from operations import queue
from operations.jobs import background, maintenance, measure, messages

JOBS: dict[str, queue.Job] = {
    job.__name__: job for job in (*background.JOBS, *maintenance.JOBS, *measure.JOBS, *messages.JOBS)
}


def tick() -> None:
    """Recover runs whose worker died and enqueue what is due: the one target that django-q2 schedules, every minute."""
    now = timezone.now()
    queue.recover(now=now)
    queue.enqueue_due(now=now)
    queue.deliver_due(now=now)


def run(run_id: str) -> None:
    """Run one queued JobRun, unless it has used up its attempts."""
    queue.carry_out(UUID(run_id), JOBS, now=timezone.now())

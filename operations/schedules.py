"""When each job runs: one table, which `migrate` brings the database into line with."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.apps import apps as installed_apps
from django.utils import timezone

TICK = "operations.jobs.tick"
MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class Every:
    """A job's first times: at once and each `seconds`, or each day from tomorrow `at` that time (UTC).

    `spread_seconds`: each workspace has a run of its own, all of them within this time.
    """

    seconds: int
    at: time | None = None
    spread_seconds: int = 0

    def columns(self, now: datetime) -> dict[str, Any]:
        first = now if self.at is None else datetime.combine(now.date() + timedelta(days=1), self.at, UTC)
        return {
            "every_seconds": self.seconds,
            "next_run_at": first,
            "is_per_workspace": self.spread_seconds > 0,
            "spread_seconds": self.spread_seconds,
        }


def _nightly(hour: int, minute: int = 0) -> Every:
    return Every(DAY, at=time(hour, minute), spread_seconds=3_000)


SCHEDULES = {
    "send_messages": Every(30),
    "count_accesses": Every(MINUTE),
    "embed_chunks": Every(MINUTE),
    "erase_people": Every(MINUTE),
    "expire_proposals": Every(MINUTE),
    "extract_facts": Every(MINUTE),
    "index_turns": Every(MINUTE),
    "keep_dependents": Every(MINUTE),
    "link_neighbours": Every(MINUTE),
    "measure": Every(MINUTE),
    "seal_history": Every(MINUTE),
    "write_episodes": Every(MINUTE),
    "close_sessions": Every(5 * MINUTE),
    "erase_workspaces": Every(10 * MINUTE),
    "forget_expired": Every(10 * MINUTE),
    "remind_people": Every(10 * MINUTE),
    "gain_insights": Every(HOUR),
    "import_uploads": Every(HOUR),
    "prune_idempotency": Every(HOUR),
    "refresh_statistics": Every(HOUR),
    "send_digests": Every(HOUR),
    "send_weekly": Every(HOUR),
    "prune_budgets": Every(DAY),
    "prune_job_runs": Every(DAY),
    "prune_outbox": Every(DAY),
    "prune_retrieval_events": Every(DAY, spread_seconds=3_000),
    "consolidate": _nightly(1),
    "forget_unused": _nightly(2),
    "back_up": Every(DAY, at=time(0, 30)),
    "note_erasures": Every(HOUR),
    "purge_memories": _nightly(3),
    "purge_chunks": _nightly(4),
    "sweep_files": _nightly(4, 30),
    "prune_checkpoints": _nightly(5),
    "prune_operational_events": _nightly(6),
}


def synchronise(*, apps: Any = installed_apps, **signal: Any) -> None:
    """Add the schedules that the database lacks and remove those of jobs that are gone. A receiver of `post_migrate`.

    Times and pauses of existing ones stay as they are: an administrator may have changed them.
    """
    try:
        schedules = apps.get_model("operations", "Schedule").objects
        queue_schedules = apps.get_model("django_q", "Schedule").objects
    except LookupError:  # migrated backwards, to before the table
        return
    now = timezone.now()
    schedules.exclude(job__in=SCHEDULES).delete()
    known = set(schedules.values_list("job", flat=True))
    rows = [schedules.model(job=job, **every.columns(now)) for job, every in SCHEDULES.items() if job not in known]
    schedules.bulk_create(rows, ignore_conflicts=True)
    tick = {"name": "tick", "schedule_type": "I", "minutes": 1, "repeats": -1, "next_run": now}
    queue_schedules.get_or_create(func=TICK, defaults=tick)


def resume_tick(*, now: datetime) -> None:
    """Have the next tick come at once where it is further ahead than any is planned: the clock was set back since."""
    ticks = installed_apps.get_model("django_q", "Schedule").objects.filter(func=TICK)
    ticks.filter(next_run__gt=now + timedelta(seconds=2 * MINUTE)).update(next_run=now)

"""Metrics collected on request: from tables without tenants, and from the machine."""

import shutil
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric

from operations.models import JobRun, Worker
from operations.monitoring.health import Verdict

MEASURING = "measure"
CONNECTIONS = """
SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1
"""


def checks(verdicts: Iterable[Verdict]) -> Metric:
    family = GaugeMetricFamily("memory_check", "1 where a check of /readyz is well, else 0.", labels=["check"])
    for verdict in verdicts:
        family.add_metric([verdict.check], float(verdict.is_well))
    return family


def machine_figures() -> list[Metric]:
    disk = shutil.disk_usage(settings.DATA_DIR)
    return [
        _gauge("memory_disk_free_bytes", "Room on the disk of DATA_DIR.", disk.free),
        _gauge("memory_disk_size_bytes", "Size of that disk.", disk.total),
    ]


def database_figures() -> list[Metric]:
    """Yield the metrics; none if the database is unavailable, which the checks of the next scrape report."""
    try:
        return [*_jobs(), *_connections(), *_measured()]
    except DatabaseError:
        return []


def _jobs() -> Iterator[Metric]:
    now = timezone.now()
    depth, seconds = JobRun.objects.backlog(now=now)
    yield _gauge("memory_jobs_waiting", "Jobs that are due and have not begun.", depth)
    yield _gauge("memory_jobs_oldest_seconds", "How long the oldest of them waits.", seconds)
    yield _gauge("memory_jobs_dead", "Jobs given up after three attempts.", JobRun.objects.dead().count())
    seen = Worker.objects.order_by("-seen_at").values_list("seen_at", flat=True).first()
    if seen is not None:
        yield _gauge("memory_worker_seen_seconds", "How long ago a worker was seen.", (now - seen).total_seconds())


def _connections() -> Iterator[Metric]:
    family = GaugeMetricFamily("memory_database_connections", "Connections to the database.", labels=["state"])
    with connection.cursor() as cursor:
        cursor.execute(CONNECTIONS)
        for state, number in cursor.fetchall():
            family.add_metric([state], number)
        cursor.execute("SELECT setting::int FROM pg_settings WHERE name = 'max_connections'")
        most = cursor.fetchone()[0]
    yield family
    yield _gauge("memory_database_connections_most", "Connections that the server allows.", most)


def _measured() -> Iterator[Metric]:
    """Yield the figures that the job `measure` collected from all workspaces in the last minute."""
    run = JobRun.objects.finished().filter(job=MEASURING).order_by("-created_at").first()
    for name, value in (run.figures if run else {}).items():
        yield _gauge(f"memory_{name}", "Over all workspaces; by the job `measure`.", value)


def _gauge(name: str, description: str, value: float) -> Metric:
    return GaugeMetricFamily(name, description, value=value)

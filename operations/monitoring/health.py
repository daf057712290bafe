"""The checks of `/readyz`: what must work for requests to be served, and what needs attention."""

import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Max
from django.utils import timezone

from operations.backup_places import AT_ONCE, is_bucket, newest_backup_at, place_of
from operations.models import JobRun, Worker
from providers import embedding

WORKER_SECONDS = 30
QUEUE_SECONDS = 300
BACKUP_HOURS = 36  # one night may fail
LEAST_FREE_BYTES = 256 * 2**20
STARTED = time.monotonic()  # of this process
NOT_CHECKED = "Not asked: the database or its schema is not in order."


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one check. Requests are served while all `vital` ones are well."""

    check: str
    is_well: bool
    detail: str = ""
    is_vital: bool = False


def readiness(verdicts: Iterable[Verdict]) -> tuple[int, dict[str, Any]]:
    """The response's status and content: 503 if requests cannot be served."""
    verdicts = list(verdicts)
    failing = [verdict for verdict in verdicts if not verdict.is_well]
    is_ready = not any(verdict.is_vital for verdict in failing)
    status = ("degraded" if failing else "ready") if is_ready else "not ready"
    checks = {one.check: {"is_well": one.is_well, "detail": one.detail} for one in verdicts}
    return (200 if is_ready else 503), {"status": status, "checks": checks}


def is_readable(verdicts: Iterable[Verdict]) -> bool:
    """Whether further checks can use the database."""
    return {verdict.check for verdict in verdicts if verdict.is_well} >= {"database", "schema"}


def database_verdicts() -> list[Verdict]:
    """Check database, schema, worker and queue; a check is skipped if an earlier one that it needs failed."""
    database = _database()
    schema = _schema() if database.is_well else Verdict("schema", False, NOT_CHECKED, is_vital=True)
    if not schema.is_well:
        return [database, schema, Verdict("worker", False, NOT_CHECKED), Verdict("queue", False, NOT_CHECKED)]
    return [database, schema, _worker(), _queue()]


def machine_verdicts() -> list[Verdict]:
    """Check what does not need the database: model, disk and, if configured, the nightly backup."""
    return [_model(), _disk(), *([_backup()] if settings.BACKUP_DIR else [])]


def _database() -> Verdict:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return Verdict("database", False, "It cannot be reached.", is_vital=True)
    return Verdict("database", True, is_vital=True)


def _schema() -> Verdict:
    """Whether the database has the last migration of each app of this code; further ones are of a newer release."""
    missing = len(last_migrations() - _applied())
    return Verdict(
        "schema", not missing, f"Migrations of {missing} apps are missing." if missing else "", is_vital=True
    )


@cache
def last_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of each migration; cached, since reading them is slow."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _applied() -> set[tuple[str, str]]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return set(cursor.fetchall())
    except DatabaseError:
        return set()


class WorkerState(StrEnum):
    RUNNING = "running"
    STARTING = "starting"
    MISSING = "missing"


def worker_state() -> WorkerState:
    """Whether a worker was seen recently. Just after the start of this process one may not run yet."""
    return _state_of(_unseen_seconds())


def _state_of(seconds: float | None) -> WorkerState:
    if seconds is not None and seconds <= WORKER_SECONDS:
        return WorkerState.RUNNING
    is_new = time.monotonic() - STARTED < settings.WORKER_GRACE_SECONDS
    return WorkerState.STARTING if is_new else WorkerState.MISSING


def _worker() -> Verdict:
    seconds = _unseen_seconds()
    state = _state_of(seconds)
    detail = "None was ever seen." if seconds is None else f"Last seen {seconds:.0f} s ago."
    if state == WorkerState.STARTING:
        detail = f"It is starting. {detail}"
    return Verdict("worker", state != WorkerState.MISSING, detail)


def _unseen_seconds() -> float | None:
    """Return the time since a worker was last seen; None if never."""
    seen_at = Worker.objects.aggregate(last=Max("seen_at"))["last"]
    return None if seen_at is None else (timezone.now() - seen_at) / timedelta(seconds=1)


def _queue() -> Verdict:
    depth, seconds = JobRun.objects.backlog(now=timezone.now())
    return Verdict("queue", seconds <= QUEUE_SECONDS, f"{depth} jobs wait, the oldest for {seconds:.0f} s.")


def _model() -> Verdict:
    is_there = embedding.is_prepared()
    return Verdict("model", is_there, "" if is_there else "It is still being prepared.", is_vital=True)


def _disk() -> Verdict:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return Verdict("disk", free >= LEAST_FREE_BYTES, f"{free // 2**20} MB are free.")


def _backup() -> Verdict:
    """Whether BACKUP_DIR has a recent complete backup."""
    try:
        begun_at = _newest_in_bucket(_minute()) if is_bucket(settings.BACKUP_DIR) else _newest_in_folder()
    except (BotoCoreError, ClientError):
        return Verdict("backup", False, "The bucket cannot be reached.")
    if begun_at is None:
        return Verdict("backup", False, "There is none.")
    hours = (timezone.now() - begun_at) / timedelta(hours=1)
    is_young = hours < BACKUP_HOURS
    return Verdict("backup", is_young, "" if is_young else f"The newest is {hours:.0f} hours old.")


def _newest_in_folder() -> datetime | None:
    return newest_backup_at(place_of(settings.BACKUP_DIR))


@lru_cache(maxsize=1)
def _newest_in_bucket(minute: int) -> datetime | None:
    """Return the newest backup, cached for a minute, since each request to a bucket costs money."""
    return newest_backup_at(place_of(settings.BACKUP_DIR, client_config=AT_ONCE))


def _minute() -> int:
    return int(time.monotonic() // 60)

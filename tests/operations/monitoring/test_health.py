"""The checks of /readyz against the real database: each notices what it is there for."""

import os
import time
from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import connection

from operations.broker import Broker
from operations.models import JobRun, Worker
from operations.monitoring import health
from operations.monitoring.health import database_verdicts, machine_verdicts, readiness
from providers import embedding

pytestmark = pytest.mark.django_db
Disk = namedtuple("Disk", "total used free")


def verdict(check):
    return next(one for one in [*database_verdicts(), *machine_verdicts()] if one.check == check)


def test_all_is_well_once_a_worker_was_seen(now):
    embedding.prepare()
    Worker.see("host:1", now=now)
    status, content = readiness([*database_verdicts(), *machine_verdicts()])
    assert (status, content["status"]) == (200, "ready")
    assert content["checks"].keys() == {"database", "schema", "worker", "queue", "model", "disk"}


def test_requests_are_served_without_a_worker_and_it_is_told(now):
    assert not verdict("worker").is_well
    Worker.see("host:1", now=now - timedelta(seconds=31))
    assert verdict("worker").detail == "Last seen 31 s ago."
    status, content = readiness(database_verdicts())
    assert (status, content["status"]) == (200, "degraded")


def test_a_worker_s_heartbeat_is_one_row_and_old_ones_go(now):
    Worker.see("host:1", now=now - timedelta(days=2))
    for _ in range(2):
        Broker().set_stat("key", "status", 3)
    assert Worker.objects.count() == 1
    assert verdict("worker").is_well


def test_a_queue_that_nobody_works_on_is_noticed(now):
    run = JobRun.objects.create(job="seal_history")
    assert verdict("queue").is_well
    JobRun.objects.filter(id=run.id).update(created_at=now - timedelta(minutes=6))
    assert not verdict("queue").is_well
    JobRun.objects.filter(id=run.id).update(run_at=now + timedelta(hours=1))
    assert verdict("queue").is_well, "it is not due"


def test_an_older_schema_serves_nothing_and_a_newer_one_does():
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('memories', '9999_later', now())")
        assert verdict("schema").is_well
        cursor.execute("DELETE FROM django_migrations WHERE app = 'operations'")
    assert readiness(database_verdicts())[0] == 503
    assert verdict("worker").detail == health.NOT_ASKED


def test_a_full_disk_and_a_model_that_is_not_there_are_noticed(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: Disk(100, 97, 3 * 2**20))
    assert verdict("disk") == health.Verdict("disk", False, "3 MB are free.")
    settings.DATA_DIR = tmp_path
    assert readiness(machine_verdicts())[0] == 503
    settings.EMBEDDING_BASE_URL = "https://models.example/v1"
    assert verdict("model").is_well, "a remote one is taken to be there"


def test_a_missing_or_old_backup_is_told_where_one_is_made(settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path)
    assert verdict("backup").detail == "There is none."
    manifest = tmp_path / "memory-20261122T003000Z" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_text("{}")
    assert verdict("backup").is_well
    os.utime(manifest, (time.time() - 40 * 3_600,) * 2)
    assert verdict("backup").detail == "The newest is 40 hours old."

"""The checks of /readyz against the real database: each notices what it is there for."""

from collections import namedtuple
from datetime import timedelta

import pytest
from django.db import connection

from operations.broker import Broker
from operations.models import JobRun, Worker
from operations.monitoring import health
from operations.monitoring.health import database_verdicts, machine_verdicts, readiness
from providers import embedding
from tests import buckets

pytestmark = pytest.mark.django_db
Disk = namedtuple("Disk", "total used free")


@pytest.fixture(autouse=True)
def long_started(settings):
    settings.WORKER_GRACE_SECONDS = 0


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
    Worker.see("host:1", now=now - timedelta(minutes=20))
    assert verdict("worker").detail.startswith("Last seen 12")
    status, content = readiness(database_verdicts())
    assert (status, content["status"]) == (200, "degraded")


def test_just_after_the_start_a_worker_is_starting(settings):
    settings.WORKER_GRACE_SECONDS = 24 * 3600
    found = verdict("worker")
    assert found.is_well and found.detail == "It is starting. None was ever seen."


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
    assert verdict("worker").detail == health.NOT_CHECKED


def test_a_full_disk_and_a_model_that_is_not_there_are_noticed(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: Disk(100, 97, 3 * 2**20))
    assert verdict("disk") == health.Verdict("disk", False, "3 MB are free.")
    settings.DATA_DIR = tmp_path
    assert readiness(machine_verdicts())[0] == 503
    settings.EMBEDDING_BASE_URL = "https://models.example/v1"
    assert verdict("model").is_well, "a remote one is taken to be there"


def test_a_missing_or_old_backup_is_told_where_one_is_made(settings, tmp_path, now):
    settings.BACKUP_DIR = str(tmp_path)
    assert verdict("backup").detail == "There is none."
    older, younger = (tmp_path / f"{now - timedelta(hours=hours):memory-%Y%m%dT%H%M%SZ}" for hours in (40, 1))
    for folder in (older, younger):
        folder.mkdir()
    (older / "manifest.json").write_text("{}")
    assert verdict("backup").detail == "The newest is 40 hours old."
    (younger / "manifest.json").write_text("{}")
    assert verdict("backup").is_well


def test_a_bucket_of_backups_is_asked_too(settings, httpserver, now):
    bucket = buckets.serve(httpserver)
    reached = {"region_name": "x", "addressing_style": "path", "access_key": "ID", "secret_key": "SECRET"}
    settings.S3_OPTIONS = reached | {"endpoint_url": httpserver.url_for("")}
    settings.BACKUP_DIR = f"s3://{buckets.NAME}/nightly"
    bucket.files[f"nightly/{now:memory-%Y%m%dT%H%M%SZ}/manifest.json"] = b"{}"
    assert verdict("backup").is_well
    settings.S3_OPTIONS = reached | {"endpoint_url": "http://127.0.0.1:9"}
    health._newest_in_bucket.cache_clear()
    assert verdict("backup").detail == "The bucket cannot be reached."

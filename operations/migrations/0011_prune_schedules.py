"""Pruning at night, each workspace at its own time, and expired idempotency keys every hour."""

import datetime

from django.db import migrations

NIGHTLY = {"prune_checkpoints": datetime.time(5), "prune_operational_events": datetime.time(6)}
HOURLY = "prune_idempotency"


def add(apps, schema_editor):
    schedules = apps.get_model("operations", "Schedule").objects
    start = datetime.datetime.now(datetime.UTC)
    tomorrow = start.date() + datetime.timedelta(days=1)
    schedules.get_or_create(job=HOURLY, defaults={"every_seconds": 3600, "next_run_at": start})
    for job, at in NIGHTLY.items():
        first = datetime.datetime.combine(tomorrow, at, datetime.UTC)
        row = {"every_seconds": 86_400, "next_run_at": first, "is_per_workspace": True, "spread_seconds": 3000}
        schedules.get_or_create(job=job, defaults=row)


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job__in=[*NIGHTLY, HOURLY]).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0010_job_delivery")]

    operations = [migrations.RunPython(add, remove)]

"""Consolidation once a night, each workspace at its own time (001 §4)."""

import datetime

from django.db import migrations

JOB, AT = "consolidate", datetime.time(1)


def add(apps, schema_editor):
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    first = datetime.datetime.combine(tomorrow, AT, datetime.UTC)
    row = {"every_seconds": 86_400, "next_run_at": first, "is_per_workspace": True, "spread_seconds": 3000}
    apps.get_model("operations", "Schedule").objects.get_or_create(job=JOB, defaults=row)


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job=JOB).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0017_insight_schedule")]

    operations = [migrations.RunPython(add, remove)]

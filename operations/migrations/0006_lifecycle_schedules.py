"""When memories are forgotten, purged and counted: the large jobs at night, apart from one another."""

import datetime

from django.db import migrations

SECONDS = {"count_accesses": 60, "forget_expired": 600}
NIGHTLY = {"forget_unused": datetime.time(2), "purge_memories": datetime.time(3), "purge_chunks": datetime.time(4)}


def add(apps, schema_editor):
    schedules = apps.get_model("operations", "Schedule")
    start = datetime.datetime.now(datetime.UTC)
    tomorrow = start.date() + datetime.timedelta(days=1)
    for job, seconds in SECONDS.items():
        schedules.objects.get_or_create(job=job, defaults={"every_seconds": seconds, "next_run_at": start})
    for job, at in NIGHTLY.items():
        first = datetime.datetime.combine(tomorrow, at, datetime.UTC)
        schedules.objects.get_or_create(job=job, defaults={"every_seconds": 24 * 3600, "next_run_at": first})


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job__in=[*SECONDS, *NIGHTLY]).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0005_statistics_schedule")]

    operations = [migrations.RunPython(add, remove)]

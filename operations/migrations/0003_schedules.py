"""The schedule table's first rows, and the one django-q2 schedule that reads it every minute."""

import datetime

from django.db import migrations

SECONDS = {"index_turns": 60, "embed_chunks": 60, "expire_proposals": 60, "prune_job_runs": 24 * 3600}
TICK = "operations.jobs.tick"


def add(apps, schema_editor):
    schedules = apps.get_model("operations", "Schedule")
    start = datetime.datetime.now(datetime.UTC)
    for job, seconds in SECONDS.items():
        schedules.objects.get_or_create(job=job, defaults={"every_seconds": seconds, "next_run_at": start})
    queue_schedules = apps.get_model("django_q", "Schedule")
    queue_schedules.objects.get_or_create(
        func=TICK, defaults={"name": "tick", "schedule_type": "I", "minutes": 1, "repeats": -1, "next_run": start}
    )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job__in=SECONDS).delete()
    apps.get_model("django_q", "Schedule").objects.filter(func=TICK).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0002_cache_table"),
        ("django_q", "0019_alter_task_options_alter_ormq_key_alter_ormq_lock_and_more"),
    ]

    operations = [migrations.RunPython(add, remove)]

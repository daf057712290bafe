"""Sweeps for turns and conversations that no wake-up call reached, and for conversations that went quiet."""

import datetime

from django.db import migrations

SECONDS = {"extract_facts": 60, "write_episodes": 60, "close_sessions": 300}


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    for job, seconds in SECONDS.items():
        apps.get_model("operations", "Schedule").objects.get_or_create(
            job=job, defaults={"every_seconds": seconds, "next_run_at": start}
        )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job__in=SECONDS).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0014_answers_named_ids")]

    operations = [migrations.RunPython(add, remove)]

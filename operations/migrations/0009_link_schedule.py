"""Links neighbours each time the schedule is read, every minute."""

import datetime

from django.db import migrations

JOB, SECONDS = "link_neighbours", 30


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    apps.get_model("operations", "Schedule").objects.get_or_create(
        job=JOB, defaults={"every_seconds": SECONDS, "next_run_at": start}
    )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job=JOB).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0008_retrieval_event_schedule")]

    operations = [migrations.RunPython(add, remove)]

"""What rests on changed memories is looked at every minute."""

import datetime

from django.db import migrations

JOB, SECONDS = "keep_dependents", 60


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    apps.get_model("operations", "Schedule").objects.get_or_create(
        job=JOB, defaults={"every_seconds": SECONDS, "next_run_at": start}
    )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job=JOB).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0021_budget_schedule")]

    operations = [migrations.RunPython(add, remove)]

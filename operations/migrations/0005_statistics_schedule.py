"""Counts the lexemes of people with many texts once an hour."""

import datetime

from django.db import migrations

JOB, SECONDS = "refresh_statistics", 3600


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    apps.get_model("operations", "Schedule").objects.get_or_create(
        job=JOB, defaults={"every_seconds": SECONDS, "next_run_at": start}
    )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job=JOB).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0004_request_records")]

    operations = [migrations.RunPython(add, remove)]

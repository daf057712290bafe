"""When a run is due and was handed to the queue, what it tells of its work, and which jobs run apart per workspace."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

SPREAD = ("forget_unused", "purge_memories", "purge_chunks", "prune_retrieval_events")


def spread(apps, schema_editor):
    schedules = apps.get_model("operations", "Schedule").objects
    schedules.filter(job__in=SPREAD).update(is_per_workspace=True, spread_seconds=3000)
    # It was 30 s because a schedule of 60 s missed every other tick.
    schedules.filter(job="link_neighbours", every_seconds=30).update(every_seconds=60)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("operations", "0009_link_schedule")]

    operations = [
        migrations.AddField("schedule", "is_per_workspace", models.BooleanField(default=False)),
        migrations.AddField("schedule", "spread_seconds", models.PositiveIntegerField(default=0)),
        migrations.AddField("jobrun", "figures", models.JSONField(blank=True, default=dict)),
        migrations.AddField(
            "jobrun", "run_at", models.DateTimeField(help_text="Not before; empty is at once.", null=True)
        ),
        migrations.AddField(
            "jobrun", "delivered_at", models.DateTimeField(help_text="When it was handed to the queue.", null=True)
        ),
        AddIndexConcurrently(
            "jobrun",
            models.Index(
                condition=models.Q(("state", "done"), _negated=True), fields=["state", "run_at"], name="job_run_open"
            ),
        ),
        migrations.RunPython(spread, migrations.RunPython.noop),
    ]

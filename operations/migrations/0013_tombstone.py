"""What is left of an erased person, under row-level security, and the job that finishes what was interrupted."""

import datetime

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

JOB, SECONDS = "erase_people", 60
ENABLE = """
ALTER TABLE operations_tombstone ENABLE ROW LEVEL SECURITY;
ALTER TABLE operations_tombstone FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON operations_tombstone
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
"""
DISABLE = """
DROP POLICY one_workspace ON operations_tombstone;
ALTER TABLE operations_tombstone NO FORCE ROW LEVEL SECURITY;
ALTER TABLE operations_tombstone DISABLE ROW LEVEL SECURITY;
"""


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    apps.get_model("operations", "Schedule").objects.get_or_create(
        job=JOB, defaults={"every_seconds": SECONDS, "next_run_at": start}
    )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job=JOB).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0012_job_worker"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("person_id", models.UUIDField()),
                ("requested_by", models.UUIDField(null=True)),
                ("requested_at", models.DateTimeField()),
                ("erased_at", models.DateTimeField(null=True)),
                (
                    "counts",
                    models.JSONField(default=dict, help_text="Rows by table, as counted when it was asked for."),
                ),
                ("history_id", models.UUIDField(null=True)),
                (
                    "workspace",
                    models.ForeignKey(
                        db_index=False,
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="workspaces.workspace",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="operations_tombstone_tenant_id"),
                    models.UniqueConstraint(fields=("workspace", "person_id"), name="tombstone_once"),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
        migrations.RunPython(add, remove),
    ]

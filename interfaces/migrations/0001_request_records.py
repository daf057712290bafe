"""Answers kept for Idempotency-Key, under row-level security, and the shared counters of the throttle, which are global."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

ENABLE = """
ALTER TABLE interfaces_idempotencyrecord ENABLE ROW LEVEL SECURITY;
ALTER TABLE interfaces_idempotencyrecord FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON interfaces_idempotencyrecord
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
"""
DISABLE = """
DROP POLICY one_workspace ON interfaces_idempotencyrecord;
ALTER TABLE interfaces_idempotencyrecord NO FORCE ROW LEVEL SECURITY;
ALTER TABLE interfaces_idempotencyrecord DISABLE ROW LEVEL SECURITY;
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = [("operations", "0023_requests_moved"), ("workspaces", "0001_tables")]

    operations = [
        migrations.CreateModel(
            name="ThrottleWindow",
            fields=[
                ("caller", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("slot", models.BigIntegerField(help_text="The window's number since 1970.")),
                ("leased", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="IdempotencyRecord",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("caller", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=255)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("body", models.JSONField(null=True)),
                (
                    "named_ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
                ),
                ("created_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField()),
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
                "indexes": [models.Index(fields=["workspace", "created_at"], name="idempotency_by_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="interfaces_idempotencyrecord_tenant_id"),
                    models.UniqueConstraint(fields=("workspace", "caller", "key"), name="idempotency_key_once"),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
    ]

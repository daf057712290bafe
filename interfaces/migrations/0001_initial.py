"""Answers stored for Idempotency-Key, and counts of requests."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from workspaces.migration_operations import CreateTogether


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("workspaces", "0001_initial"),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name="IdempotencyRecord",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
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
                    ("caller", models.CharField(max_length=64)),
                    ("key", models.CharField(max_length=255)),
                    ("fingerprint", models.CharField(max_length=64)),
                    ("status", models.PositiveSmallIntegerField(null=True)),
                    ("headers", models.JSONField(default=dict)),
                    ("body", models.JSONField(null=True)),
                    (
                        "named_ids",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.UUIDField(), default=list, size=None
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                    ("claimed_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "created_at"], name="idempotency_by_age")],
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "caller", "key"), name="idempotency_key_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="ThrottleWindow",
                fields=[
                    ("caller", models.CharField(max_length=64, primary_key=True, serialize=False)),
                    ("slot", models.BigIntegerField(help_text="The window's number since 1970.")),
                    ("leased", models.PositiveBigIntegerField()),
                ],
            ),
        ),
    ]

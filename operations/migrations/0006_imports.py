"""Files that staff import."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models
from django.db.models import Q

from workspaces.migration_operations import EnableRowLevelSecurity, TenantPrimaryKey

STATES = [
    ("trying", "Being tried"),
    ("tried", "Tried; nothing is stored yet"),
    ("importing", "Being imported"),
    ("imported", "Imported"),
    ("failed", "Not imported"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0005_own_erasures"),
        ("workspaces", "0002_tenant_isolation"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("person_id", models.UUIDField()),
                ("account_id", models.UUIDField(null=True)),
                ("format", models.CharField(max_length=16)),
                ("name", models.CharField(max_length=200)),
                ("only", models.CharField(blank=True, max_length=200)),
                ("content", models.BinaryField(null=True)),
                ("state", models.CharField(choices=STATES, default="trying", max_length=16)),
                ("total", models.PositiveIntegerField()),
                ("done", models.PositiveIntegerField(default=0)),
                ("counts", models.JSONField(default=dict)),
                ("problems", models.JSONField(default=list)),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
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
                "indexes": [models.Index(fields=["workspace", "-created_at"], name="import_by_time")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(state__in=["trying", "tried", "importing", "imported", "failed"]),
                        name="import_state_known",
                    )
                ],
            },
        ),
        TenantPrimaryKey("ImportRun"),
        EnableRowLevelSecurity("ImportRun"),
    ]

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant


class Migration(migrations.Migration):
    dependencies = [
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exclusions",
                        to="workspaces.agent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exclusions",
                        to="workspaces.person",
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
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="workspaces_exclusion_tenant_id"),
                    models.UniqueConstraint(fields=("workspace", "agent", "person"), name="exclusion_once"),
                ],
            },
        ),
    ]

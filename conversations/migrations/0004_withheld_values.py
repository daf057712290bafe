"""What of a turn is left out of retrieval while a question about it waits, and for whom (R31)."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0003_roles_of_speakers"),
        ("workspaces", "0002_tenant_isolation"),
    ]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="agent_id",
            field=models.UUIDField(editable=False, help_text="The agent that stored it.", null=True),
        ),
        migrations.AddField(
            model_name="turn",
            name="waiting",
            field=models.JSONField(
                default=dict,
                editable=False,
                help_text="Those of them that an agent still reads in the session, by its id.",
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="withheld",
            field=models.JSONField(
                default=list,
                editable=False,
                help_text="[start, end) of clauses that the person has not agreed to (R19, R31).",
            ),
        ),
        migrations.CreateModel(
            name="WithheldValue",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("proposal_id", models.UUIDField()),
                ("key", models.CharField(blank=True, help_text="The field; empty for a whole text.", max_length=64)),
                ("value", models.CharField(help_text="Normalised.", max_length=500)),
                ("agent_id", models.UUIDField(null=True)),
                ("is_waiting", models.BooleanField()),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
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
                "indexes": [
                    models.Index(fields=["workspace", "person"], name="withheld_value_by_person"),
                    models.Index(fields=["workspace", "proposal_id"], name="withheld_value_by_proposal"),
                ],
            },
        ),
        TenantPrimaryKey("WithheldValue"),
        EnableRowLevelSecurity("WithheldValue"),
        TenantForeignKeys("WithheldValue"),
    ]

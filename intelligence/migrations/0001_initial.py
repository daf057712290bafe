"""What background processing used by the day."""

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
                name="Budget",
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
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.person",
                        ),
                    ),
                    ("day", models.DateField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("writes", "Memories written by the multi-fact pass"),
                                ("insights", "Looks for insights"),
                                ("pairs", "Pairs compared for consolidation"),
                                ("calls", "Calls of the language model"),
                                ("input_tokens", "Tokens sent to the language model"),
                                ("output_tokens", "Tokens that it wrote"),
                                ("cost", "Its cost, in millionths of the currency of the prices"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("used", models.BigIntegerField(default=0)),
                    ("updated_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "person", "day", "kind"), name="budget_once", nulls_distinct=False
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "kind__in",
                                    ["writes", "insights", "pairs", "calls", "input_tokens", "output_tokens", "cost"],
                                )
                            ),
                            name="budget_kind_known",
                        ),
                        models.CheckConstraint(condition=models.Q(("used__gte", 0)), name="budget_not_negative"),
                    ],
                },
            ),
        ),
    ]

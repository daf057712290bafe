"""Receipts of retrievals, and how frequent words are."""

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
                name="RetrievalEvent",
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
                    ("person_id", models.UUIDField(null=True)),
                    ("scope", models.CharField(max_length=256)),
                    ("query", models.TextField()),
                    ("purpose", models.CharField(blank=True, max_length=32)),
                    ("agent_id", models.UUIDField(null=True)),
                    ("actor_label", models.CharField(max_length=128)),
                    ("filters", models.JSONField(default=dict)),
                    (
                        "policy",
                        models.JSONField(
                            default=dict, help_text="Categories and sensitivities that the actor could see."
                        ),
                    ),
                    (
                        "returned_memory_ids",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.UUIDField(), default=list, size=None
                        ),
                    ),
                    (
                        "returned_artifact_ids",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.UUIDField(), default=list, size=None
                        ),
                    ),
                    (
                        "results",
                        models.JSONField(
                            default=list, help_text="Per result in order: kind, id, version, score, signals."
                        ),
                    ),
                    (
                        "withheld",
                        models.JSONField(
                            default=dict, help_text="How many candidates each rule left out; counts only."
                        ),
                    ),
                    ("timings", models.JSONField(default=dict, help_text="Milliseconds per stage.")),
                    ("embedding_model", models.CharField(blank=True, max_length=200)),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person_id", "-created_at"], name="retrieval_by_person"),
                        models.Index(fields=["workspace", "-created_at"], name="retrieval_by_time"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="LexemeStatistics",
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
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.person",
                        ),
                    ),
                    ("lexeme", models.TextField()),
                    ("documents", models.PositiveBigIntegerField()),
                ],
                options={
                    "verbose_name_plural": "lexeme statistics",
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "person", "lexeme"), name="lexeme_once")
                    ],
                },
            ),
        ),
    ]

"""Sessions, turns, threads, checkpoints and tasks."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.text
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
                name="Checkpoint",
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
                    ("thread_id", models.CharField(max_length=256)),
                    ("checkpoint_ns", models.CharField(blank=True, max_length=256)),
                    ("checkpoint_id", models.CharField(db_collation="C", max_length=256)),
                    ("agent_id", models.UUIDField(blank=True, help_text="The agent that saved it.", null=True)),
                    ("parent_id", models.CharField(blank=True, max_length=256)),
                    ("is_single", models.BooleanField(default=False)),
                    ("checkpoint", models.JSONField()),
                    ("metadata", models.JSONField(default=dict)),
                    ("run_id", models.CharField(blank=True, max_length=128)),
                    (
                        "redactions",
                        models.JSONField(default=list, help_text="What was cut out before storing, by kind and count."),
                    ),
                    (
                        "change_id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7,
                            editable=False,
                            help_text="Of the last save: its entity tag.",
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                    ("updated_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "-updated_at"], name="checkpoint_by_change")],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "person", "thread_id", "checkpoint_ns", "checkpoint_id"),
                            name="checkpoint_once",
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("is_single", True)),
                            fields=("workspace", "person", "thread_id", "checkpoint_ns"),
                            name="checkpoint_single_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("checkpoint_id", ""), _negated=True), name="checkpoint_id_not_empty"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="CheckpointWrite",
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
                    ("thread_id", models.CharField(max_length=256)),
                    ("checkpoint_ns", models.CharField(blank=True, max_length=256)),
                    ("checkpoint_id", models.CharField(db_collation="C", max_length=256)),
                    ("agent_id", models.UUIDField(blank=True, help_text="The agent that saved it.", null=True)),
                    ("task_id", models.CharField(max_length=256)),
                    ("task_path", models.CharField(blank=True, max_length=1024)),
                    (
                        "idx",
                        models.IntegerField(
                            help_text="Place among the task's writes; below zero for LangGraph's own channels."
                        ),
                    ),
                    ("channel", models.CharField(max_length=256)),
                    ("value", models.JSONField(null=True)),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            fields=(
                                "workspace",
                                "person",
                                "thread_id",
                                "checkpoint_ns",
                                "checkpoint_id",
                                "task_id",
                                "idx",
                            ),
                            name="checkpoint_write_once",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Session",
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
                            related_name="sessions",
                            to="workspaces.person",
                        ),
                    ),
                    ("external_id", models.CharField(blank=True, max_length=256)),
                    ("thread_id", models.CharField(max_length=256)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("closed_at", models.DateTimeField(blank=True, null=True)),
                    ("turn_count", models.PositiveIntegerField(default=0, editable=False)),
                    ("last_turn_at", models.DateTimeField(blank=True, editable=False, null=True)),
                    (
                        "summarised_turns",
                        models.PositiveIntegerField(
                            default=0, editable=False, help_text="The first turns, which episodes summarise."
                        ),
                    ),
                    (
                        "unsummarised_turns",
                        models.GeneratedField(
                            db_persist=True,
                            expression=django.db.models.expressions.CombinedExpression(
                                models.F("turn_count"), "-", models.F("summarised_turns")
                            ),
                            output_field=models.IntegerField(),
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "created_at"], name="session_by_person"),
                        models.Index(fields=["workspace", "unsummarised_turns"], name="session_by_unsummarised"),
                        models.Index(
                            condition=models.Q(("closed_at__isnull", True)),
                            fields=["workspace", "last_turn_at"],
                            name="session_open_by_last_turn",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("external_id", ""), _negated=True),
                            fields=("workspace", "person", "external_id"),
                            name="session_external_id_once",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Speaker",
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
                    ("name", models.CharField(max_length=200)),
                    (
                        "is_self",
                        models.BooleanField(
                            default=False, help_text="It is the person's own, though they are called otherwise."
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "person", "name"), name="speaker_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Task",
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
                            blank=True,
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="tasks",
                            to="workspaces.person",
                        ),
                    ),
                    ("namespace_path", models.TextField(db_collation="C")),
                    (
                        "session",
                        models.ForeignKey(
                            blank=True,
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="tasks",
                            to="conversations.session",
                        ),
                    ),
                    ("title", models.CharField(blank=True, max_length=512)),
                    (
                        "status",
                        models.CharField(
                            choices=[
                                ("pending", "Pending"),
                                ("in_progress", "In progress"),
                                ("blocked", "Blocked"),
                                ("completed", "Completed"),
                                ("failed", "Failed"),
                                ("cancelled", "Cancelled"),
                            ],
                            default="pending",
                            max_length=16,
                        ),
                    ),
                    ("state", models.JSONField(default=dict)),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1, editable=False)),
                    ("agent_id", models.UUIDField(blank=True, help_text="The agent that made it.", null=True)),
                    (
                        "change_id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7,
                            editable=False,
                            help_text="Of the last change: its entity tag.",
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                    ("updated_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "-updated_at"], name="task_by_person"),
                        models.Index(fields=["workspace", "-updated_at", "id"], name="task_by_change"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "status__in",
                                    ["pending", "in_progress", "blocked", "completed", "failed", "cancelled"],
                                )
                            ),
                            name="task_status_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("namespace_path", ""), _negated=True), name="task_scope_not_empty"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ThreadRevision",
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
                            related_name="threads",
                            to="workspaces.person",
                        ),
                    ),
                    ("thread_id", models.CharField(max_length=256)),
                    ("rev", models.PositiveBigIntegerField(default=0)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "person", "thread_id"), name="thread_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="ThreadReader",
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
                    ("thread_id", models.CharField(max_length=256)),
                    ("reader_id", models.UUIDField(help_text="An agent's or an account's id.")),
                    ("rev", models.PositiveBigIntegerField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "person", "thread_id", "reader_id"), name="thread_reader_once"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="ChangeLog",
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
                    ("thread_id", models.CharField(max_length=256)),
                    ("rev", models.PositiveBigIntegerField()),
                    ("memory_id", models.UUIDField()),
                    ("event", models.CharField(max_length=16)),
                    ("category", models.CharField(max_length=64)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1)),
                    ("importance", models.FloatField()),
                    ("importance_level", models.PositiveSmallIntegerField(default=3, help_text="1..5 (R6).")),
                    ("text", models.CharField(max_length=300)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "thread_id", "-rev"], name="change_log_by_rev"),
                        models.Index(fields=["workspace", "memory_id"], name="change_log_by_memory"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Turn",
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
                        "session",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="turns",
                            to="conversations.session",
                        ),
                    ),
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="turns",
                            to="workspaces.person",
                        ),
                    ),
                    ("position", models.PositiveIntegerField(help_text="1-based place in its session.")),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("user", "User"),
                                ("assistant", "Assistant"),
                                ("system", "System"),
                                ("tool", "Tool"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("speaker", models.CharField(blank=True, max_length=200)),
                    ("content", models.TextField()),
                    (
                        "spoken_from",
                        models.PositiveSmallIntegerField(default=0, help_text="Characters of a leading 'Name: '."),
                    ),
                    ("label", models.CharField(blank=True, help_text="Speaker and date, in words.", max_length=256)),
                    ("external_id", models.CharField(blank=True, max_length=256)),
                    ("occurred_at", models.DateTimeField()),
                    ("created_at", models.DateTimeField()),
                    (
                        "indexed_at",
                        models.DateTimeField(editable=False, help_text="Since when it is found by meaning.", null=True),
                    ),
                    (
                        "extracted_at",
                        models.DateTimeField(editable=False, help_text="When facts were looked for in it.", null=True),
                    ),
                    (
                        "withheld",
                        models.JSONField(
                            default=list,
                            editable=False,
                            help_text="[start, end) of sentences that the person did not agree to (R19).",
                        ),
                    ),
                    (
                        "retrievable",
                        models.TextField(
                            editable=False, help_text="The message without them, if there are any.", null=True
                        ),
                    ),
                    (
                        "search",
                        models.GeneratedField(
                            db_persist=True,
                            expression=django.contrib.postgres.search.CombinedSearchVector(
                                django.contrib.postgres.search.SearchVector("label", config="english", weight="A"),
                                "||",
                                django.contrib.postgres.search.SearchVector(
                                    django.db.models.functions.comparison.Coalesce(
                                        "retrievable",
                                        django.db.models.functions.text.Substr(
                                            "content",
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("spoken_from"), "+", models.Value(1)
                                            ),
                                        ),
                                        output_field=models.TextField(),
                                    ),
                                    config="english",
                                ),
                                django.contrib.postgres.search.SearchConfig("english"),
                            ),
                            output_field=django.contrib.postgres.search.SearchVectorField(),
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "created_at"], name="turn_by_person"),
                        models.Index(
                            condition=models.Q(("indexed_at__isnull", True)),
                            fields=["workspace", "created_at"],
                            name="turn_unindexed",
                        ),
                        models.Index(
                            condition=models.Q(("extracted_at__isnull", True), ("role", "user")),
                            fields=["workspace", "created_at"],
                            name="turn_unextracted",
                        ),
                        django.contrib.postgres.indexes.GinIndex(fields=["search"], name="turn_search"),
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "session", "position"), name="turn_position_once"),
                        models.UniqueConstraint(
                            condition=models.Q(("external_id", ""), _negated=True),
                            fields=("workspace", "session", "external_id"),
                            name="turn_external_id_once",
                        ),
                    ],
                },
            ),
        ),
    ]

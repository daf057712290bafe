"""Tasks, checkpoints and their pending writes, with row-level security and keys that cannot cross workspaces."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

TABLES = ["conversations_task", "conversations_checkpoint", "conversations_checkpointwrite"]
# (table, column, table it points to)
KEYS = [
    ("conversations_task", "person_id", "workspaces_person"),
    ("conversations_task", "session_id", "conversations_session"),
    ("conversations_checkpoint", "person_id", "workspaces_person"),
    ("conversations_checkpointwrite", "person_id", "workspaces_person"),
]

ENABLE = """
ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE {table} FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON {table}
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
"""
DISABLE = """
DROP POLICY one_workspace ON {table};
ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY;
ALTER TABLE {table} DISABLE ROW LEVEL SECURITY;
"""
ADD_KEY = """
ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_tenant_fk
    FOREIGN KEY (workspace_id, {column}) REFERENCES {target} (workspace_id, id) DEFERRABLE INITIALLY DEFERRED;
"""
DROP_KEY = "ALTER TABLE {table} DROP CONSTRAINT {table}_{column}_tenant_fk;"


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0005_thread_readers"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
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
                        default=workspaces.models.tenant.uuid7,
                        editable=False,
                        help_text="Of the last save: its entity tag.",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
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
                "indexes": [models.Index(fields=["workspace", "-updated_at"], name="checkpoint_by_change")],
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="conversations_checkpoint_tenant_id"),
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
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
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
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="conversations_checkpointwrite_tenant_id"),
                    models.UniqueConstraint(
                        fields=("workspace", "person", "thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx"),
                        name="checkpoint_write_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Task",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("namespace_path", models.TextField(db_collation="C")),
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
                        default=workspaces.models.tenant.uuid7,
                        editable=False,
                        help_text="Of the last change: its entity tag.",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
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
                    models.Index(fields=["workspace", "person", "-updated_at"], name="task_by_person"),
                    models.Index(fields=["workspace", "-updated_at", "id"], name="task_by_change"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="conversations_task_tenant_id"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["pending", "in_progress", "blocked", "completed", "failed", "cancelled"])
                        ),
                        name="task_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("namespace_path", ""), _negated=True), name="task_scope_not_empty"
                    ),
                ],
            },
        ),
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        *[
            migrations.RunSQL(
                ADD_KEY.format(table=table, column=column, target=target), DROP_KEY.format(table=table, column=column)
            )
            for table, column, target in KEYS
        ],
    ]

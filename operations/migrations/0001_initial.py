"""Schedules, job runs, the outbox, tombstones, and the table of the cache."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from workspaces.migration_operations import CreateTogether

# Of Django's database cache, so that throttles hold across processes without another service.
CREATE_CACHE = """
CREATE TABLE cache (
    cache_key varchar(255) NOT NULL PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX cache_expires ON cache (expires);
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("django_q", "0019_alter_task_options_alter_ormq_key_alter_ormq_lock_and_more"),
        ("workspaces", "0001_initial"),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name="Schedule",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("job", models.CharField(max_length=64, unique=True)),
                    ("every_seconds", models.PositiveIntegerField()),
                    ("next_run_at", models.DateTimeField()),
                    ("is_paused", models.BooleanField(default=False)),
                    ("is_per_workspace", models.BooleanField(default=False)),
                    ("spread_seconds", models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name="JobRun",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    ("job", models.CharField(max_length=64)),
                    ("workspace_id", models.UUIDField(null=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("queued", "Waiting"),
                                ("running", "Running"),
                                ("done", "Done"),
                                ("failed", "Failed, will be tried again"),
                                ("dead", "Given up"),
                            ],
                            default="queued",
                            max_length=16,
                        ),
                    ),
                    ("attempts", models.PositiveSmallIntegerField(default=0)),
                    ("items", models.PositiveIntegerField(default=0, help_text="How many rows it worked on.")),
                    (
                        "error",
                        models.CharField(
                            blank=True, help_text="The exception's class; never its text.", max_length=200
                        ),
                    ),
                    ("figures", models.JSONField(blank=True, default=dict)),
                    (
                        "worker",
                        models.CharField(blank=True, help_text="Host and process of the last attempt.", max_length=128),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("run_at", models.DateTimeField(help_text="Not before; empty is at once.", null=True)),
                    ("delivered_at", models.DateTimeField(help_text="When it was handed to the queue.", null=True)),
                    ("started_at", models.DateTimeField(null=True)),
                    ("finished_at", models.DateTimeField(null=True)),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["job", "-created_at"], name="job_run_by_job"),
                        models.Index(
                            condition=models.Q(("state", "done"), _negated=True),
                            fields=["state", "run_at"],
                            name="job_run_open",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="WebhookEndpoint",
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
                        "agent",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="webhooks",
                            to="workspaces.agent",
                        ),
                    ),
                    ("url", models.CharField(max_length=1024)),
                    ("nonce", models.CharField(editable=False, max_length=32)),
                    ("created_at", models.DateTimeField()),
                    ("disabled_at", models.DateTimeField(null=True)),
                    ("disabled_because", models.CharField(blank=True, max_length=200)),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "agent"], name="webhook_by_agent")],
                },
            ),
            migrations.CreateModel(
                name="Outbox",
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
                    ("channel", models.CharField(choices=[("webhook", "Webhook"), ("mail", "E-mail")], max_length=16)),
                    ("kind", models.CharField(max_length=32)),
                    ("person_id", models.UUIDField(null=True)),
                    (
                        "endpoint",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="messages",
                            to="operations.webhookendpoint",
                        ),
                    ),
                    ("account_id", models.UUIDField(null=True)),
                    ("payload", models.JSONField(default=dict)),
                    (
                        "state",
                        models.CharField(
                            choices=[("waiting", "Waiting"), ("sent", "Sent"), ("dead", "Given up")],
                            default="waiting",
                            max_length=16,
                        ),
                    ),
                    ("attempts", models.PositiveSmallIntegerField(default=0)),
                    ("next_attempt_at", models.DateTimeField()),
                    ("claimed_until", models.DateTimeField(null=True)),
                    ("error", models.CharField(blank=True, max_length=200)),
                    ("created_at", models.DateTimeField()),
                    ("finished_at", models.DateTimeField(null=True)),
                ],
                options={
                    "verbose_name_plural": "outbox",
                    "abstract": False,
                    "indexes": [
                        models.Index(
                            condition=models.Q(("state", "waiting")),
                            fields=["workspace", "next_attempt_at"],
                            name="outbox_due",
                        )
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(("channel", "webhook"), ("endpoint__isnull", False)),
                                models.Q(("account_id__isnull", False), ("channel", "mail")),
                                _connector="OR",
                            ),
                            name="outbox_has_receiver",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["waiting", "sent", "dead"])), name="outbox_state_known"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Tombstone",
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
                    ("person_id", models.UUIDField()),
                    ("requested_by", models.UUIDField(null=True)),
                    ("requested_at", models.DateTimeField()),
                    ("erased_at", models.DateTimeField(null=True)),
                    (
                        "counts",
                        models.JSONField(default=dict, help_text="Rows by table, as counted when it was asked for."),
                    ),
                    ("history_id", models.UUIDField(null=True)),
                ],
                options={
                    "abstract": False,
                    "constraints": [models.UniqueConstraint(fields=("workspace", "person_id"), name="tombstone_once")],
                },
            ),
        ),
        migrations.RunSQL(CREATE_CACHE, "DROP TABLE cache"),
    ]

"""Messages to people and agents outside, and where agents hear."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0018_consolidation_schedule"),
        ("workspaces", "0006_mail_choices"),
    ]

    operations = [
        migrations.CreateModel(
            name="WebhookEndpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("url", models.CharField(max_length=1024)),
                ("nonce", models.CharField(editable=False, max_length=32)),
                ("created_at", models.DateTimeField()),
                ("disabled_at", models.DateTimeField(null=True)),
                ("disabled_because", models.CharField(blank=True, max_length=200)),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="workspaces.agent",
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
            },
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("channel", models.CharField(choices=[("webhook", "Webhook"), ("mail", "E-mail")], max_length=16)),
                ("kind", models.CharField(max_length=32)),
                ("person_id", models.UUIDField(null=True)),
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
                    "endpoint",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="operations.webhookendpoint",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "outbox",
                "abstract": False,
            },
        ),
        migrations.AddIndex(
            model_name="webhookendpoint",
            index=models.Index(fields=["workspace", "agent"], name="webhook_by_agent"),
        ),
        migrations.AddConstraint(
            model_name="webhookendpoint",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="operations_webhookendpoint_tenant_id"),
        ),
        migrations.AddIndex(
            model_name="outbox",
            index=models.Index(
                condition=models.Q(("state", "waiting")), fields=["workspace", "next_attempt_at"], name="outbox_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="operations_outbox_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("channel", "webhook"), ("endpoint__isnull", False)),
                    models.Q(("account_id__isnull", False), ("channel", "mail")),
                    _connector="OR",
                ),
                name="outbox_has_receiver",
            ),
        ),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "sent", "dead"])), name="outbox_state_known"
            ),
        ),
    ]

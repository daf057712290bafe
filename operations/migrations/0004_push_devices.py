"""Browsers that people let us notify, and messages to them."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models
from django.db.models import Q

from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey


class Migration(migrations.Migration):
    dependencies = [
        ("operations", "0003_seen_from_outside"),
        ("workspaces", "0002_tenant_isolation"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("person_id", models.UUIDField()),
                ("account_id", models.UUIDField()),
                ("url", models.CharField(max_length=1024)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("server_key", models.CharField(max_length=88)),
                (
                    "name",
                    models.CharField(help_text="Browser and system, as the browser calls itself.", max_length=100),
                ),
                ("created_at", models.DateTimeField()),
                ("told_at", models.DateTimeField(help_text="When it was last told that requests wait.", null=True)),
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
                "indexes": [models.Index(fields=["workspace", "person_id"], name="push_device_by_person")],
                "constraints": [models.UniqueConstraint(fields=("workspace", "url"), name="push_device_once")],
            },
        ),
        TenantPrimaryKey("PushDevice"),
        EnableRowLevelSecurity("PushDevice"),
        migrations.RemoveConstraint(model_name="outbox", name="outbox_has_receiver"),
        migrations.AlterField(
            model_name="outbox",
            name="channel",
            field=models.CharField(
                choices=[("webhook", "Webhook"), ("mail", "E-mail"), ("push", "Notification")], max_length=16
            ),
        ),
        migrations.AddField(
            model_name="outbox",
            name="device",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="operations.pushdevice",
            ),
        ),
        TenantForeignKeys("Outbox.device"),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.CheckConstraint(
                condition=Q(channel="webhook", endpoint__isnull=False)
                | Q(channel="mail", account_id__isnull=False)
                | Q(channel="push", device__isnull=False, account_id__isnull=False),
                name="outbox_has_receiver",
            ),
        ),
    ]

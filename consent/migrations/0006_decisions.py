"""Amended and withdrawn proposals, decisions that can be taken back, receipts, notices and codes for the chat."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant


class Migration(migrations.Migration):
    dependencies = [("consent", "0005_policy_answers"), ("workspaces", "0002_row_level_security")]

    operations = [
        migrations.CreateModel(
            name="AcknowledgementCode",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("shown_hash", models.CharField(max_length=64)),
                ("issued_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("used_at", models.DateTimeField(null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("decided", "A proposal was decided"),
                            ("expired", "A proposal expired"),
                            ("closed", "A proposal was replaced, or fell out of date"),
                            ("half_time", "Half of a proposal's time has passed"),
                            ("last_day", "A proposal expires within a day"),
                            ("code", "A code for answering in a chat was asked for"),
                        ],
                        max_length=16,
                    ),
                ),
                ("state", models.CharField(max_length=16)),
                ("created_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("record", models.JSONField()),
                ("record_hash", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
                ("disclosure", models.JSONField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.RemoveConstraint(
            model_name="decision",
            name="one_decision_per_proposal",
        ),
        migrations.RemoveConstraint(
            model_name="proposal",
            name="proposal_state_known",
        ),
        migrations.AddField(
            model_name="decision",
            name="key_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="reason",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="decision",
            name="turn_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="withdrawn_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="blocked_until",
            field=models.DateTimeField(help_text="Until then a refused value is not asked for again.", null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="claims",
            field=models.JSONField(
                default=list, help_text="The sensitive values it states, e.g. identity.city=lisbon."
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="closed_because",
            field=models.CharField(blank=True, help_text="Why it ended without an answer.", max_length=200),
        ),
        migrations.AddField(
            model_name="proposal",
            name="evidence",
            field=models.JSONField(default=list, help_text="Who else asked, for which value, why, and in which turn."),
        ),
        migrations.AddField(
            model_name="proposal",
            name="reminders_sent",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="proposal",
            name="revision",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="proposal",
            name="shown_hash",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="proposal",
            name="superseded_by",
            field=models.UUIDField(null=True),
        ),
        migrations.AlterField(
            model_name="decision",
            name="method",
            field=models.CharField(
                choices=[
                    ("page", "On a page, signed in"),
                    ("api", "By a request with their login"),
                    ("reviewer", "By a reviewer to whom a policy delegates it"),
                    ("chat", "In a chat, relayed by an agent"),
                    ("clock", "By the passing of time"),
                ],
                default="page",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="verdict",
            field=models.CharField(
                choices=[
                    ("approve", "Approved"),
                    ("amend", "Corrected"),
                    ("reject", "Refused"),
                    ("withdraw", "Taken back"),
                    ("expire", "Expired"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="state",
            field=models.CharField(
                choices=[
                    ("pending", "Waiting for you"),
                    ("approved", "Approved"),
                    ("amended", "Corrected by you"),
                    ("rejected", "Refused"),
                    ("withdrawn", "Taken back"),
                    ("expired", "Expired"),
                    ("superseded", "Replaced by a later one"),
                    ("stale", "Out of date"),
                ],
                default="pending",
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at__isnull", True), models.Q(("verdict", "withdraw"), _negated=True)),
                fields=("workspace", "proposal"),
                name="one_standing_decision",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("verdict__in", ["approve", "amend", "reject", "withdraw", "expire"])),
                name="decision_verdict_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="decision",
            constraint=models.CheckConstraint(
                condition=models.Q(("method__in", ["page", "api", "reviewer", "chat", "clock"])),
                name="decision_method_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["pending", "approved", "amended", "rejected", "withdrawn", "expired", "superseded", "stale"],
                    )
                ),
                name="proposal_state_known",
            ),
        ),
        migrations.AddField(
            model_name="acknowledgementcode",
            name="proposal",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="codes",
                to="consent.proposal",
            ),
        ),
        migrations.AddField(
            model_name="acknowledgementcode",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="proposal",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="consent.proposal",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="decision",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="receipts",
                to="consent.decision",
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddIndex(
            model_name="acknowledgementcode",
            index=models.Index(fields=["workspace", "proposal", "-issued_at"], name="code_by_proposal"),
        ),
        migrations.AddConstraint(
            model_name="acknowledgementcode",
            constraint=models.UniqueConstraint(
                fields=("workspace", "id"), name="consent_acknowledgementcode_tenant_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="acknowledgementcode",
            constraint=models.CheckConstraint(condition=models.Q(("attempts__lte", 5)), name="code_attempts_bounded"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("taken_at__isnull", True)),
                fields=["workspace", "created_at"],
                name="notice_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="consent_notice_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["decided", "expired", "closed", "half_time", "last_day", "code"])),
                name="notice_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="consent_receipt_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.UniqueConstraint(fields=("workspace", "decision"), name="one_receipt_per_decision"),
        ),
    ]

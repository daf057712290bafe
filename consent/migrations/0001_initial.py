"""Policies, proposals, signals, decisions and receipts."""

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
                name="Proposal",
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
                            related_name="proposals",
                            to="workspaces.person",
                        ),
                    ),
                    ("namespace_path", models.TextField(db_collation="C")),
                    ("category", models.CharField(max_length=64)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1)),
                    (
                        "field",
                        models.CharField(
                            help_text="What would change, e.g. identity.city, or a memory's address.", max_length=600
                        ),
                    ),
                    ("memory_id", models.UUIDField(null=True)),
                    ("base_version", models.PositiveIntegerField(default=0)),
                    ("change", models.JSONField()),
                    ("change_hash", models.CharField(max_length=64)),
                    ("old_value", models.TextField(blank=True)),
                    ("new_value", models.TextField(blank=True)),
                    ("reason", models.TextField(blank=True, help_text="The agent's own words.")),
                    ("evidence_turn_id", models.UUIDField(null=True)),
                    (
                        "evidence",
                        models.JSONField(
                            default=list, help_text="Who else asked, for which value, why, and in which turn."
                        ),
                    ),
                    (
                        "claims",
                        models.JSONField(
                            default=list, help_text="The sensitive values it states, e.g. identity.city=lisbon."
                        ),
                    ),
                    ("shown_hash", models.CharField(max_length=64)),
                    ("revision", models.PositiveIntegerField(default=1)),
                    ("agent_id", models.UUIDField(null=True)),
                    ("key_id", models.UUIDField(null=True)),
                    ("actor_label", models.CharField(max_length=128)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("pending", "Awaiting approval"),
                                ("approved", "Approved"),
                                ("amended", "Approved with edits"),
                                ("rejected", "Refused"),
                                ("withdrawn", "Undone"),
                                ("expired", "Expired"),
                                ("superseded", "Replaced by a newer request"),
                                ("stale", "No longer applies"),
                            ],
                            default="pending",
                            max_length=16,
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                    ("expires_at", models.DateTimeField()),
                    ("decided_at", models.DateTimeField(null=True)),
                    ("superseded_by", models.UUIDField(null=True)),
                    (
                        "closed_because",
                        models.CharField(blank=True, help_text="Why it ended without an answer.", max_length=200),
                    ),
                    (
                        "blocked_until",
                        models.DateTimeField(help_text="Until then a refused value is not asked for again.", null=True),
                    ),
                    (
                        "is_muted",
                        models.BooleanField(
                            default=False,
                            help_text="Refused before, and nobody is asked: whoever asks may not learn that it was.",
                        ),
                    ),
                    ("reminders_sent", models.PositiveSmallIntegerField(default=0)),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "state", "-created_at"], name="proposal_by_person"),
                        models.Index(
                            condition=models.Q(("decided_at__isnull", False)),
                            fields=["workspace", "person", "-decided_at"],
                            name="proposal_by_decision",
                        ),
                        models.Index(fields=["workspace", "state", "expires_at"], name="proposal_by_expiry"),
                        models.Index(
                            condition=models.Q(("blocked_until__isnull", False)),
                            fields=["workspace", "person", "blocked_until"],
                            name="proposal_by_block",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state", "pending")),
                            fields=("workspace", "namespace_path", "field", "change_hash"),
                            name="proposal_pending_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "state__in",
                                    [
                                        "pending",
                                        "approved",
                                        "amended",
                                        "rejected",
                                        "withdrawn",
                                        "expired",
                                        "superseded",
                                        "stale",
                                    ],
                                )
                            ),
                            name="proposal_state_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="AcknowledgementCode",
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
                        "proposal",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="codes",
                            to="consent.proposal",
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
                    "indexes": [models.Index(fields=["workspace", "proposal", "-issued_at"], name="code_by_proposal")],
                    "constraints": [
                        models.CheckConstraint(condition=models.Q(("attempts__lte", 5)), name="code_attempts_bounded")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Decision",
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
                        "proposal",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decisions",
                            to="consent.proposal",
                        ),
                    ),
                    ("person_id", models.UUIDField(null=True)),
                    ("account_id", models.UUIDField(null=True)),
                    (
                        "verdict",
                        models.CharField(
                            choices=[
                                ("approve", "Approved"),
                                ("amend", "Approved with edits"),
                                ("reject", "Refused"),
                                ("withdraw", "Undone"),
                                ("expire", "Expired"),
                            ],
                            max_length=16,
                        ),
                    ),
                    (
                        "method",
                        models.CharField(
                            choices=[
                                ("page", "On this website, signed in"),
                                ("api", "By a request with their login"),
                                ("reviewer", "By a reviewer to whom a policy delegates it"),
                                ("chat", "In a chat, relayed by an agent"),
                                ("clock", "By the passing of time"),
                            ],
                            default="page",
                            max_length=16,
                        ),
                    ),
                    ("shown_hash", models.CharField(max_length=64)),
                    ("reason", models.CharField(blank=True, max_length=200)),
                    ("key_id", models.UUIDField(null=True)),
                    ("turn_id", models.UUIDField(null=True)),
                    ("created_at", models.DateTimeField()),
                    ("withdrawn_at", models.DateTimeField(null=True)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(
                                ("withdrawn_at__isnull", True), models.Q(("verdict", "withdraw"), _negated=True)
                            ),
                            fields=("workspace", "proposal"),
                            name="one_standing_decision",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("verdict__in", ["approve", "amend", "reject", "withdraw", "expire"])),
                            name="decision_verdict_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("method__in", ["page", "api", "reviewer", "chat", "clock"])),
                            name="decision_method_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="FieldAlias",
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
                    ("spelling", models.CharField(max_length=64)),
                    (
                        "category",
                        models.CharField(
                            choices=[
                                ("identity", "Identity"),
                                ("preference", "Preference"),
                                ("constraint", "Constraint"),
                                ("instruction", "Instruction"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "verbose_name_plural": "field aliases",
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "spelling"), name="alias_spelling_once"),
                        models.CheckConstraint(
                            condition=models.Q(("spelling__regex", "^[a-z0-9]{1,64}$")), name="alias_spelling_squashed"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("key__regex", "^[a-z0-9_.]{1,64}$")), name="alias_key_canonical"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Notice",
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
                        "proposal",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="notices",
                            to="consent.proposal",
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
                    "indexes": [
                        models.Index(
                            condition=models.Q(("taken_at__isnull", True)),
                            fields=["workspace", "created_at"],
                            name="notice_waiting",
                        )
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                ("kind__in", ["decided", "expired", "closed", "half_time", "last_day", "code"])
                            ),
                            name="notice_kind_known",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Policy",
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
                    ("priority", models.SmallIntegerField(default=100)),
                    ("person_id", models.UUIDField(blank=True, null=True)),
                    ("agent_id", models.UUIDField(blank=True, null=True)),
                    ("fact_category", models.CharField(blank=True, max_length=16)),
                    ("fact_key", models.CharField(blank=True, max_length=64)),
                    ("category", models.CharField(blank=True, max_length=64)),
                    ("memory_type", models.CharField(blank=True, max_length=16)),
                    ("sensitivity", models.CharField(blank=True, max_length=64)),
                    ("trust", models.CharField(blank=True, max_length=16)),
                    (
                        "outcome",
                        models.CharField(
                            choices=[
                                ("consent", "Ask the person"),
                                ("corroboration", "Apply when corroborated"),
                                ("apply", "Apply"),
                                ("never", "Never"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("signals_needed", models.PositiveSmallIntegerField(default=2)),
                    (
                        "insight_confidence",
                        models.FloatField(default=0.8, help_text="0..1; a surer insight needs no further signal."),
                    ),
                    (
                        "allows_chat",
                        models.BooleanField(
                            default=False,
                            help_text="The person may also answer in a chat, through an agent they let relay consent.",
                        ),
                    ),
                    (
                        "delegates_to_reviewers",
                        models.BooleanField(
                            default=False, help_text="Reviewers of the workspace may decide in the person's place."
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    "verbose_name_plural": "policies",
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "priority"], name="policy_by_priority")],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("outcome__in", ["consent", "corroboration", "apply", "never"])),
                            name="policy_outcome_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("trust__in", ["", "person", "agent", "source", "derived"])),
                            name="policy_trust_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("insight_confidence__gte", 0),
                                ("insight_confidence__lte", 1),
                                ("signals_needed__gte", 1),
                            ),
                            name="policy_corroboration_sound",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Receipt",
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
                        "decision",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="receipts",
                            to="consent.decision",
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
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "decision"), name="one_receipt_per_decision")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Signal",
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
                            related_name="signals",
                            to="workspaces.person",
                        ),
                    ),
                    ("namespace_path", models.TextField(db_collation="C")),
                    ("category", models.CharField(max_length=64)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1)),
                    ("field", models.CharField(max_length=600)),
                    ("value", models.TextField()),
                    ("digest", models.CharField(max_length=64)),
                    ("evidence", models.CharField(max_length=300)),
                    ("turn_id", models.UUIDField(null=True)),
                    ("session_id", models.UUIDField(null=True)),
                    ("insight_id", models.UUIDField(null=True)),
                    ("agent_id", models.UUIDField(null=True)),
                    ("actor_label", models.CharField(max_length=128)),
                    ("created_at", models.DateTimeField()),
                    ("used_at", models.DateTimeField(null=True)),
                    ("memory_id", models.UUIDField(help_text="What it led to.", null=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "created_at"], name="signal_by_time")],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("used_at__isnull", True)),
                            fields=("workspace", "digest", "evidence"),
                            name="signal_evidence_once",
                        )
                    ],
                },
            ),
        ),
    ]

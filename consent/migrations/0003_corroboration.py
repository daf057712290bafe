import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant


class Migration(migrations.Migration):
    dependencies = [
        ("consent", "0002_row_level_security"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="FieldAlias",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
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
            },
        ),
        migrations.CreateModel(
            name="Signal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
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
            },
        ),
        migrations.AddField(
            model_name="policy",
            name="insight_confidence",
            field=models.FloatField(default=0.8, help_text="0..1; a surer insight needs no further signal."),
        ),
        migrations.AddConstraint(
            model_name="policy",
            constraint=models.CheckConstraint(
                condition=models.Q(("trust__in", ["", "person", "agent", "source", "derived"])),
                name="policy_trust_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="policy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("insight_confidence__gte", 0), ("insight_confidence__lte", 1), ("signals_needed__gte", 1)
                ),
                name="policy_corroboration_sound",
            ),
        ),
        migrations.AddField(
            model_name="fieldalias",
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
            model_name="signal",
            name="person",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="signals",
                to="workspaces.person",
            ),
        ),
        migrations.AddField(
            model_name="signal",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddConstraint(
            model_name="fieldalias",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="consent_fieldalias_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="fieldalias",
            constraint=models.UniqueConstraint(fields=("workspace", "spelling"), name="alias_spelling_once"),
        ),
        migrations.AddConstraint(
            model_name="fieldalias",
            constraint=models.CheckConstraint(
                condition=models.Q(("spelling__regex", "^[a-z0-9]{1,64}$")), name="alias_spelling_squashed"
            ),
        ),
        migrations.AddConstraint(
            model_name="fieldalias",
            constraint=models.CheckConstraint(
                condition=models.Q(("key__regex", "^[a-z0-9_.]{1,64}$")), name="alias_key_canonical"
            ),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["workspace", "created_at"], name="signal_by_time"),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="consent_signal_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="signal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("used_at__isnull", True)),
                fields=("workspace", "digest", "evidence"),
                name="signal_evidence_once",
            ),
        ),
    ]

"""Seals of the history, access notes, operational events; and triggers that let upkeep forget and purge (R26)."""

import django.contrib.postgres.fields
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

import workspaces.models.tenant


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0007_unlinked_memories"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditSeal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveBigIntegerField(help_text="1, 2, 3 ... without gaps.")),
                ("previous_root", models.CharField(blank=True, max_length=64)),
                ("root", models.CharField(max_length=64)),
                ("count", models.PositiveIntegerField()),
                ("signature", models.CharField(max_length=128)),
                ("sealed_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MemoryAccess",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("memory_ids", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ("accessed_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="OperationalEvent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("person_id", models.UUIDField(null=True)),
                ("thread_id", models.CharField(blank=True, max_length=256)),
                (
                    "node",
                    models.CharField(
                        choices=[
                            ("hotpath", "While somebody waited"),
                            ("context", "For a context"),
                            ("episodic", "Summarising"),
                            ("worker", "In a job"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "op",
                    models.CharField(
                        choices=[
                            ("classify", "Decided"),
                            ("search", "Searched"),
                            ("create", "Created"),
                            ("update", "Updated"),
                            ("merge", "Merged"),
                            ("delete", "Forgotten"),
                            ("restore", "Restored"),
                            ("link", "Linked"),
                            ("ttl", "Expired"),
                            ("purge", "Erased"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("ok", "Done"), ("error", "Failed"), ("skipped", "Nothing to do")],
                        default="ok",
                        max_length=16,
                    ),
                ),
                ("memory_id", models.UUIDField(null=True)),
                ("category", models.CharField(blank=True, max_length=64)),
                ("sim", models.FloatField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SealEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("leaf_hash", models.CharField(max_length=64)),
            ],
            options={
                "verbose_name_plural": "seal entries",
                "abstract": False,
            },
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="fact",
            name="fact_gate",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="memory",
            name="memory_insert_gate",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="memory",
            name="memory_update_gate",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="memoryversion",
            name="version_gate",
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="fact",
            trigger=pgtrigger.compiler.Trigger(
                name="fact_gate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR ((TG_OP = 'UPDATE' AND OLD.valid_to IS NULL AND to_jsonb(NEW) - 'valid_to' = to_jsonb(OLD) - 'valid_to') OR (TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = OLD.workspace_id AND m.id = OLD.memory_id AND m.state = 'soft_deleted' AND m.purge_at <= clock_timestamp()))) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                    hash="2f144de1018f8da4f244da4fc767dd65e1713c6b",
                    operation="INSERT OR UPDATE OR DELETE",
                    pgid="pgtrigger_fact_gate_cd92d",
                    table="memories_fact",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memory",
            trigger=pgtrigger.compiler.Trigger(
                name="memory_insert_gate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (TG_OP = 'DELETE' AND OLD.state = 'soft_deleted' AND OLD.purge_at <= clock_timestamp()) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                    hash="190824c5c990b5797e5c6fdca1466f784ec6ecda",
                    operation="INSERT OR DELETE",
                    pgid="pgtrigger_memory_insert_gate_4236b",
                    table="memories_memory",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memory",
            trigger=pgtrigger.compiler.Trigger(
                name="memory_update_gate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (OLD.state = 'active' AND NEW.state = 'soft_deleted' AND to_jsonb(NEW) - ARRAY['state', 'purge_at', 'updated_at', 'change_id', 'sensitivity_rank'] = to_jsonb(OLD) - ARRAY['state', 'purge_at', 'updated_at', 'change_id', 'sensitivity_rank']) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                    hash="5f8859205a2f2bdda7470c47df28d697e85de114",
                    operation='UPDATE OF "namespace", "key", "category", "memory_type", "current_id", "version", "importance", "confidence", "pinned", "sensitivity", "validation_status", "trust", "state", "tags", "source_state"',
                    pgid="pgtrigger_memory_update_gate_9cece",
                    table="memories_memory",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memory",
            trigger=pgtrigger.compiler.Trigger(
                name="memory_purge",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    constraint="CONSTRAINT",
                    func="IF NOT EXISTS (SELECT 1 FROM memories_history h WHERE h.workspace_id = OLD.workspace_id AND h.memory_id = OLD.id AND h.event = 'PURGE') THEN RAISE EXCEPTION 'A memory was destroyed without its history row' USING ERRCODE = 'MS002'; END IF; RETURN NULL;",
                    hash="f008d17b81a2c7fe89a27faed2467c5c1c867700",
                    operation="DELETE",
                    pgid="pgtrigger_memory_purge_2d078",
                    table="memories_memory",
                    timing="DEFERRABLE INITIALLY DEFERRED",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memoryversion",
            trigger=pgtrigger.compiler.Trigger(
                name="version_gate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = OLD.workspace_id AND m.id = OLD.memory_id AND m.state = 'soft_deleted' AND m.purge_at <= clock_timestamp())) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                    hash="c117207ceefdfd1e21fc85ada6959f1499d419c6",
                    operation="INSERT OR UPDATE OR DELETE",
                    pgid="pgtrigger_version_gate_84f71",
                    table="memories_memoryversion",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddField(
            model_name="auditseal",
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
            model_name="memoryaccess",
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
            model_name="operationalevent",
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
            model_name="sealentry",
            name="history",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="seal_entries",
                to="memories.history",
            ),
        ),
        migrations.AddField(
            model_name="sealentry",
            name="seal",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="entries",
                to="memories.auditseal",
            ),
        ),
        migrations.AddField(
            model_name="sealentry",
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
            model_name="auditseal",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_auditseal_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="auditseal",
            constraint=models.UniqueConstraint(fields=("workspace", "seq"), name="seal_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="auditseal",
            constraint=models.CheckConstraint(condition=models.Q(("count__gt", 0)), name="seal_not_empty"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="auditseal",
            trigger=pgtrigger.compiler.Trigger(
                name="seal_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
                    hash="20b1f1dbf1219dbccf2b4a9eea9d44d4cd4a4a68",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_seal_append_only_fc74e",
                    table="memories_auditseal",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="memoryaccess",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_memoryaccess_tenant_id"),
        ),
        migrations.AddIndex(
            model_name="operationalevent",
            index=models.Index(fields=["workspace", "person_id", "-created_at"], name="event_by_person"),
        ),
        migrations.AddIndex(
            model_name="operationalevent",
            index=models.Index(fields=["workspace", "node", "-created_at"], name="event_by_node"),
        ),
        migrations.AddConstraint(
            model_name="operationalevent",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_operationalevent_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="operationalevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("node__in", ["hotpath", "context", "episodic", "worker"])), name="event_node_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="operationalevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "op__in",
                        [
                            "classify",
                            "search",
                            "create",
                            "update",
                            "merge",
                            "delete",
                            "restore",
                            "link",
                            "ttl",
                            "purge",
                        ],
                    )
                ),
                name="event_op_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="operationalevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["ok", "error", "skipped"])), name="event_status_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="sealentry",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_sealentry_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="sealentry",
            constraint=models.UniqueConstraint(fields=("workspace", "history"), name="history_sealed_once"),
        ),
        migrations.AddConstraint(
            model_name="sealentry",
            constraint=models.UniqueConstraint(fields=("workspace", "seal", "position"), name="seal_position_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="sealentry",
            trigger=pgtrigger.compiler.Trigger(
                name="seal_entry_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
                    hash="8dd7a00e0d80d3c060aee2fcdc14fbf205b92690",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_seal_entry_append_only_77886",
                    table="memories_sealentry",
                    when="BEFORE",
                ),
            ),
        ),
    ]

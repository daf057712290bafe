"""Memories, their texts and files count for their workspace, and so does what is there already."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations

COUNT_STORED = """
DO $$
DECLARE w uuid;
BEGIN
    FOR w IN SELECT id FROM workspaces_workspace LOOP
        PERFORM set_config('app.workspace_id', w::text, true);
        INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), w,
            (SELECT count(*) FROM memories_memory WHERE workspace_id = w),
            (SELECT coalesce(sum(octet_length(content)), 0) FROM memories_memoryversion WHERE workspace_id = w)
            + (SELECT coalesce(sum(octet_length(content)), 0) FROM conversations_turn WHERE workspace_id = w)
            + (SELECT coalesce(sum(size_bytes), 0) FROM memories_artifact
               WHERE workspace_id = w AND starts_with(storage_uri, 'workspaces/'));
    END LOOP;
    PERFORM set_config('app.workspace_id', '', true);
END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0009_memories_apart"),
        ("conversations", "0007_counted_storage"),
        ("workspaces", "0010_quotas"),
    ]

    operations = [
        pgtrigger.migrations.AddTrigger(
            model_name="artifact",
            trigger=pgtrigger.compiler.Trigger(
                name="artifact_used",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id,  0,  coalesce(sum(n.size_bytes) FILTER (WHERE starts_with(n.storage_uri, 'workspaces/')), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP PERFORM workspaces_keep_quota(added.workspace_id, added.memories, added.storage_bytes); END LOOP; RETURN NULL;",
                    hash="d287d1657bbc6a05fc69c8bc2c4c1ac0ad443b1e",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_artifact_used_661e7",
                    referencing="REFERENCING NEW TABLE AS n ",
                    table="memories_artifact",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="artifact",
            trigger=pgtrigger.compiler.Trigger(
                name="artifact_freed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id, - 0, - coalesce(sum(n.size_bytes) FILTER (WHERE starts_with(n.storage_uri, 'workspaces/')), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP NULL; END LOOP; RETURN NULL;",
                    hash="78c0f1dc48733ab4db6abd9814a473455e1ec248",
                    level="STATEMENT",
                    operation="DELETE",
                    pgid="pgtrigger_artifact_freed_86b8f",
                    referencing="REFERENCING OLD TABLE AS n ",
                    table="memories_artifact",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memory",
            trigger=pgtrigger.compiler.Trigger(
                name="memory_used",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id,  count(*),  coalesce(0, 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP PERFORM workspaces_keep_quota(added.workspace_id, added.memories, added.storage_bytes); END LOOP; RETURN NULL;",
                    hash="18c663b6e0c5035c3b3c2f9c7aa6c32987d9a3e1",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_memory_used_47a57",
                    referencing="REFERENCING NEW TABLE AS n ",
                    table="memories_memory",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memory",
            trigger=pgtrigger.compiler.Trigger(
                name="memory_freed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id, - count(*), - coalesce(0, 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP NULL; END LOOP; RETURN NULL;",
                    hash="658b26bf6839198ad65f071917a21dd0e93c3bc9",
                    level="STATEMENT",
                    operation="DELETE",
                    pgid="pgtrigger_memory_freed_06fc3",
                    referencing="REFERENCING OLD TABLE AS n ",
                    table="memories_memory",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memoryversion",
            trigger=pgtrigger.compiler.Trigger(
                name="version_used",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id,  0,  coalesce(sum(octet_length(n.content)), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP PERFORM workspaces_keep_quota(added.workspace_id, added.memories, added.storage_bytes); END LOOP; RETURN NULL;",
                    hash="2b3b663d89fa4db948670b3eb0d8f4b15955aeca",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_version_used_676cf",
                    referencing="REFERENCING NEW TABLE AS n ",
                    table="memories_memoryversion",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="memoryversion",
            trigger=pgtrigger.compiler.Trigger(
                name="version_freed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id, - 0, - coalesce(sum(octet_length(n.content)), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP NULL; END LOOP; RETURN NULL;",
                    hash="f6e02919486ddfa5a2089e2a0f2bb2c5f4ca983a",
                    level="STATEMENT",
                    operation="DELETE",
                    pgid="pgtrigger_version_freed_9f9b2",
                    referencing="REFERENCING OLD TABLE AS n ",
                    table="memories_memoryversion",
                    when="AFTER",
                ),
            ),
        ),
        migrations.RunSQL(COUNT_STORED, migrations.RunSQL.noop),
    ]

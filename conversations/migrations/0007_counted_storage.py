"""Messages count as storage of their workspace."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0006_kinds_of_changes"),
        ("workspaces", "0010_quotas"),
    ]

    operations = [
        pgtrigger.migrations.AddTrigger(
            model_name="turn",
            trigger=pgtrigger.compiler.Trigger(
                name="turn_used",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id,  0,  coalesce(sum(octet_length(n.content)), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP PERFORM workspaces_keep_quota(added.workspace_id, added.memories, added.storage_bytes); END LOOP; RETURN NULL;",
                    hash="837872290c8cf1c2588104be6fc07f690b1309a3",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_turn_used_ab63c",
                    referencing="REFERENCING NEW TABLE AS n ",
                    table="conversations_turn",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="turn",
            trigger=pgtrigger.compiler.Trigger(
                name="turn_freed",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE added record;",
                    func="FOR added IN INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) SELECT gen_random_uuid(), n.workspace_id, - 0, - coalesce(sum(octet_length(n.content)), 0) FROM n GROUP BY n.workspace_id RETURNING * LOOP NULL; END LOOP; RETURN NULL;",
                    hash="05a208ae414aa0a43e76d51e0c89fa13ac855c3e",
                    level="STATEMENT",
                    operation="DELETE",
                    pgid="pgtrigger_turn_freed_be100",
                    referencing="REFERENCING OLD TABLE AS n ",
                    table="conversations_turn",
                    when="AFTER",
                ),
            ),
        ),
    ]

"""Row-level security and composite keys of the new tables; and what proposals that wait already showed."""

import hashlib
import json

from django.db import migrations

TABLES = ["consent_receipt", "consent_notice", "consent_acknowledgementcode"]
# (table, column, table it points to)
KEYS = [
    ("consent_receipt", "decision_id", "consent_decision"),
    ("consent_notice", "proposal_id", "consent_proposal"),
    ("consent_acknowledgementcode", "proposal_id", "consent_proposal"),
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
SHOWN = ("change_hash", "field", "old_value", "new_value", "reason", "actor_label", "base_version", "revision")


def hash_what_was_shown(apps, schema_editor):
    """Row-level security shows a migration nothing outside a scope, so each workspace is entered."""
    proposal = apps.get_model("consent", "Proposal")
    for workspace_id in apps.get_model("workspaces", "Workspace").objects.values_list("id", flat=True):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT set_config('app.workspace_id', %s, true)", [str(workspace_id)])
        for row in proposal.objects.filter(shown_hash=""):
            told = json.dumps({name: getattr(row, name) for name in SHOWN}, sort_keys=True, ensure_ascii=False)
            proposal.objects.filter(id=row.id).update(shown_hash=hashlib.sha256(told.encode()).hexdigest())
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.workspace_id', '', true)")


class Migration(migrations.Migration):
    dependencies = [("consent", "0006_decisions")]

    operations = [
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        *[
            migrations.RunSQL(
                ADD_KEY.format(table=table, column=column, target=target), DROP_KEY.format(table=table, column=column)
            )
            for table, column, target in KEYS
        ],
        migrations.RunPython(hash_what_was_shown, migrations.RunPython.noop),
    ]

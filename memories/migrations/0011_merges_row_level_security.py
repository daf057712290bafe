"""Row-level security with FORCE on the tables of 0010, and keys that cannot cross workspaces."""

from django.db import migrations

TABLES = ["memories_merge", "memories_pairfingerprint", "memories_dependencyreview"]
# (table, column, table it points to)
KEYS = [
    ("memories_merge", "kept_id", "memories_memory"),
    ("memories_merge", "absorbed_id", "memories_memory"),
    ("memories_dependencyreview", "person_id", "workspaces_person"),
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


class Migration(migrations.Migration):
    dependencies = [("memories", "0010_merges_and_staleness")]

    operations = [
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        *[
            migrations.RunSQL(
                ADD_KEY.format(table=table, column=column, target=target), DROP_KEY.format(table=table, column=column)
            )
            for table, column, target in KEYS
        ],
    ]

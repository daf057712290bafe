"""Row-level security with FORCE on the tables of 0005, and keys that cannot cross workspaces."""

from django.db import migrations

TABLES = [
    "memories_relation",
    "memories_sourcename",
    "memories_sourcereference",
    "memories_artifact",
    "memories_artifactlink",
    "memories_provenance",
]
# (table, column, table it points to)
KEYS = [
    ("memories_relation", "from_memory_id", "memories_memory"),
    ("memories_relation", "to_memory_id", "memories_memory"),
    ("memories_sourcename", "memory_id", "memories_memory"),
    ("memories_sourcereference", "memory_id", "memories_memory"),
    ("memories_artifact", "person_id", "workspaces_person"),
    ("memories_artifactlink", "memory_id", "memories_memory"),
    ("memories_artifactlink", "artifact_id", "memories_artifact"),
    ("memories_provenance", "memory_id", "memories_memory"),
    ("memories_provenance", "artifact_id", "memories_artifact"),
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
    dependencies = [("memories", "0005_sources_relations_evidence")]

    operations = [
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        *[
            migrations.RunSQL(
                ADD_KEY.format(table=table, column=column, target=target), DROP_KEY.format(table=table, column=column)
            )
            for table, column, target in KEYS
        ],
    ]

"""Row-level security with FORCE for exclusions, and keys that cannot cross workspaces."""

from django.db import migrations

ENABLE = """
ALTER TABLE workspaces_exclusion ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces_exclusion FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON workspaces_exclusion
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
"""
DISABLE = """
DROP POLICY one_workspace ON workspaces_exclusion;
ALTER TABLE workspaces_exclusion NO FORCE ROW LEVEL SECURITY;
ALTER TABLE workspaces_exclusion DISABLE ROW LEVEL SECURITY;
"""
ADD_KEY = """
ALTER TABLE workspaces_exclusion ADD CONSTRAINT workspaces_exclusion_{column}_tenant_fk
    FOREIGN KEY (workspace_id, {column}) REFERENCES {target} (workspace_id, id) DEFERRABLE INITIALLY DEFERRED;
"""
DROP_KEY = "ALTER TABLE workspaces_exclusion DROP CONSTRAINT workspaces_exclusion_{column}_tenant_fk;"
KEYS = [("agent_id", "workspaces_agent"), ("person_id", "workspaces_person")]


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0003_exclusions")]

    operations = [
        migrations.RunSQL(ENABLE, DISABLE),
        *[
            migrations.RunSQL(ADD_KEY.format(column=column, target=target), DROP_KEY.format(column=column))
            for column, target in KEYS
        ],
    ]

"""Row-level security with FORCE for signals and aliases, and a person's key that cannot cross workspaces."""

from django.db import migrations

TABLES = ["consent_signal", "consent_fieldalias"]

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
ALTER TABLE consent_signal ADD CONSTRAINT consent_signal_person_id_tenant_fk
    FOREIGN KEY (workspace_id, person_id) REFERENCES workspaces_person (workspace_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""
DROP_KEY = "ALTER TABLE consent_signal DROP CONSTRAINT consent_signal_person_id_tenant_fk;"


class Migration(migrations.Migration):
    dependencies = [("consent", "0003_corroboration")]

    operations = [
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        migrations.RunSQL(ADD_KEY, DROP_KEY),
    ]

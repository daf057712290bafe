"""The names under which people speak, with row-level security and a key that cannot cross workspaces."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

ENABLE = """
ALTER TABLE conversations_speaker ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversations_speaker FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON conversations_speaker
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
ALTER TABLE conversations_speaker ADD CONSTRAINT conversations_speaker_person_id_tenant_fk
    FOREIGN KEY (workspace_id, person_id) REFERENCES workspaces_person (workspace_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""
DISABLE = """
ALTER TABLE conversations_speaker DROP CONSTRAINT conversations_speaker_person_id_tenant_fk;
DROP POLICY one_workspace ON conversations_speaker;
ALTER TABLE conversations_speaker NO FORCE ROW LEVEL SECURITY;
ALTER TABLE conversations_speaker DISABLE ROW LEVEL SECURITY;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0003_turn_label"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Speaker",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="workspaces.person",
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
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="conversations_speaker_tenant_id"),
                    models.UniqueConstraint(fields=("workspace", "person", "name"), name="speaker_once"),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
    ]

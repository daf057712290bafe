"""Who was told of a thread's changes up to where, under row-level security; and how sensitive each change is."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

ENABLE = """
ALTER TABLE conversations_threadreader ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversations_threadreader FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON conversations_threadreader
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
ALTER TABLE conversations_threadreader ADD CONSTRAINT conversations_threadreader_person_id_tenant_fk
    FOREIGN KEY (workspace_id, person_id) REFERENCES workspaces_person (workspace_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""
DISABLE = """
ALTER TABLE conversations_threadreader DROP CONSTRAINT conversations_threadreader_person_id_tenant_fk;
DROP POLICY one_workspace ON conversations_threadreader;
ALTER TABLE conversations_threadreader NO FORCE ROW LEVEL SECURITY;
ALTER TABLE conversations_threadreader DISABLE ROW LEVEL SECURITY;
"""
# Rows from before do not say how sensitive they are, so nobody may be told of them; the log is short-lived anyway.
EMPTY = "TRUNCATE conversations_changelog"


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0004_speaker"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.RunSQL(EMPTY, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="changelog",
            name="importance_level",
            field=models.PositiveSmallIntegerField(default=3, help_text="1..5 (R6)."),
        ),
        migrations.AddField(model_name="changelog", name="sensitivity_rank", field=models.SmallIntegerField(default=1)),
        migrations.AddIndex(
            model_name="changelog",
            index=models.Index(fields=["workspace", "memory_id"], name="change_log_by_memory"),
        ),
        migrations.CreateModel(
            name="ThreadReader",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("thread_id", models.CharField(max_length=256)),
                ("reader_id", models.UUIDField(help_text="An agent's or an account's id.")),
                ("rev", models.PositiveBigIntegerField()),
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
                    models.UniqueConstraint(fields=("workspace", "id"), name="conversations_threadreader_tenant_id"),
                    models.UniqueConstraint(
                        fields=("workspace", "person", "thread_id", "reader_id"), name="thread_reader_once"
                    ),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
    ]

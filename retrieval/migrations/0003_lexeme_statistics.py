"""Lexeme counts of people with many texts, with row-level security and a key that cannot cross workspaces."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

ENABLE = """
ALTER TABLE retrieval_lexemestatistics ENABLE ROW LEVEL SECURITY;
ALTER TABLE retrieval_lexemestatistics FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON retrieval_lexemestatistics
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
ALTER TABLE retrieval_lexemestatistics ADD CONSTRAINT retrieval_lexemestatistics_person_id_tenant_fk
    FOREIGN KEY (workspace_id, person_id) REFERENCES workspaces_person (workspace_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""
DISABLE = """
ALTER TABLE retrieval_lexemestatistics DROP CONSTRAINT retrieval_lexemestatistics_person_id_tenant_fk;
DROP POLICY one_workspace ON retrieval_lexemestatistics;
ALTER TABLE retrieval_lexemestatistics NO FORCE ROW LEVEL SECURITY;
ALTER TABLE retrieval_lexemestatistics DISABLE ROW LEVEL SECURITY;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0002_row_level_security"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="LexemeStatistics",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("lexeme", models.TextField()),
                ("documents", models.PositiveBigIntegerField()),
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
                "verbose_name_plural": "lexeme statistics",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "id"), name="retrieval_lexemestatistics_tenant_id"),
                    models.UniqueConstraint(fields=("workspace", "person", "lexeme"), name="lexeme_once"),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
        migrations.AddField(
            model_name="retrievalevent",
            name="policy",
            field=models.JSONField(default=dict, help_text="Categories and sensitivities that the actor could see."),
        ),
    ]

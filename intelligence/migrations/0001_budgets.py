"""What the background mind used by the day, with row-level security and a key that cannot cross workspaces."""

import django.db.models.deletion
from django.db import migrations, models

import workspaces.models.tenant

ENABLE = """
ALTER TABLE intelligence_budget ENABLE ROW LEVEL SECURITY;
ALTER TABLE intelligence_budget FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON intelligence_budget
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
ALTER TABLE intelligence_budget ADD CONSTRAINT intelligence_budget_person_id_tenant_fk
    FOREIGN KEY (workspace_id, person_id) REFERENCES workspaces_person (workspace_id, id)
    DEFERRABLE INITIALLY DEFERRED;
"""
DISABLE = """
ALTER TABLE intelligence_budget DROP CONSTRAINT intelligence_budget_person_id_tenant_fk;
DROP POLICY one_workspace ON intelligence_budget;
ALTER TABLE intelligence_budget NO FORCE ROW LEVEL SECURITY;
ALTER TABLE intelligence_budget DISABLE ROW LEVEL SECURITY;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Budget",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("writes", "Memories written by the multi-fact pass"),
                            ("insights", "Looks for insights"),
                            ("pairs", "Pairs compared for consolidation"),
                            ("calls", "Calls of the language model"),
                            ("input_tokens", "Tokens sent to the language model"),
                            ("output_tokens", "Tokens that it wrote"),
                            ("cost", "Its cost, in millionths of the currency of the prices"),
                        ],
                        max_length=16,
                    ),
                ),
                ("used", models.BigIntegerField(default=0)),
                ("updated_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
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
                    models.UniqueConstraint(fields=("workspace", "id"), name="intelligence_budget_tenant_id"),
                    models.UniqueConstraint(
                        fields=("workspace", "person", "day", "kind"), name="budget_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["writes", "insights", "pairs", "calls", "input_tokens", "output_tokens", "cost"],
                            )
                        ),
                        name="budget_kind_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("used__gte", 0)), name="budget_not_negative"),
                ],
            },
        ),
        migrations.RunSQL(ENABLE, DISABLE),
    ]

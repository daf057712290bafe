"""Rows of one workspace each: primary keys, row-level security and composite foreign keys of the tables of 0001."""

from django.db import migrations

from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey

MODELS = [
    "Proposal",
    "AcknowledgementCode",
    "Decision",
    "FieldAlias",
    "Notice",
    "Policy",
    "Receipt",
    "Signal",
]


class Migration(migrations.Migration):
    dependencies = [("consent", "0001_initial"), ("workspaces", "0002_tenant_isolation")]

    operations = [
        TenantPrimaryKey(*MODELS),
        EnableRowLevelSecurity(*MODELS),
        TenantForeignKeys(*MODELS),
    ]

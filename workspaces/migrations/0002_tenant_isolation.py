"""Rows of one workspace each: primary keys, row-level security and composite foreign keys of the tables of 0001."""

from django.db import migrations

from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey

MODELS = [
    "Agent",
    "ApiKey",
    "Category",
    "Allowlist",
    "Person",
    "Exclusion",
    "Grant",
]


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0001_initial")]

    operations = [
        TenantPrimaryKey(*MODELS),
        EnableRowLevelSecurity(*MODELS),
        TenantForeignKeys(*MODELS),
    ]

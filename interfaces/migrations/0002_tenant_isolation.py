"""Rows of one workspace each: primary keys, row-level security and composite foreign keys of the tables of 0001."""

from django.db import migrations

from workspaces.migration_operations import EnableRowLevelSecurity, TenantPrimaryKey

MODELS = [
    "IdempotencyRecord",
]


class Migration(migrations.Migration):
    dependencies = [("interfaces", "0001_initial")]

    operations = [
        TenantPrimaryKey(*MODELS),
        EnableRowLevelSecurity(*MODELS),
    ]

"""Rows of one workspace each: primary keys, row-level security and composite foreign keys of the tables of 0001.

And how two tables are stored.
"""

from django.db import migrations

from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey

MODELS = [
    "MemoryAccess",
    "Memory",
    "Artifact",
    "ArtifactLink",
    "History",
    "HistorySalt",
    "MemoryVersion",
    "Chunk",
    "Embedding",
    "Fact",
    "Merge",
    "PairFingerprint",
    "OperationalEvent",
    "Provenance",
    "SourceName",
    "SourceReference",
    "Relation",
    "DependencyReview",
    "AuditSeal",
    "SealEntry",
]


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0001_initial"),
        ("conversations", "0002_tenant_isolation"),
        ("workspaces", "0002_tenant_isolation"),
    ]

    operations = [
        TenantPrimaryKey(*MODELS),
        EnableRowLevelSecurity(*MODELS),
        TenantForeignKeys(*MODELS),
        # TOAST would make exact search four times as slow; a vector fits into its page.
        migrations.RunSQL(
            "ALTER TABLE memories_embedding ALTER COLUMN vector SET STORAGE PLAIN",
            "ALTER TABLE memories_embedding ALTER COLUMN vector SET STORAGE EXTERNAL",
        ),
        # Notes are written by every query and counted within a minute: not worth the write-ahead log.
        migrations.RunSQL(
            "ALTER TABLE memories_memoryaccess SET UNLOGGED", "ALTER TABLE memories_memoryaccess SET LOGGED"
        ),
    ]

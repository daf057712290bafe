"""What a workspace may use at most, and what it uses."""

import django.core.validators
import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from workspaces.migration_operations import EnableRowLevelSecurity, TenantPrimaryKey

# Called by the triggers that count: what was just added is in the sum already. Writers at the same moment do not see
# one another, so they may exceed a quota by as much as they write.
KEEP_QUOTA = """
CREATE FUNCTION workspaces_keep_quota(workspace uuid, more_memories bigint, more_bytes bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE most record; has record;
BEGIN
    SELECT q.memories, q.storage_bytes INTO most FROM workspaces_quota q WHERE q.workspace_id = workspace;
    IF most.memories IS NULL AND most.storage_bytes IS NULL THEN RETURN; END IF;
    SELECT sum(u.memories) AS memories, sum(u.storage_bytes) AS storage_bytes INTO has
    FROM workspaces_usage u WHERE u.workspace_id = workspace;
    IF more_memories > 0 AND has.memories > most.memories THEN
        RAISE EXCEPTION 'The quota is used up' USING ERRCODE = 'MS005', DETAIL = json_build_object(
            'quota', 'memories', 'limit', most.memories, 'used', has.memories - more_memories);
    ELSIF more_bytes > 0 AND has.storage_bytes > most.storage_bytes THEN
        RAISE EXCEPTION 'The quota is used up' USING ERRCODE = 'MS005', DETAIL = json_build_object(
            'quota', 'storage_bytes', 'limit', most.storage_bytes, 'used', has.storage_bytes - more_bytes);
    END IF;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("workspaces", "0009_invitations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Usage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("memories", models.BigIntegerField()),
                ("storage_bytes", models.BigIntegerField()),
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
            },
        ),
        migrations.CreateModel(
            name="Quota",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "memories",
                    models.BigIntegerField(
                        blank=True,
                        help_text="Memories, forgotten ones until they go.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                    ),
                ),
                (
                    "storage_bytes",
                    models.BigIntegerField(
                        blank=True,
                        help_text="Bytes of memories, messages and files.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
                    ),
                ),
                (
                    "requests_per_minute",
                    models.PositiveIntegerField(blank=True, help_text="Requests of all its keys together.", null=True),
                ),
                (
                    "tokens_per_day",
                    models.BigIntegerField(
                        blank=True,
                        help_text="Tokens of the language model.",
                        null=True,
                        validators=[django.core.validators.MinValueValidator(0)],
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
                "constraints": [models.UniqueConstraint(fields=("workspace",), name="quota_once")],
            },
        ),
        TenantPrimaryKey("Usage", "Quota"),
        EnableRowLevelSecurity("Usage", "Quota"),
        migrations.RunSQL(KEEP_QUOTA, "DROP FUNCTION workspaces_keep_quota(uuid, bigint, bigint)"),
    ]

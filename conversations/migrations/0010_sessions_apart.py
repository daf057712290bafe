"""Who began a conversation: of those that there are, who stored its first message.

Row-level security holds for the tables' owner too; it is lifted for this one statement.
"""

from django.db import migrations, models

TABLES = ("conversations_session", "conversations_turn")
BEGUN = """
UPDATE conversations_session SET agent_id = first.agent_id
FROM conversations_turn AS first
WHERE first.workspace_id = conversations_session.workspace_id AND first.session_id = conversations_session.id
    AND first.position = 1 AND first.agent_id IS NOT NULL
"""
FILL = [
    *(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY" for table in TABLES),
    BEGUN,
    *(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY" for table in TABLES),
]


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0009_turn_due_at"),
        ("workspaces", "0015_invitations_of_staff"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="session",
            name="session_external_id_once",
        ),
        migrations.AddField(
            model_name="session",
            name="agent_id",
            field=models.UUIDField(editable=False, help_text="The agent that began it.", null=True),
        ),
        migrations.AddField(
            model_name="session",
            name="is_apart",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Nobody else continues it by its name: the agent could not read other conversations.",
            ),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                condition=models.Q(models.Q(("external_id", ""), _negated=True), ("is_apart", False)),
                fields=("workspace", "person", "external_id"),
                name="session_external_id_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                condition=models.Q(models.Q(("external_id", ""), _negated=True), ("is_apart", True)),
                fields=("workspace", "person", "external_id", "agent_id"),
                name="session_external_id_once_apart",
            ),
        ),
    ]

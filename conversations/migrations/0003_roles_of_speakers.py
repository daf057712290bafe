"""A speaker called like a role is that role (R34): so it is of turns that were stored before.

Row-level security holds for the tables' owner too; it is lifted for this one statement each.
"""

from django.db import migrations, models

NAMED = """
    (VALUES ('user', 'user'), ('human', 'user'), ('assistant', 'assistant'), ('ai', 'assistant'), ('bot', 'assistant'),
        ('system', 'system'), ('tool', 'tool')) AS named (name, role)
"""
ROLES = f"""
UPDATE conversations_turn SET role = CASE WHEN conversations_turn.role = 'user' THEN named.role
    ELSE conversations_turn.role END, speaker = ''
FROM {NAMED} WHERE lower(btrim(speaker)) = named.name
"""  # noqa: S608 -- constants of this file
SPEAKERS = (
    f"DELETE FROM conversations_speaker USING {NAMED} WHERE lower(btrim(conversations_speaker.name)) = named.name"  # noqa: S608
)


def unguarded(table: str, statement: str) -> list[str]:
    return [
        f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY",
        statement,
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
    ]


class Migration(migrations.Migration):
    dependencies = [("conversations", "0002_tenant_isolation")]

    operations = [
        migrations.AlterField(
            model_name="turn",
            name="role",
            field=models.CharField(
                choices=[("user", "User"), ("assistant", "Assistant"), ("system", "System"), ("tool", "Tool")],
                help_text="Whose side spoke, also where only the speaker told (R34).",
                max_length=16,
            ),
        ),
        migrations.RunSQL(unguarded("conversations_turn", ROLES), migrations.RunSQL.noop),
        migrations.RunSQL(unguarded("conversations_speaker", SPEAKERS), migrations.RunSQL.noop),
    ]

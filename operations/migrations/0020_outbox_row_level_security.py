"""Row-level security of the outbox and the webhooks, their composite keys, and the jobs that send."""

import datetime

from django.db import migrations

TABLES = ["operations_webhookendpoint", "operations_outbox"]
# (table, column, table it points to)
KEYS = [
    ("operations_webhookendpoint", "agent_id", "workspaces_agent"),
    ("operations_outbox", "endpoint_id", "operations_webhookendpoint"),
]
SECONDS = {"send_messages": 30, "remind_people": 600, "send_digests": 3_600, "prune_outbox": 86_400}

ENABLE = """
ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE {table} FORCE ROW LEVEL SECURITY;
CREATE POLICY one_workspace ON {table}
    USING (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid)
    WITH CHECK (workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid);
"""
DISABLE = """
DROP POLICY one_workspace ON {table};
ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY;
ALTER TABLE {table} DISABLE ROW LEVEL SECURITY;
"""
ADD_KEY = """
ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_tenant_fk
    FOREIGN KEY (workspace_id, {column}) REFERENCES {target} (workspace_id, id) DEFERRABLE INITIALLY DEFERRED;
"""
DROP_KEY = "ALTER TABLE {table} DROP CONSTRAINT {table}_{column}_tenant_fk;"


def add(apps, schema_editor):
    start = datetime.datetime.now(datetime.UTC)
    for job, seconds in SECONDS.items():
        apps.get_model("operations", "Schedule").objects.get_or_create(
            job=job, defaults={"every_seconds": seconds, "next_run_at": start}
        )


def remove(apps, schema_editor):
    apps.get_model("operations", "Schedule").objects.filter(job__in=SECONDS).delete()


class Migration(migrations.Migration):
    dependencies = [("operations", "0019_outbox")]

    operations = [
        *[migrations.RunSQL(ENABLE.format(table=table), DISABLE.format(table=table)) for table in TABLES],
        *[
            migrations.RunSQL(
                ADD_KEY.format(table=table, column=column, target=target), DROP_KEY.format(table=table, column=column)
            )
            for table, column, target in KEYS
        ],
        migrations.RunPython(add, remove),
    ]

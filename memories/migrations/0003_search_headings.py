"""Titles and summaries become searchable: chunks of their own, also for what is stored already."""

from django.db import migrations, models

# A heading is what title and summary add to the content, as `memories.preparation` chunks it. What waits for a vector
# gets it from the job `embed_chunks`; the number of tokens is estimated.
ADD_HEADINGS = """
INSERT INTO memories_chunk (
    id, workspace_id, memory_id, memory_version_id, person_id, chunk_index, text, token_count, section_label,
    chunk_hash, is_heading, is_lexical_only, created_at)
SELECT gen_random_uuid(), heading.workspace_id, heading.id, heading.current_id, heading.person_id, chunks.count,
    heading.text, ceil(length(heading.text) / 4.0), '', encode(sha256(convert_to(heading.text, 'UTF8')), 'hex'), true,
    false, now()
FROM (
    SELECT m.workspace_id, m.id, m.current_id, m.person_id, concat_ws(E'\\n\\n',
        CASE WHEN position(parts.title IN v.content) = 0 THEN parts.title END,
        CASE WHEN position(parts.summary IN v.content) = 0 THEN parts.summary END) AS text
    FROM memories_memory m
    JOIN memories_memoryversion v ON v.workspace_id = m.workspace_id AND v.id = m.current_id
    CROSS JOIN LATERAL (SELECT btrim(v.title, E' \\t\\r\\n') AS title, btrim(v.summary, E' \\t\\r\\n') AS summary) AS parts
    WHERE m.workspace_id = %(workspace)s AND m.key NOT LIKE 'fact:%%' AND (v.title <> '' OR v.summary <> '')
) AS heading
CROSS JOIN LATERAL (
    SELECT count(*) AS count FROM memories_chunk c WHERE c.workspace_id = heading.workspace_id
    AND c.memory_version_id = heading.current_id AND c.superseded_at IS NULL) AS chunks
WHERE heading.text <> '' AND chunks.count > 0
"""
DROP_HEADINGS = """
WITH vectors AS (
    DELETE FROM memories_embedding e USING memories_chunk c WHERE e.workspace_id = %(workspace)s
    AND c.workspace_id = e.workspace_id AND c.id = e.chunk_id AND c.is_heading)
DELETE FROM memories_chunk WHERE workspace_id = %(workspace)s AND is_heading
"""


def _in_each_workspace(schema_editor, statement):
    """Row-level security shows one workspace at a time."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id FROM workspaces_workspace")
        for (workspace,) in cursor.fetchall():
            cursor.execute("SELECT set_config('app.workspace_id', %s, true)", [str(workspace)])
            cursor.execute(statement, {"workspace": workspace})
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SELECT set_config('app.workspace_id', '', true)")


def add_headings(apps, schema_editor):
    _in_each_workspace(schema_editor, ADD_HEADINGS)


def drop_headings(apps, schema_editor):
    _in_each_workspace(schema_editor, DROP_HEADINGS)


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_tenant_isolation")]

    operations = [
        migrations.AddField(
            model_name="chunk",
            name="is_heading",
            field=models.BooleanField(default=False, help_text="Of title and summary: searched, but not shown."),
        ),
        migrations.RunPython(add_headings, drop_headings),
    ]

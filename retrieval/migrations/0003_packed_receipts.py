"""Policy, results, timings and model of new receipts go compressed into one column; older ones stay as they are."""

import json
import zlib

from django.db import migrations, models

# As in retrieval/packing.py.
DICTIONARY = (
    b'"profile","goals","event","activity","relationships","relationship_dynamic","tasks","projects","preferences",'
    b'"tone","style","procedural","constraints","history","interests","knowledge","recent_activity","public",'
    b'"confidential","restricted"],"unverified":"second look":"contested":-0.7,"other_speaker":-0.05,"field":0.5,'
    b'"instruction":0.1,"preference":0.08,"number":0.05,"time":0.03,"question":-0.02,"acknowledgement":-0.03,'
    b'"other_side":-0.2,"insight":-0.06,"stale":-0.1,"related":0.1,"speaker":0.1,"score":null},{"kind":"fact",'
    b'{"kind":"episode","id":"01a{"kind":"turn","id":"01a{"policy":{"allowlist":["hidden_categories":[],'
    b'"allowlist":null,"hidden_categories":[],"categories":null,"sensitivities":["internal"]},"results":[],'
    b'"timings":{"lookup":0.,"known":1.,"words":2.,"embedding":3.,"search":4.,"ranking":0.,"loading":1.},'
    b'"embedding_model":"sentence-transformers/all-MiniLM-L6-v2 (35770f78cbf9-int8.2)"}'
    b'{"kind":"memory","id":"01a","version":1,"score":0.7,"signals":{"meaning":0.1,"words":0.2,"substance":0.04,'
    b'"recency":0.02,"importance":0.015,"confidence":0.005,"trust":0.005}},{"kind":"memory","id":"01a'
)
ONE_BATCH = "SELECT id, packed FROM retrieval_retrievalevent WHERE workspace_id = %s AND packed IS NOT NULL LIMIT 1000"
UNPACK = """
UPDATE retrieval_retrievalevent SET policy = %s, results = %s, timings = %s, embedding_model = %s, packed = NULL
WHERE workspace_id = %s AND id = %s
"""


def unpack(apps, schema_editor):
    """Back into columns of their own. Row-level security shows one workspace at a time."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT id FROM workspaces_workspace")
        for (workspace,) in cursor.fetchall():
            cursor.execute("SELECT set_config('app.workspace_id', %s, true)", [str(workspace)])
            cursor.execute(ONE_BATCH, [workspace])
            while rows := cursor.fetchall():
                cursor.executemany(UNPACK, [(*_parts(packed), workspace, event_id) for event_id, packed in rows])
                cursor.execute(ONE_BATCH, [workspace])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SELECT set_config('app.workspace_id', '', true)")


def _parts(packed):
    parts = json.loads(zlib.decompressobj(zdict=DICTIONARY).decompress(packed))
    return [*(json.dumps(parts[name]) for name in ("policy", "results", "timings")), parts["embedding_model"]]


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0002_tenant_isolation")]

    operations = [
        migrations.AddField(
            model_name="retrievalevent",
            name="packed",
            field=models.BinaryField(null=True),
        ),
        migrations.RunPython(migrations.RunPython.noop, unpack),
    ]

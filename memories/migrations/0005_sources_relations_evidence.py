"""Source objects, relations, artifacts and provenance; keywords that PostgreSQL derives from a chunk's lexemes."""

import django.contrib.postgres.fields
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.comparison
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

import workspaces.models.tenant

# The most frequent lexemes first, of equals the longer ones: what a text is about, without numbers and crumbs.
CREATE_KEYWORDS = """
CREATE FUNCTION memories_keywords(document tsvector) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(word.lexeme ORDER BY word.place), '{}')
    FROM (
        SELECT entry.lexeme, row_number() OVER (
            ORDER BY cardinality(entry.positions) DESC, length(entry.lexeme) DESC, entry.lexeme COLLATE "C"
        ) AS place
        FROM unnest(document) AS entry
        WHERE entry.lexeme ~ '^[[:alpha:]]' AND length(entry.lexeme) BETWEEN 3 AND 64
        ORDER BY place LIMIT 8
    ) AS word
$$;
"""
DROP_KEYWORDS = "DROP FUNCTION memories_keywords(tsvector)"


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0004_embedding_model_origin"),
        ("workspaces", "0002_row_level_security"),
    ]

    operations = [
        migrations.CreateModel(
            name="Artifact",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("namespace_path", models.TextField(db_collation="C")),
                ("sha256", models.CharField(max_length=64)),
                ("storage_uri", models.CharField(max_length=1024)),
                ("artifact_type", models.CharField(max_length=64)),
                ("content_type", models.CharField(default="application/octet-stream", max_length=128)),
                ("name", models.CharField(blank=True, max_length=256)),
                ("size_bytes", models.PositiveIntegerField(null=True)),
                ("sensitivity", models.CharField(default="internal", max_length=64)),
                (
                    "sensitivity_rank",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Case(
                            models.When(sensitivity="public", then=models.Value(0)),
                            models.When(sensitivity="internal", then=models.Value(1)),
                            models.When(sensitivity="confidential", then=models.Value(2)),
                            models.When(sensitivity="restricted", then=models.Value(3)),
                            default=models.Value(3),
                        ),
                        output_field=models.SmallIntegerField(),
                    ),
                ),
                ("created_by", models.CharField(max_length=128)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ArtifactLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Provenance",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("retrieval_event_id", models.UUIDField(null=True)),
                ("source_identity", models.CharField(max_length=128)),
                ("source_event", models.CharField(max_length=300)),
                ("version", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "provenance",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "relation_type",
                    models.CharField(
                        choices=[
                            ("related_to", "Related to"),
                            ("mentions", "Mentions"),
                            ("links_to", "Links to"),
                            ("blocks", "Blocks"),
                            ("duplicates", "Duplicates"),
                            ("closes", "Closes"),
                            ("depends_on", "Depends on"),
                            ("derived_from", "Derived from"),
                            ("supersedes", "Supersedes"),
                        ],
                        default="related_to",
                        max_length=16,
                    ),
                ),
                ("strength", models.FloatField(help_text="0..1; of similarity, the cosine.")),
                ("confidence", models.FloatField(default=1.0, help_text="0..1, from whoever detected it.")),
                (
                    "detected_by",
                    models.CharField(
                        choices=[
                            ("regex", "A reference in the text"),
                            ("llm", "A language model"),
                            ("manual", "Whoever wrote it"),
                            ("similarity", "Similar meaning"),
                        ],
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SourceName",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=512)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="SourceReference",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=workspaces.models.tenant.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=512)),
                (
                    "relation_type",
                    models.CharField(
                        choices=[
                            ("related_to", "Related to"),
                            ("mentions", "Mentions"),
                            ("links_to", "Links to"),
                            ("blocks", "Blocks"),
                            ("duplicates", "Duplicates"),
                            ("closes", "Closes"),
                            ("depends_on", "Depends on"),
                            ("derived_from", "Derived from"),
                            ("supersedes", "Supersedes"),
                        ],
                        max_length=16,
                    ),
                ),
                ("is_reversed", models.BooleanField(default=False)),
                ("confidence", models.FloatField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="memory",
            name="linked_version",
            field=models.PositiveIntegerField(default=0, help_text="The version whose neighbours were linked."),
        ),
        migrations.AddField(
            model_name="memoryversion",
            name="excisions",
            field=models.JSONField(default=list, help_text="Where sentences were cut out that await consent (R19)."),
        ),
        migrations.AddField(
            model_name="memoryversion",
            name="raw_pointer",
            field=models.CharField(blank=True, help_text="Where the object's raw form lies (004).", max_length=1024),
        ),
        migrations.RunSQL(CREATE_KEYWORDS, DROP_KEYWORDS),
        migrations.RemoveField(model_name="chunk", name="keywords"),
        migrations.AddField(
            model_name="chunk",
            name="keywords",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(
                    django.contrib.postgres.search.SearchVector("text", config="english"), function="memories_keywords"
                ),
                output_field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
            ),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.CheckConstraint(
                condition=models.Q(("source__in", ["", "github", "linear", "notion", "slack", "discord", "manual"])),
                name="memory_source_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("source_type__in", ["", "pull_request", "issue", "message", "doc_page", "ticket", "custom"])
                ),
                name="memory_source_type_known",
            ),
        ),
        migrations.AddField(
            model_name="artifact",
            name="person",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="artifacts",
                to="workspaces.person",
            ),
        ),
        migrations.AddField(
            model_name="artifact",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="artifactlink",
            name="artifact",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="links",
                to="memories.artifact",
            ),
        ),
        migrations.AddField(
            model_name="artifactlink",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="artifact_links",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="artifactlink",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="provenance",
            name="artifact",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="provenance",
                to="memories.artifact",
            ),
        ),
        migrations.AddField(
            model_name="provenance",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="provenance",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="provenance",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="from_memory",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbound",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="to_memory",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="inbound",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="sourcename",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="source_names",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="sourcename",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddField(
            model_name="sourcereference",
            name="memory",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="source_references",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="sourcereference",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="workspaces.workspace",
            ),
        ),
        migrations.AddIndex(
            model_name="artifact",
            index=models.Index(fields=["workspace", "person", "-created_at"], name="artifact_by_person"),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_artifact_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.UniqueConstraint(
                fields=("workspace", "namespace_path", "sha256", "storage_uri"), name="artifact_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.CheckConstraint(
                condition=models.Q(("sha256__regex", "^[0-9a-f]{64}$")), name="artifact_sha256_hexadecimal"
            ),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.CheckConstraint(
                condition=models.Q(("artifact_type", ""), _negated=True), name="artifact_type_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.CheckConstraint(
                condition=models.Q(("storage_uri", ""), _negated=True), name="artifact_uri_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="artifact",
            constraint=models.CheckConstraint(
                condition=models.Q(("size_bytes__isnull", True), ("size_bytes__lte", 26214400), _connector="OR"),
                name="artifact_size_bound",
            ),
        ),
        migrations.AddConstraint(
            model_name="artifactlink",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_artifactlink_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="artifactlink",
            constraint=models.UniqueConstraint(fields=("workspace", "memory", "artifact"), name="artifact_link_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="artifactlink",
            trigger=pgtrigger.compiler.Trigger(
                name="artifact_scope_matches",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF NOT EXISTS (SELECT 1 FROM memories_memory m JOIN memories_artifact a ON a.workspace_id = m.workspace_id WHERE m.workspace_id = NEW.workspace_id AND m.id = NEW.memory_id AND a.id = NEW.artifact_id AND starts_with(m.namespace_path || '/', a.namespace_path || '/')) THEN RAISE EXCEPTION 'An artifact''s scope must be that of its memory or above it' USING ERRCODE = 'MS004'; END IF; RETURN NEW;",
                    hash="831d8a8817a416757c3a920e876fa26d2e6fffc2",
                    operation="INSERT OR UPDATE",
                    pgid="pgtrigger_artifact_scope_matches_d3502",
                    table="memories_artifactlink",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="provenance",
            index=models.Index(fields=["workspace", "memory", "source_event"], name="provenance_by_memory"),
        ),
        migrations.AddIndex(
            model_name="provenance",
            index=models.Index(
                condition=models.Q(("retrieval_event_id__isnull", False)),
                fields=["workspace", "retrieval_event_id"],
                name="prov_by_retrieval_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="provenance",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_provenance_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="provenance",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("artifact__isnull", True), ("memory__isnull", False), ("retrieval_event_id__isnull", True)
                    ),
                    models.Q(
                        ("artifact__isnull", False), ("memory__isnull", True), ("retrieval_event_id__isnull", True)
                    ),
                    models.Q(
                        ("artifact__isnull", True), ("memory__isnull", True), ("retrieval_event_id__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="provenance_of_exactly_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="provenance",
            constraint=models.CheckConstraint(
                condition=models.Q(("source_identity", ""), _negated=True), name="provenance_identity_not_empty"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_relation_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.UniqueConstraint(
                fields=("workspace", "from_memory", "to_memory", "relation_type"), name="relation_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.UniqueConstraint(
                models.F("workspace"),
                django.db.models.functions.comparison.Least("from_memory", "to_memory"),
                django.db.models.functions.comparison.Greatest("from_memory", "to_memory"),
                condition=models.Q(("relation_type", "related_to")),
                name="relation_related_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_memory", models.F("to_memory")), _negated=True), name="relation_of_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(("strength__range", (0.0, 1.0))), name="relation_strength_unit"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(("confidence__range", (0.0, 1.0))), name="relation_confidence_unit"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "relation_type__in",
                        [
                            "related_to",
                            "mentions",
                            "links_to",
                            "blocks",
                            "duplicates",
                            "closes",
                            "depends_on",
                            "derived_from",
                            "supersedes",
                        ],
                    )
                ),
                name="relation_type_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(("detected_by__in", ["regex", "llm", "manual", "similarity"])),
                name="relation_detector_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="sourcename",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_sourcename_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="sourcename",
            constraint=models.UniqueConstraint(fields=("workspace", "name", "memory"), name="source_name_once"),
        ),
        migrations.AddIndex(
            model_name="sourcereference",
            index=models.Index(fields=["workspace", "name"], name="source_reference_by_name"),
        ),
        migrations.AddConstraint(
            model_name="sourcereference",
            constraint=models.UniqueConstraint(fields=("workspace", "id"), name="memories_sourcereference_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="sourcereference",
            constraint=models.UniqueConstraint(
                fields=("workspace", "memory", "name", "relation_type", "is_reversed"), name="source_reference_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sourcereference",
            constraint=models.CheckConstraint(
                condition=models.Q(("confidence__range", (0.0, 1.0))), name="source_reference_confidence_unit"
            ),
        ),
    ]

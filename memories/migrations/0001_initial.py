"""Memories with their versions, chunks, vectors, facts, relations, artifacts, history and seals."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.comparison
import pgtrigger.compiler
import pgtrigger.migrations
import pgvector.django.halfvec
import uuid_utils.compat
from django.db import migrations, models

from workspaces.migration_operations import CreateTogether

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
    initial = True

    dependencies = [
        ("conversations", "0001_initial"),
        ("workspaces", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(CREATE_KEYWORDS, DROP_KEYWORDS),
        CreateTogether(
            migrations.CreateModel(
                name="Memory",
                fields=[
                    (
                        "current",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.DO_NOTHING,
                            related_name="+",
                            to="memories.memoryversion",
                        ),
                    ),
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="memories",
                            to="workspaces.person",
                        ),
                    ),
                    ("namespace", django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                    ("namespace_path", models.TextField(db_collation="C")),
                    ("key", models.CharField(max_length=512)),
                    (
                        "memory_type",
                        models.CharField(
                            choices=[
                                ("working", "Working"),
                                ("episodic", "Episode"),
                                ("semantic", "Semantic"),
                                ("insight", "Insight"),
                                ("procedural", "Procedure"),
                                ("source_object", "Source object"),
                            ],
                            default="semantic",
                            max_length=16,
                        ),
                    ),
                    ("category", models.CharField(max_length=64)),
                    ("version", models.PositiveIntegerField(default=0)),
                    ("importance", models.FloatField(default=0.5)),
                    ("confidence", models.FloatField(default=0.5)),
                    ("pinned", models.BooleanField(default=False)),
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
                    (
                        "validation_status",
                        models.CharField(
                            choices=[("unverified", "Unverified"), ("verified", "Verified"), ("rejected", "Rejected")],
                            default="unverified",
                            max_length=16,
                        ),
                    ),
                    (
                        "denied_hashes",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.CharField(max_length=64),
                            editable=False,
                            help_text="Of contents that the person said are wrong (R17), by memories.denials.digest.",
                            null=True,
                            size=None,
                        ),
                    ),
                    (
                        "trust",
                        models.CharField(
                            choices=[
                                ("person", "Said or confirmed by the person"),
                                ("agent", "Written by an agent"),
                                ("source", "Imported from a source"),
                                ("derived", "Inferred automatically"),
                            ],
                            default="agent",
                            max_length=16,
                        ),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("active", "Active"),
                                ("soft_deleted", "Forgotten"),
                                ("superseded", "Merged into another"),
                            ],
                            default="active",
                            max_length=16,
                        ),
                    ),
                    (
                        "staleness",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("", "Up to date"),
                                ("changed", "Depends on a changed memory"),
                                ("gone", "Depends on a removed memory"),
                            ],
                            default="",
                            max_length=8,
                        ),
                    ),
                    (
                        "tags",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.CharField(max_length=64), default=list, size=None
                        ),
                    ),
                    ("expires_at", models.DateTimeField(blank=True, null=True)),
                    ("purge_at", models.DateTimeField(blank=True, null=True)),
                    ("last_accessed_at", models.DateTimeField(blank=True, null=True)),
                    ("access_count", models.PositiveIntegerField(default=0)),
                    ("agent_id", models.UUIDField(blank=True, null=True)),
                    ("run_id", models.CharField(blank=True, max_length=128)),
                    ("actor_id", models.CharField(blank=True, max_length=128)),
                    ("role", models.CharField(blank=True, max_length=16)),
                    ("thread_id", models.CharField(blank=True, max_length=256)),
                    ("session_id", models.UUIDField(blank=True, null=True)),
                    ("turn_start", models.PositiveIntegerField(blank=True, null=True)),
                    ("turn_end", models.PositiveIntegerField(blank=True, null=True)),
                    ("source", models.CharField(blank=True, max_length=16)),
                    ("source_label", models.CharField(blank=True, max_length=128)),
                    ("source_type", models.CharField(blank=True, max_length=16)),
                    ("source_id", models.CharField(blank=True, max_length=256)),
                    ("source_state", models.CharField(blank=True, max_length=64)),
                    (
                        "linked_version",
                        models.PositiveIntegerField(default=0, help_text="The version whose neighbours were linked."),
                    ),
                    ("author", models.JSONField(default=dict)),
                    ("occurred_at", models.DateTimeField(blank=True, null=True)),
                    ("change_id", models.UUIDField(editable=False, help_text="The gate's id of the last change.")),
                    ("created_at", models.DateTimeField()),
                    ("updated_at", models.DateTimeField()),
                ],
                options={
                    "verbose_name_plural": "memories",
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "-updated_at"], name="memory_by_person"),
                        models.Index(
                            fields=["workspace", "person", "category"],
                            include=(
                                "id",
                                "state",
                                "validation_status",
                                "expires_at",
                                "sensitivity",
                                "sensitivity_rank",
                                "memory_type",
                                "pinned",
                                "importance",
                                "updated_at",
                                "staleness",
                            ),
                            name="memory_by_reach",
                        ),
                        models.Index(
                            condition=models.Q(
                                ("state", "active"), models.Q(("validation_status", "rejected"), _negated=True)
                            ),
                            fields=["workspace", "person", "category", "trust", "confidence", "expires_at"],
                            name="memory_by_kind",
                        ),
                        models.Index(
                            condition=models.Q(("memory_type", "episodic")),
                            fields=["workspace", "person", "-updated_at"],
                            name="memory_episodes",
                        ),
                        models.Index(fields=["workspace", "-updated_at", "id"], name="memory_by_change"),
                        models.Index(
                            condition=models.Q(("purge_at__isnull", False)),
                            fields=["workspace", "purge_at"],
                            name="memory_by_purge",
                        ),
                        models.Index(
                            condition=models.Q(("expires_at__isnull", False)),
                            fields=["workspace", "expires_at"],
                            name="memory_by_expiry",
                        ),
                        models.Index(
                            condition=models.Q(("linked_version__lt", models.F("version"))),
                            fields=["workspace", "updated_at"],
                            name="memory_unlinked",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "namespace_path", "key"), name="memory_address_once"
                        ),
                        models.UniqueConstraint(
                            condition=models.Q(("source_id", ""), _negated=True),
                            fields=("workspace", "source", "source_type", "source_id"),
                            name="memory_source_object_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("namespace__len__gte", 2)), name="memory_namespace_two_elements"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("key", ""), _negated=True), name="memory_key_not_empty"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("importance__range", (0.0, 1.0))), name="memory_importance_unit"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("confidence__range", (0.0, 1.0))), name="memory_confidence_unit"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("sensitivity", ""), _negated=True), name="memory_sensitivity_not_empty"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "memory_type__in",
                                    ["working", "episodic", "semantic", "insight", "procedural", "source_object"],
                                )
                            ),
                            name="memory_type_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("state__in", ["active", "soft_deleted", "superseded"])),
                            name="memory_state_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("staleness__in", ["", "changed", "gone"])),
                            name="memory_staleness_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("validation_status__in", ["unverified", "verified", "rejected"])),
                            name="memory_validation_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("source__in", ["", "github", "linear", "notion", "slack", "discord", "manual"])
                            ),
                            name="memory_source_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "source_type__in",
                                    ["", "pull_request", "issue", "message", "doc_page", "ticket", "custom"],
                                )
                            ),
                            name="memory_source_type_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MemoryVersion",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="versions",
                            to="memories.memory",
                        ),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("content", models.TextField()),
                    ("title", models.CharField(blank=True, max_length=512)),
                    ("summary", models.TextField(blank=True)),
                    ("metadata", models.JSONField(default=dict)),
                    ("payload", models.JSONField(null=True)),
                    ("content_hash", models.CharField(max_length=64)),
                    ("source_event_id", models.CharField(blank=True, max_length=256)),
                    (
                        "previous_version",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.DO_NOTHING,
                            related_name="+",
                            to="memories.memoryversion",
                        ),
                    ),
                    (
                        "raw_pointer",
                        models.CharField(
                            blank=True, help_text="Where the object's raw form lies (004).", max_length=1024
                        ),
                    ),
                    (
                        "excisions",
                        models.JSONField(
                            default=list, help_text="Where sentences were cut out that await consent (R19)."
                        ),
                    ),
                    (
                        "redactions",
                        models.JSONField(default=list, help_text="What was cut out before storing, by kind and count."),
                    ),
                    ("token_count", models.PositiveIntegerField()),
                    ("ingested_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "memory", "number"), name="version_number_once"),
                        models.UniqueConstraint(
                            condition=models.Q(("source_event_id", ""), _negated=True),
                            fields=("workspace", "memory", "source_event_id"),
                            name="version_source_event_once",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="MemoryAccess",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("memory_ids", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                    ("accessed_at", models.DateTimeField()),
                ],
                options={
                    "verbose_name_plural": "memory accesses",
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="Artifact",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="artifacts",
                            to="workspaces.person",
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
                    "indexes": [models.Index(fields=["workspace", "person", "-created_at"], name="artifact_by_person")],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "namespace_path", "sha256", "storage_uri"), name="artifact_once"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("sha256__regex", "^[0-9a-f]{64}$")), name="artifact_sha256_hexadecimal"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("artifact_type", ""), _negated=True), name="artifact_type_not_empty"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("storage_uri", ""), _negated=True), name="artifact_uri_not_empty"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("size_bytes__isnull", True), ("size_bytes__lte", 26214400), _connector="OR"
                            ),
                            name="artifact_size_bound",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ArtifactLink",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="artifact_links",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "artifact",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="links",
                            to="memories.artifact",
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "memory", "artifact"), name="artifact_link_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="History",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory_id",
                        models.UUIDField(help_text="Null for a refused proposal of something new.", null=True),
                    ),
                    ("person_id", models.UUIDField(null=True)),
                    ("namespace_path", models.TextField(blank=True, db_collation="C")),
                    ("category", models.CharField(max_length=64)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1)),
                    (
                        "event",
                        models.CharField(
                            choices=[
                                ("ADD", "Added"),
                                ("UPDATE", "Changed"),
                                ("DELETE", "Forgotten"),
                                ("MERGE", "Merged"),
                                ("LINK", "Linked"),
                                ("TTL", "Expired"),
                                ("RESTORE", "Restored"),
                                ("CONSENT", "Decided"),
                                ("PURGE", "Erased"),
                                ("EXPORT", "Exported"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("old_version_id", models.UUIDField(null=True)),
                    ("new_version_id", models.UUIDField(null=True)),
                    ("actor_kind", models.CharField(max_length=16)),
                    ("actor_id", models.UUIDField(null=True)),
                    ("actor_label", models.CharField(max_length=128)),
                    ("key_id", models.UUIDField(null=True)),
                    ("decision_id", models.UUIDField(null=True)),
                    ("change_id", models.UUIDField()),
                    ("meta", models.JSONField(default=dict)),
                    ("commitment", models.CharField(max_length=64)),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "verbose_name_plural": "history",
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "memory_id", "-created_at"], name="history_by_memory"),
                        models.Index(
                            fields=["workspace", "person_id", "-created_at", "event", "actor_kind"],
                            name="history_by_person",
                        ),
                        models.Index(fields=["workspace", "-created_at"], name="history_by_time"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "event__in",
                                    [
                                        "ADD",
                                        "UPDATE",
                                        "DELETE",
                                        "MERGE",
                                        "LINK",
                                        "TTL",
                                        "RESTORE",
                                        "CONSENT",
                                        "PURGE",
                                        "EXPORT",
                                    ],
                                )
                            ),
                            name="history_event_known",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="HistorySalt",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("history_id", models.UUIDField()),
                    ("salt", models.BinaryField(max_length=16)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "history_id"), name="salt_per_history_row")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Chunk",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="chunks",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "memory_version",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="chunks",
                            to="memories.memoryversion",
                        ),
                    ),
                    (
                        "turn",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="chunks",
                            to="conversations.turn",
                        ),
                    ),
                    ("person_id", models.UUIDField(null=True)),
                    ("chunk_index", models.PositiveIntegerField(help_text="0-based place in its version or turn.")),
                    ("text", models.TextField()),
                    ("token_count", models.PositiveIntegerField()),
                    ("section_label", models.CharField(blank=True, max_length=200)),
                    ("chunk_hash", models.CharField(max_length=64)),
                    (
                        "is_lexical_only",
                        models.BooleanField(
                            default=False, help_text="Facts are found by words, never by vector (R12)."
                        ),
                    ),
                    (
                        "keywords",
                        models.GeneratedField(
                            db_persist=True,
                            expression=models.Func(
                                django.contrib.postgres.search.SearchVector("text", config="english"),
                                function="memories_keywords",
                            ),
                            output_field=django.contrib.postgres.fields.ArrayField(
                                base_field=models.TextField(), size=None
                            ),
                        ),
                    ),
                    (
                        "search",
                        models.GeneratedField(
                            db_persist=True,
                            expression=django.contrib.postgres.search.SearchVector("text", config="english"),
                            output_field=django.contrib.postgres.search.SearchVectorField(),
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("superseded_at", models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "memory"], name="chunk_by_memory"),
                        models.Index(
                            condition=models.Q(("superseded_at__isnull", True), ("turn__isnull", True)),
                            fields=["workspace", "person_id"],
                            name="chunk_by_person",
                        ),
                        models.Index(
                            condition=models.Q(("superseded_at__isnull", False)),
                            fields=["workspace", "superseded_at"],
                            name="chunk_by_superseding",
                        ),
                        django.contrib.postgres.indexes.GinIndex(
                            condition=models.Q(("superseded_at__isnull", True), ("turn__isnull", True)),
                            fields=["search"],
                            name="chunk_search",
                        ),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("memory__isnull", False), ("memory_version__isnull", False), ("turn__isnull", True)
                                ),
                                models.Q(
                                    ("memory__isnull", True), ("memory_version__isnull", True), ("turn__isnull", False)
                                ),
                                _connector="OR",
                            ),
                            name="chunk_of_version_or_turn",
                        ),
                        models.UniqueConstraint(
                            fields=("workspace", "memory_version", "chunk_index"), name="chunk_place_in_version"
                        ),
                        models.UniqueConstraint(
                            fields=("workspace", "turn", "chunk_index"), name="chunk_place_in_turn"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="EmbeddingModel",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=128)),
                    ("version", models.CharField(max_length=128)),
                    ("dimensions", models.PositiveSmallIntegerField()),
                    (
                        "max_tokens",
                        models.PositiveIntegerField(default=0, help_text="What it reads at once; 0 when not known."),
                    ),
                    (
                        "is_local",
                        models.BooleanField(default=True, help_text="Embeds in process; others over the network."),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[("building", "Being built"), ("active", "Serving"), ("retired", "Retired")],
                            default="building",
                            max_length=16,
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("retired_at", models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("name", "version"), name="embedding_model_once"),
                        models.UniqueConstraint(
                            condition=models.Q(("state", "active")),
                            fields=("state",),
                            name="one_active_embedding_model",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("dimensions__gt", 0)), name="embedding_dimensions_positive"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Embedding",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "chunk",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="embeddings",
                            to="memories.chunk",
                        ),
                    ),
                    (
                        "model",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="memories.embeddingmodel",
                        ),
                    ),
                    ("person_id", models.UUIDField(null=True)),
                    ("vector", pgvector.django.halfvec.HalfVectorField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "person_id", "model"], name="embedding_by_person")],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "chunk", "model"), name="embedding_per_chunk_and_model"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Fact",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="facts",
                            to="workspaces.person",
                        ),
                    ),
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="facts",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "memory_version",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="memories.memoryversion",
                        ),
                    ),
                    (
                        "category",
                        models.CharField(
                            choices=[
                                ("identity", "Identity"),
                                ("preference", "Preference"),
                                ("constraint", "Constraint"),
                                ("instruction", "Instruction"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("item", models.CharField(blank=True, max_length=256)),
                    ("value", models.TextField()),
                    ("confidence", models.FloatField(default=1.0)),
                    ("importance", models.FloatField(default=0.8)),
                    ("valid_from", models.DateTimeField()),
                    ("valid_to", models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "memory"], name="fact_by_memory")],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("valid_to__isnull", True)),
                            fields=("workspace", "person", "category", "key", "item"),
                            name="fact_active_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("category__in", ["identity", "preference", "constraint", "instruction"])
                            ),
                            name="fact_category_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("key__regex", "^[a-z0-9_.]{1,64}$")), name="fact_key_canonical"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("confidence__range", (0.0, 1.0))), name="fact_confidence_unit"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("importance__range", (0.0, 1.0))), name="fact_importance_unit"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                ("valid_to__isnull", True), ("valid_to__gte", models.F("valid_from")), _connector="OR"
                            ),
                            name="fact_validity_ordered",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Merge",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "kept",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="absorptions",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "absorbed",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="merges",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "band",
                        models.CharField(
                            choices=[
                                ("auto", "The same text"),
                                ("update", "The longer text"),
                                ("recreate", "A new text"),
                            ],
                            max_length=16,
                        ),
                    ),
                    (
                        "judge",
                        models.CharField(
                            help_text="Who found that both say the same: rules, staff, or a model's name.",
                            max_length=64,
                        ),
                    ),
                    ("cosine", models.FloatField()),
                    ("attributes", models.JSONField(default=dict)),
                    ("former_version", models.PositiveIntegerField()),
                    ("merged_version", models.PositiveIntegerField()),
                    ("change_id", models.UUIDField()),
                    ("created_at", models.DateTimeField()),
                    ("undone_at", models.DateTimeField(null=True)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("undone_at__isnull", True)),
                            fields=("workspace", "absorbed"),
                            name="merged_into_one",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("kept", models.F("absorbed")), _negated=True), name="merge_of_two"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("band__in", ["auto", "update", "recreate"])), name="merge_band_known"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("cosine__range", (-1.0, 1.0))), name="merge_cosine_range"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PairFingerprint",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("pair_hash", models.CharField(max_length=64)),
                    ("person_id", models.UUIDField(null=True)),
                    (
                        "verdict",
                        models.CharField(
                            choices=[
                                ("same", "Merged"),
                                ("queued", "Waits for the person"),
                                ("different", "Not the same"),
                                ("refused", "Could not be merged"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("checked_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person_id", "checked_at"], name="fingerprint_by_person")
                    ],
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "pair_hash"), name="fingerprint_once"),
                        models.CheckConstraint(
                            condition=models.Q(("verdict__in", ["same", "queued", "different", "refused"])),
                            name="fingerprint_verdict_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="OperationalEvent",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("person_id", models.UUIDField(null=True)),
                    ("thread_id", models.CharField(blank=True, max_length=256)),
                    (
                        "node",
                        models.CharField(
                            choices=[
                                ("hotpath", "While somebody waited"),
                                ("context", "For a context"),
                                ("episodic", "Summarising"),
                                ("worker", "In a job"),
                            ],
                            max_length=16,
                        ),
                    ),
                    (
                        "op",
                        models.CharField(
                            choices=[
                                ("classify", "Decided"),
                                ("search", "Searched"),
                                ("create", "Created"),
                                ("update", "Updated"),
                                ("merge", "Merged"),
                                ("delete", "Forgotten"),
                                ("restore", "Restored"),
                                ("link", "Linked"),
                                ("ttl", "Expired"),
                                ("purge", "Erased"),
                            ],
                            max_length=16,
                        ),
                    ),
                    (
                        "status",
                        models.CharField(
                            choices=[("ok", "Done"), ("error", "Failed"), ("skipped", "Nothing to do")],
                            default="ok",
                            max_length=16,
                        ),
                    ),
                    ("memory_id", models.UUIDField(null=True)),
                    ("category", models.CharField(blank=True, max_length=64)),
                    ("sim", models.FloatField(null=True)),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person_id", "-created_at"], name="event_by_person"),
                        models.Index(fields=["workspace", "node", "-created_at"], name="event_by_node"),
                        models.Index(fields=["workspace", "-created_at"], name="event_by_time"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("node__in", ["hotpath", "context", "episodic", "worker"])),
                            name="event_node_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "op__in",
                                    [
                                        "classify",
                                        "search",
                                        "create",
                                        "update",
                                        "merge",
                                        "delete",
                                        "restore",
                                        "link",
                                        "ttl",
                                        "purge",
                                    ],
                                )
                            ),
                            name="event_op_known",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("status__in", ["ok", "error", "skipped"])), name="event_status_known"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Provenance",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="provenance",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "artifact",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="provenance",
                            to="memories.artifact",
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
                    "indexes": [
                        models.Index(fields=["workspace", "memory", "source_event"], name="provenance_by_memory"),
                        models.Index(
                            condition=models.Q(("retrieval_event_id__isnull", False)),
                            fields=["workspace", "retrieval_event_id"],
                            name="prov_by_retrieval_event",
                        ),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("artifact__isnull", True),
                                    ("memory__isnull", False),
                                    ("retrieval_event_id__isnull", True),
                                ),
                                models.Q(
                                    ("artifact__isnull", False),
                                    ("memory__isnull", True),
                                    ("retrieval_event_id__isnull", True),
                                ),
                                models.Q(
                                    ("artifact__isnull", True),
                                    ("memory__isnull", True),
                                    ("retrieval_event_id__isnull", False),
                                ),
                                _connector="OR",
                            ),
                            name="provenance_of_exactly_one",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("source_identity", ""), _negated=True),
                            name="provenance_identity_not_empty",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SourceName",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="source_names",
                            to="memories.memory",
                        ),
                    ),
                    ("name", models.CharField(max_length=512)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "name", "memory"), name="source_name_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="SourceReference",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="source_references",
                            to="memories.memory",
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
                    "indexes": [models.Index(fields=["workspace", "name"], name="source_reference_by_name")],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "memory", "name", "relation_type", "is_reversed"),
                            name="source_reference_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("confidence__range", (0.0, 1.0))),
                            name="source_reference_confidence_unit",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Relation",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "from_memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="outbound",
                            to="memories.memory",
                        ),
                    ),
                    (
                        "to_memory",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="inbound",
                            to="memories.memory",
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
                                ("manual", "Set by its writer"),
                                ("similarity", "Similar meaning"),
                            ],
                            max_length=16,
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("workspace", "from_memory", "to_memory", "relation_type"), name="relation_once"
                        ),
                        models.UniqueConstraint(
                            models.F("workspace"),
                            django.db.models.functions.comparison.Least("from_memory", "to_memory"),
                            django.db.models.functions.comparison.Greatest("from_memory", "to_memory"),
                            condition=models.Q(("relation_type", "related_to")),
                            name="relation_related_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("from_memory", models.F("to_memory")), _negated=True),
                            name="relation_of_two",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("strength__range", (0.0, 1.0))), name="relation_strength_unit"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("confidence__range", (0.0, 1.0))), name="relation_confidence_unit"
                        ),
                        models.CheckConstraint(
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
                        models.CheckConstraint(
                            condition=models.Q(("detected_by__in", ["regex", "llm", "manual", "similarity"])),
                            name="relation_detector_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="DependencyReview",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("source_id", models.UUIDField(help_text="The memory that was changed or went.")),
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.person",
                        ),
                    ),
                    ("namespace_path", models.TextField(db_collation="C")),
                    ("category", models.CharField(max_length=64)),
                    ("sensitivity_rank", models.SmallIntegerField(default=1)),
                    (
                        "event",
                        models.CharField(
                            choices=[
                                ("ADD", "Added"),
                                ("UPDATE", "Changed"),
                                ("DELETE", "Forgotten"),
                                ("MERGE", "Merged"),
                                ("LINK", "Linked"),
                                ("TTL", "Expired"),
                                ("RESTORE", "Restored"),
                                ("CONSENT", "Decided"),
                                ("PURGE", "Erased"),
                                ("EXPORT", "Exported"),
                            ],
                            max_length=16,
                        ),
                    ),
                    (
                        "stale_ids",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.UUIDField(), default=list, size=None
                        ),
                    ),
                    (
                        "recomputed_ids",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.UUIDField(), default=list, size=None
                        ),
                    ),
                    ("created_at", models.DateTimeField()),
                    ("checked_at", models.DateTimeField(null=True)),
                    ("settled_at", models.DateTimeField(null=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [
                        models.Index(fields=["workspace", "person", "-created_at"], name="review_by_person"),
                        models.Index(
                            condition=models.Q(("checked_at__isnull", True)),
                            fields=["workspace", "created_at"],
                            name="review_unchecked",
                        ),
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("settled_at__isnull", True)),
                            fields=("workspace", "source_id"),
                            name="review_open_once",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "event__in",
                                    [
                                        "ADD",
                                        "UPDATE",
                                        "DELETE",
                                        "MERGE",
                                        "LINK",
                                        "TTL",
                                        "RESTORE",
                                        "CONSENT",
                                        "PURGE",
                                        "EXPORT",
                                    ],
                                )
                            ),
                            name="review_event_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="AuditSeal",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    ("seq", models.PositiveBigIntegerField(help_text="1, 2, 3 ... without gaps.")),
                    ("previous_root", models.CharField(blank=True, max_length=64)),
                    ("root", models.CharField(max_length=64)),
                    ("count", models.PositiveIntegerField()),
                    ("signature", models.CharField(max_length=128)),
                    ("sealed_at", models.DateTimeField()),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "seq"), name="seal_seq_once"),
                        models.CheckConstraint(condition=models.Q(("count__gt", 0)), name="seal_not_empty"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SealEntry",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
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
                    (
                        "seal",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.DO_NOTHING,
                            related_name="entries",
                            to="memories.auditseal",
                        ),
                    ),
                    (
                        "history",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.DO_NOTHING,
                            related_name="seal_entries",
                            to="memories.history",
                        ),
                    ),
                    ("position", models.PositiveIntegerField()),
                    ("leaf_hash", models.CharField(max_length=64)),
                ],
                options={
                    "verbose_name_plural": "seal entries",
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "history"), name="history_sealed_once"),
                        models.UniqueConstraint(fields=("workspace", "seal", "position"), name="seal_position_once"),
                    ],
                },
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="memory",
                trigger=pgtrigger.compiler.Trigger(
                    name="memory_insert_gate",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (TG_OP = 'DELETE' AND OLD.state = 'soft_deleted' AND OLD.purge_at <= clock_timestamp()) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                        hash="190824c5c990b5797e5c6fdca1466f784ec6ecda",
                        operation="INSERT OR DELETE",
                        pgid="pgtrigger_memory_insert_gate_4236b",
                        table="memories_memory",
                        when="BEFORE",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="memory",
                trigger=pgtrigger.compiler.Trigger(
                    name="memory_update_gate",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (OLD.state IN ('active', 'superseded') AND NEW.state = 'soft_deleted' AND to_jsonb(NEW) - ARRAY['state', 'purge_at', 'updated_at', 'change_id', 'sensitivity_rank'] = to_jsonb(OLD) - ARRAY['state', 'purge_at', 'updated_at', 'change_id', 'sensitivity_rank']) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                        hash="889663ed945e4c55a8bd8305fbdc70732bc7844c",
                        operation='UPDATE OF "namespace", "key", "category", "memory_type", "current_id", "version", "importance", "confidence", "pinned", "sensitivity", "validation_status", "trust", "state", "tags", "source_state"',
                        pgid="pgtrigger_memory_update_gate_9cece",
                        table="memories_memory",
                        when="BEFORE",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="memory",
                trigger=pgtrigger.compiler.Trigger(
                    name="memory_history",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        constraint="CONSTRAINT",
                        func="IF NOT EXISTS (SELECT 1 FROM memories_history h WHERE h.workspace_id = NEW.workspace_id AND h.memory_id = NEW.id AND h.change_id = NEW.change_id) THEN RAISE EXCEPTION 'A change of a memory was committed without its history row' USING ERRCODE = 'MS002'; END IF; RETURN NULL;",
                        hash="5f893cc88ea4cee8276bd203716c9c64588978b8",
                        operation='INSERT OR UPDATE OF "namespace", "key", "category", "memory_type", "current_id", "version", "importance", "confidence", "pinned", "sensitivity", "validation_status", "trust", "state", "tags", "source_state"',
                        pgid="pgtrigger_memory_history_bcebc",
                        table="memories_memory",
                        timing="DEFERRABLE INITIALLY DEFERRED",
                        when="AFTER",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="memory",
                trigger=pgtrigger.compiler.Trigger(
                    name="memory_purge",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        constraint="CONSTRAINT",
                        func="IF NOT EXISTS (SELECT 1 FROM memories_history h WHERE h.workspace_id = OLD.workspace_id AND h.memory_id = OLD.id AND h.event = 'PURGE') THEN RAISE EXCEPTION 'A memory was destroyed without its history row' USING ERRCODE = 'MS002'; END IF; RETURN NULL;",
                        hash="f008d17b81a2c7fe89a27faed2467c5c1c867700",
                        operation="DELETE",
                        pgid="pgtrigger_memory_purge_2d078",
                        table="memories_memory",
                        timing="DEFERRABLE INITIALLY DEFERRED",
                        when="AFTER",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="memoryversion",
                trigger=pgtrigger.compiler.Trigger(
                    name="version_gate",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR (TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = OLD.workspace_id AND m.id = OLD.memory_id AND m.state = 'soft_deleted' AND m.purge_at <= clock_timestamp())) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                        hash="c117207ceefdfd1e21fc85ada6959f1499d419c6",
                        operation="INSERT OR UPDATE OR DELETE",
                        pgid="pgtrigger_version_gate_84f71",
                        table="memories_memoryversion",
                        when="BEFORE",
                    ),
                ),
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
            pgtrigger.migrations.AddTrigger(
                model_name="history",
                trigger=pgtrigger.compiler.Trigger(
                    name="history_append_only",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
                        hash="f08716bd9b156443dd1199be19f50b67508b1e9f",
                        operation="UPDATE OR DELETE",
                        pgid="pgtrigger_history_append_only_83cd6",
                        table="memories_history",
                        when="BEFORE",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="fact",
                trigger=pgtrigger.compiler.Trigger(
                    name="fact_gate",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="IF NULLIF(current_setting('app.change_id', true), '') IS NULL THEN IF NULLIF(current_setting('app.upkeep_id', true), '') IS NULL OR ((TG_OP = 'UPDATE' AND OLD.valid_to IS NULL AND to_jsonb(NEW) - 'valid_to' = to_jsonb(OLD) - 'valid_to') OR (TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = OLD.workspace_id AND m.id = OLD.memory_id AND m.state = 'soft_deleted' AND m.purge_at <= clock_timestamp()))) IS NOT TRUE THEN RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;",
                        hash="2f144de1018f8da4f244da4fc767dd65e1713c6b",
                        operation="INSERT OR UPDATE OR DELETE",
                        pgid="pgtrigger_fact_gate_cd92d",
                        table="memories_fact",
                        when="BEFORE",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="auditseal",
                trigger=pgtrigger.compiler.Trigger(
                    name="seal_append_only",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
                        hash="20b1f1dbf1219dbccf2b4a9eea9d44d4cd4a4a68",
                        operation="UPDATE OR DELETE",
                        pgid="pgtrigger_seal_append_only_fc74e",
                        table="memories_auditseal",
                        when="BEFORE",
                    ),
                ),
            ),
            pgtrigger.migrations.AddTrigger(
                model_name="sealentry",
                trigger=pgtrigger.compiler.Trigger(
                    name="seal_entry_append_only",
                    sql=pgtrigger.compiler.UpsertTriggerSql(
                        func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
                        hash="8dd7a00e0d80d3c060aee2fcdc14fbf205b92690",
                        operation="UPDATE OR DELETE",
                        pgid="pgtrigger_seal_entry_append_only_77886",
                        table="memories_sealentry",
                        when="BEFORE",
                    ),
                ),
            ),
        ),
    ]

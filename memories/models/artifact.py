from datetime import datetime

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When

from memories import limits
from memories.models.memory import Memory
from workspaces import sensitivity as labels
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel
from workspaces.models.quota import counted

STORED_PREFIX = "workspaces/"
STORED_BYTES = f"sum(n.size_bytes) FILTER (WHERE starts_with(n.storage_uri, '{STORED_PREFIX}'))"


class ArtifactQuerySet(models.QuerySet["Artifact"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "ArtifactQuerySet":
        """Artifacts covered by grants; attached ones only if the actor may read one of their memories.

        Attaching passes the gate; before that, only the agent that stored it, the person and staff see a file that
        states something sensitive.
        """
        links = ArtifactLink.objects.filter(artifact=OuterRef("pk"))
        readable = links.filter(memory__in=Memory.objects.visible_to(actor, now=now).values("id"))
        unrestricted = Q(states=[]) | Q(agent_id=actor.id) if actor.is_agent else Q()
        return self.filter(~Exists(links) & unrestricted | Exists(readable), actor.people_condition(now=now))


class Artifact(TenantModel):
    """Evidence outside the database: an uploaded file, or a reference to one stored elsewhere (003, 004).

    `namespace_path` is its scope; memories at or below it may have it (R2). `size_bytes` is unknown of references.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="artifacts")
    namespace_path = models.TextField(db_collation="C")
    sha256 = models.CharField(max_length=64)
    storage_uri = models.CharField(max_length=1_024)
    artifact_type = models.CharField(max_length=64)
    content_type = models.CharField(max_length=128, default="application/octet-stream")
    name = models.CharField(max_length=256, blank=True)
    size_bytes = models.PositiveIntegerField(null=True)
    sensitivity = models.CharField(max_length=64, default=labels.INTERNAL)
    sensitivity_rank = models.GeneratedField(
        expression=Case(
            *[When(sensitivity=label, then=Value(labels.rank(label))) for label in labels.LABELS],
            default=Value(labels.rank(labels.RESTRICTED)),
        ),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )
    apart = models.CharField(
        max_length=36,
        blank=True,
        editable=False,
        help_text="Its id, where another of that address stood there that its writer may not know of.",
    )
    created_by = models.CharField(max_length=128)
    agent_id = models.UUIDField(null=True, editable=False, help_text="The agent that stored it.")
    states = ArrayField(
        models.CharField(max_length=64, blank=True),
        default=list,
        db_default=[],
        editable=False,
        help_text="The sensitive fields that its text says something of; empty for what was not read.",
    )
    created_at = models.DateTimeField()

    objects = ArtifactQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "namespace_path", "sha256", "storage_uri", "apart"], name="artifact_once"
            ),
            models.CheckConstraint(condition=Q(sha256__regex=r"^[0-9a-f]{64}$"), name="artifact_sha256_hexadecimal"),
            models.CheckConstraint(condition=~Q(artifact_type=""), name="artifact_type_not_empty"),
            models.CheckConstraint(condition=~Q(storage_uri=""), name="artifact_uri_not_empty"),
            models.CheckConstraint(
                condition=Q(size_bytes__isnull=True) | Q(size_bytes__lte=limits.ARTIFACT_BYTES),
                name="artifact_size_bound",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "person", "-created_at"], name="artifact_by_person")]
        triggers = counted("artifact", storage_bytes=STORED_BYTES)

    def __str__(self) -> str:
        return self.name or self.storage_uri

    @property
    def is_stored(self) -> bool:
        """Whether the file is stored here; else it is a reference."""
        return self.storage_uri.startswith(STORED_PREFIX)


class ArtifactLink(TenantModel):
    """A memory's evidence (003's artifact_refs)."""

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="artifact_links")
    artifact = TenantForeignKey(Artifact, on_delete=models.CASCADE, related_name="links")
    created_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "memory", "artifact"], name="artifact_link_once"),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="artifact_scope_matches",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=(
                    "IF NOT EXISTS (SELECT 1 FROM memories_memory m JOIN memories_artifact a "
                    "ON a.workspace_id = m.workspace_id WHERE m.workspace_id = NEW.workspace_id "
                    "AND m.id = NEW.memory_id AND a.id = NEW.artifact_id "
                    "AND starts_with(m.namespace_path || '/', a.namespace_path || '/')) THEN "
                    "RAISE EXCEPTION 'An artifact''s scope must be that of its memory or above it' "
                    "USING ERRCODE = 'MS004'; END IF; RETURN NEW;"
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.artifact_id} of {self.memory_id}"

from django.db import models
from django.db.models import Q

from memories.models.artifact import Artifact
from memories.models.memory import Memory
from workspaces.models import TenantForeignKey, TenantModel


class Provenance(TenantModel):
    """The origin of one memory, artifact or retrieval event (003): an identity and its event.

    `source_identity` is an actor (`agent:planner`) or a source (`github`); `source_event` a source's event, a turn
    (`turn:<id>`), the gate's change (`change:<id>`) or, of a retrieval event, the request (`request:<id>`, R37).
    `version` is the resulting version of the memory. Retrieval events belong to a higher app, so theirs is an opaque
    id.
    """

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, null=True, related_name="provenance", db_index=False)
    artifact = TenantForeignKey(Artifact, on_delete=models.CASCADE, null=True, related_name="provenance")
    retrieval_event_id = models.UUIDField(null=True)
    source_identity = models.CharField(max_length=128)
    source_event = models.CharField(max_length=300)
    version = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "provenance"
        constraints = [
            models.CheckConstraint(
                condition=Q(memory__isnull=False, artifact__isnull=True, retrieval_event_id__isnull=True)
                | Q(memory__isnull=True, artifact__isnull=False, retrieval_event_id__isnull=True)
                | Q(memory__isnull=True, artifact__isnull=True, retrieval_event_id__isnull=False),
                name="provenance_of_exactly_one",
            ),
            models.CheckConstraint(condition=~Q(source_identity=""), name="provenance_identity_not_empty"),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "memory", "source_event"],
                condition=Q(memory__isnull=False),
                name="provenance_of_memory",
            ),
            models.Index(
                fields=["workspace", "retrieval_event_id"],
                condition=Q(retrieval_event_id__isnull=False),
                name="prov_by_retrieval_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_identity} {self.source_event}"

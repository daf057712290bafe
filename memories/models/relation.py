from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least

from memories.models.choices import DetectedBy, RelationType
from memories.models.memory import UNIT, Memory
from workspaces.actors import Actor
from workspaces.models import TenantForeignKey, TenantModel


class RelationQuerySet(models.QuerySet["Relation"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "RelationQuerySet":
        """Edges of which the actor may read both ends."""
        visible = Memory.objects.visible_to(actor, now=now).values("id")
        return self.filter(from_memory_id__in=visible, to_memory_id__in=visible)

    def touching(self, memory_id: UUID) -> "RelationQuerySet":
        return self.filter(Q(from_memory_id=memory_id) | Q(to_memory_id=memory_id))

    def add_new(self, rows: Sequence["Relation"]) -> list["Relation"]:
        """Store the edges that do not exist yet, and return them."""
        if not rows:
            return []
        self.bulk_create(rows, ignore_conflicts=True)
        stored = set(self.filter(id__in=[row.id for row in rows]).values_list("id", flat=True))
        return [row for row in rows if row.id in stored]

    def between(self, from_id: UUID, to_id: UUID, relation_type: str) -> "RelationQuerySet":
        """The edge of a kind from one to the other; in either direction for undirected kinds."""
        ends = Q(from_memory_id=from_id, to_memory_id=to_id)
        if relation_type == RelationType.RELATED_TO:
            ends |= Q(from_memory_id=to_id, to_memory_id=from_id)
        return self.filter(ends, relation_type=relation_type)

    def dependency_edges_to(self, memory_id: UUID) -> "RelationQuerySet":
        """Edges from memories that were derived from this one or depend on it."""
        return self.filter(to_memory_id=memory_id, relation_type__in=DEPENDENCY_TYPES)


DEPENDENCY_TYPES = (RelationType.DEPENDS_ON, RelationType.DERIVED_FROM)


class Relation(TenantModel):
    """One typed edge between two memories (001 §2, 004). `strength` and `confidence` are 0..1.

    `related_to` has no direction, so a pair has it once; every other type once per direction.
    """

    from_memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="outbound")
    to_memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="inbound")
    relation_type = models.CharField(max_length=16, choices=RelationType.choices, default=RelationType.RELATED_TO)
    strength = models.FloatField(help_text="0..1; of similarity, the cosine.")
    confidence = models.FloatField(default=1.0, help_text="0..1, from whoever detected it.")
    detected_by = models.CharField(max_length=16, choices=DetectedBy.choices)
    created_at = models.DateTimeField()

    objects = RelationQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "from_memory", "to_memory", "relation_type"], name="relation_once"
            ),
            models.UniqueConstraint(
                "workspace",
                Least("from_memory", "to_memory"),
                Greatest("from_memory", "to_memory"),
                condition=Q(relation_type=RelationType.RELATED_TO),
                name="relation_related_once",
            ),
            models.CheckConstraint(condition=~Q(from_memory=F("to_memory")), name="relation_of_two"),
            models.CheckConstraint(condition=Q(strength__range=UNIT), name="relation_strength_unit"),
            models.CheckConstraint(condition=Q(confidence__range=UNIT), name="relation_confidence_unit"),
            models.CheckConstraint(condition=Q(relation_type__in=RelationType.values), name="relation_type_known"),
            models.CheckConstraint(condition=Q(detected_by__in=DetectedBy.values), name="relation_detector_known"),
        ]

    def other_end(self, memory_id: UUID) -> UUID:
        other: UUID = self.to_memory_id if self.from_memory_id == memory_id else self.from_memory_id
        return other

    def __str__(self) -> str:
        return f"{self.from_memory_id} {self.relation_type} {self.to_memory_id}"

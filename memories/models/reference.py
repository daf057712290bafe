from django.db import models
from django.db.models import Q

from memories.models.choices import RelationType
from memories.models.memory import UNIT, Memory
from workspaces.models import TenantForeignKey, TenantModel

NAME_CHARACTERS = 512


class SourceName(TenantModel):
    """A name by which texts refer to a source object: `github:acme/app#12`, `ticket:ABC-123`, its address."""

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="source_names")
    name = models.CharField(max_length=NAME_CHARACTERS)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name", "memory"], name="source_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class SourceReference(TenantModel):
    """A reference by name in a source object's text, whether the named object is known yet or not.

    Edges found by regex are a projection of these rows: an object that arrives later is linked then. `is_reversed`
    distinguishes "blocked by X" from "blocks X".
    """

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="source_references")
    name = models.CharField(max_length=NAME_CHARACTERS)
    relation_type = models.CharField(max_length=16, choices=RelationType.choices)
    is_reversed = models.BooleanField(default=False)
    confidence = models.FloatField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "memory", "name", "relation_type", "is_reversed"], name="source_reference_once"
            ),
            models.CheckConstraint(condition=Q(confidence__range=UNIT), name="source_reference_confidence_unit"),
        ]
        indexes = [models.Index(fields=["workspace", "name"], name="source_reference_by_name")]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.relation_type} {self.name}"

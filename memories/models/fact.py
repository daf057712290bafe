from datetime import datetime
from uuid import UUID

import pgtrigger
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from memories.models.guards import CLOSES_FACT, PURGES_PART, gate_only
from memories.models.memory import Memory
from memories.models.version import MemoryVersion
from workspaces.models import Person, TenantForeignKey, TenantModel


class FactCategory(models.TextChoices):
    """The categories of facts."""

    IDENTITY = "identity", _("Identity")
    PREFERENCE = "preference", _("Preference")
    CONSTRAINT = "constraint", _("Constraint")
    INSTRUCTION = "instruction", _("Instruction")


class FactQuerySet(models.QuerySet["Fact"]):
    def active(self) -> "FactQuerySet":
        return self.filter(valid_to__isnull=True)

    def address(self, person_id: UUID, category: str, key: str) -> "FactQuerySet":
        return self.filter(person_id=person_id, category=category, key=key)


class Fact(TenantModel):
    """One value of one field of a person, while it held (002). A memory with a structured address (R12).

    A new value closes the old row (`valid_to`); nothing is overwritten. `item` is empty for single-valued keys and
    the normalised value for multi-valued ones, so that each item has its own active row (R13).
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="facts")
    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="facts")
    memory_version = TenantForeignKey(MemoryVersion, on_delete=models.CASCADE, related_name="+")
    category = models.CharField(max_length=16, choices=FactCategory.choices)
    key = models.CharField(max_length=64)
    item = models.CharField(max_length=256, blank=True)
    value = models.TextField()
    confidence = models.FloatField(default=1.0)
    importance = models.FloatField(default=0.8)
    valid_from = models.DateTimeField()
    valid_to = models.DateTimeField(null=True, blank=True)

    objects = FactQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person", "category", "key", "item", "memory"],
                condition=Q(valid_to__isnull=True),
                name="fact_active_once",
            ),
            models.CheckConstraint(condition=Q(category__in=FactCategory.values), name="fact_category_known"),
            models.CheckConstraint(condition=Q(key__regex=r"^[a-z0-9_.]{1,64}$"), name="fact_key_canonical"),
            models.CheckConstraint(condition=Q(confidence__range=(0.0, 1.0)), name="fact_confidence_unit"),
            models.CheckConstraint(condition=Q(importance__range=(0.0, 1.0)), name="fact_importance_unit"),
            models.CheckConstraint(
                condition=Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="fact_validity_ordered",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "memory"], name="fact_by_memory")]
        triggers = [
            gate_only(
                "fact_gate",
                pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
                upkeep=f"({CLOSES_FACT}) OR ({PURGES_PART})",
            )
        ]

    def __str__(self) -> str:
        return f"{self.category}.{self.key} = {self.value}"

    def close(self, *, now: datetime) -> None:
        """End this value's validity; the row stays."""
        self.valid_to = max(now, self.valid_from)
        self.save(update_fields=["valid_to"])

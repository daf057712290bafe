from datetime import datetime
from uuid import UUID

from django.db import models

from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel


class ThreadRevision(TenantModel):
    """How many changes of memories one thread has seen (001 §1).

    `kinds` counts them by sensitivity and category ("1 goals"), so that each reader is shown those alone that
    they may see. Changes from before it was counted are nobody's secret.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="threads")
    thread_id = models.CharField(max_length=256)
    rev = models.PositiveBigIntegerField(default=0)
    kinds = models.JSONField(default=dict, editable=False)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "person", "thread_id"], name="thread_once"),
        ]

    def __str__(self) -> str:
        return f"{self.thread_id} @ {self.rev}"


class ThreadReader(TenantModel):
    """The revision of a thread that a reader has seen, so that each change is shown once (001 §7, R20)."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    thread_id = models.CharField(max_length=256)
    reader_id = models.UUIDField(help_text="An agent's or an account's id.")
    rev = models.PositiveBigIntegerField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person", "thread_id", "reader_id"], name="thread_reader_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reader_id} saw {self.thread_id} @ {self.rev}"


class ChangeLogQuerySet(models.QuerySet["ChangeLog"]):
    def visible_to(self, actor: Actor, *, person_id: UUID, now: datetime) -> "ChangeLogQuerySet":
        """Changes of one person's memories that the actor may know of: grant, ceiling and allowlist."""
        ceiling = actor.reading_ceiling(person_id=person_id, namespace_path="", now=now)
        if ceiling is None:
            return self.none()
        return self.filter(actor.category_condition(), person_id=person_id, sensitivity_rank__lte=ceiling)


class ChangeLog(TenantModel):
    """One change for the delta header; the last revisions only (R20)."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    thread_id = models.CharField(max_length=256)
    rev = models.PositiveBigIntegerField()
    memory_id = models.UUIDField()
    event = models.CharField(max_length=16)
    category = models.CharField(max_length=64)
    sensitivity_rank = models.SmallIntegerField(default=1)
    importance = models.FloatField()
    importance_level = models.PositiveSmallIntegerField(default=3, help_text="1..5 (R6).")
    text = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ChangeLogQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        indexes = [
            models.Index(fields=["workspace", "person", "thread_id", "-rev"], name="change_log_by_rev"),
            models.Index(fields=["workspace", "memory_id"], name="change_log_by_memory"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.memory_id} @ {self.rev}"

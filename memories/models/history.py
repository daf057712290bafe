from datetime import datetime

from django.db import models

from memories.models.choices import Event
from memories.models.guards import append_only
from workspaces.actors import Actor
from workspaces.models import TenantModel


class HistoryQuerySet(models.QuerySet["History"]):
    def authorized_for(self, actor: Actor, *, now: datetime) -> "HistoryQuerySet":
        """Rows the actor may read: their memory's category and sensitivity as of the event, and the grants."""
        return self.filter(actor.row_condition(now=now))


class History(TenantModel):
    """One row for each write, in the write's own transaction; append-only (001 §8, architecture rule 4).

    It contains no content: versions do. `commitment` (memories.hashes) ties the row to the new version; its salt is in
    HistorySalt, so that erasing a person makes the content unguessable while the chain still verifies. Ids are opaque:
    what they refer to may be purged.
    """

    memory_id = models.UUIDField(null=True, help_text="Null for a refused proposal of something new.")
    person_id = models.UUIDField(null=True)
    namespace_path = models.TextField(db_collation="C", blank=True)
    category = models.CharField(max_length=64)
    sensitivity_rank = models.SmallIntegerField(default=1)
    event = models.CharField(max_length=16, choices=Event.choices)
    old_version_id = models.UUIDField(null=True)
    new_version_id = models.UUIDField(null=True)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.UUIDField(null=True)
    actor_label = models.CharField(max_length=128)
    key_id = models.UUIDField(null=True)
    decision_id = models.UUIDField(null=True)
    change_id = models.UUIDField()
    meta = models.JSONField(default=dict)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    objects = HistoryQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "history"
        constraints = [
            models.CheckConstraint(condition=models.Q(event__in=Event.values), name="history_event_known"),
        ]
        indexes = [
            models.Index(fields=["workspace", "memory_id", "-created_at"], name="history_by_memory"),
            models.Index(
                fields=["workspace", "person_id", "-created_at", "event", "actor_kind"], name="history_by_person"
            ),
            models.Index(fields=["workspace", "-created_at"], name="history_by_time"),
            models.Index(
                fields=["workspace", "-created_at"], name="history_of_access", condition=models.Q(event=Event.ACCESS)
            ),
        ]
        triggers = [append_only("history_append_only")]

    def __str__(self) -> str:
        return f"{self.event} {self.memory_id}"


class HistorySalt(TenantModel):
    """The salt of one history row's commitment, stored separately so that erasure can destroy it."""

    history_id = models.UUIDField()
    salt = models.BinaryField(max_length=16)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "history_id"], name="salt_per_history_row"),
        ]

    def __str__(self) -> str:
        return f"salt of {self.history_id}"

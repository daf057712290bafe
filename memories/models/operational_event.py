from datetime import datetime
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.utils.translation import gettext_lazy as _

from workspaces.actors import Actor
from workspaces.models import TenantModel


class Node(models.TextChoices):
    """001 §14: where something happened."""

    HOTPATH = "hotpath", _("While somebody waited")
    CONTEXT = "context", _("For a context")
    EPISODIC = "episodic", _("Summarising")
    WORKER = "worker", _("In a job")


class Operation(models.TextChoices):
    """001 §14, with what its worker does and what §7 and §8 add."""

    CLASSIFY = "classify", _("Decided")
    SEARCH = "search", _("Searched")
    CREATE = "create", _("Created")
    UPDATE = "update", _("Updated")
    MERGE = "merge", _("Merged")
    DELETE = "delete", _("Forgotten")
    RESTORE = "restore", _("Restored")
    LINK = "link", _("Linked")
    TTL = "ttl", _("Expired")
    PURGE = "purge", _("Erased")


class Status(models.TextChoices):
    """001 §14."""

    OK = "ok", _("Done")
    ERROR = "error", _("Failed")
    SKIPPED = "skipped", _("Nothing to do")


class OperationalEventQuerySet(models.QuerySet["OperationalEvent"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "OperationalEventQuerySet":
        """Events about people covered by the actor's grants, in categories that the actor may see.

        Events without a category are searches, whose best score may come from any category: an agent with an allowlist
        does not see them, not even its own, which receipts list. Nor does an agent see writes that stored nothing,
        because the category of a pending or refused write would disclose its topic.
        """
        categories = actor.category_condition()
        if not actor.is_agent or actor.categories is None:
            # An empty Q allows everything alone, but vanishes in an OR.
            categories = categories and categories | Q(category="")
        rows = self.exclude(op=Operation.CLASSIFY, memory_id__isnull=True) if actor.is_agent else self
        return rows.filter(actor.people_condition(now=now, rank=1), categories)

    def between(self, start: datetime | None, end: datetime | None) -> "OperationalEventQuerySet":
        """From `start` to before `end`; None is no bound."""
        rows = self.filter(created_at__gte=start) if start else self
        return rows.filter(created_at__lt=end) if end else rows

    def counts(self) -> models.QuerySet["OperationalEvent", Any]:
        """Count the operations by day (UTC), node and status: dicts `day, node, op, status, count`."""
        by_day = self.annotate(day=TruncDate("created_at")).values("day", "node", "op", "status")
        return by_day.annotate(count=Count("id")).order_by("-day", "node", "op", "status")


class OperationalEvent(TenantModel):
    """One operation, without content: enough to answer "what changed and when" (001 §14).

    `sim` is the best neighbour's score if known, 0..1.
    """

    person_id = models.UUIDField(null=True)
    thread_id = models.CharField(max_length=256, blank=True)
    node = models.CharField(max_length=16, choices=Node.choices)
    op = models.CharField(max_length=16, choices=Operation.choices)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.OK)
    memory_id = models.UUIDField(null=True)
    category = models.CharField(max_length=64, blank=True)
    sim = models.FloatField(null=True)
    created_at = models.DateTimeField()

    objects = OperationalEventQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(condition=Q(node__in=Node.values), name="event_node_known"),
            models.CheckConstraint(condition=Q(op__in=Operation.values), name="event_op_known"),
            models.CheckConstraint(condition=Q(status__in=Status.values), name="event_status_known"),
        ]
        indexes = [
            models.Index(fields=["workspace", "person_id", "-created_at"], name="event_by_person"),
            models.Index(fields=["workspace", "node", "-created_at"], name="event_by_node"),
            models.Index(fields=["workspace", "-created_at"], name="event_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.node} {self.op} {self.status}"


class MemoryAccess(TenantModel):
    """An access note: memories that were shown, until a job has counted them (001 §7): an insert for each query instead
    of an update for each read.

    The table is unlogged: a crash of the database may lose the last minute's counts and nothing else.
    """

    memory_ids = ArrayField(models.UUIDField())
    accessed_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "memory accesses"

    def __str__(self) -> str:
        return f"{len(self.memory_ids)} memories at {self.accessed_at}"

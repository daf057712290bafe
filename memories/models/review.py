from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from memories.models.choices import Event
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel


class ReviewQuerySet(models.QuerySet["DependencyReview"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "ReviewQuerySet":
        return self.filter(actor.row_condition(now=now))

    def open(self) -> "ReviewQuerySet":
        return self.filter(settled_at__isnull=True)


class DependencyReview(TenantModel):
    """A review of the dependents of a changed, rejected or forgotten memory: one grouped item for the person.

    `stale_ids` are memories that could not be recomputed, `recomputed_ids` those that were. Opaque ids: the memories
    may be purged. `checked_at` is empty until the job has run.
    """

    source_id = models.UUIDField(help_text="The memory that was changed or went.")
    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="+")
    namespace_path = models.TextField(db_collation="C")
    category = models.CharField(max_length=64)
    sensitivity_rank = models.SmallIntegerField(default=1)
    event = models.CharField(max_length=16, choices=Event.choices)
    stale_ids = ArrayField(models.UUIDField(), default=list)
    recomputed_ids = ArrayField(models.UUIDField(), default=list)
    created_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    objects = ReviewQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "source_id"], condition=Q(settled_at__isnull=True), name="review_open_once"
            ),
            models.CheckConstraint(condition=Q(event__in=Event.values), name="review_event_known"),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "-created_at"], name="review_by_person"),
            models.Index(
                fields=["workspace", "created_at"], condition=Q(checked_at__isnull=True), name="review_unchecked"
            ),
        ]

    def __str__(self) -> str:
        return f"dependents of {self.source_id}"

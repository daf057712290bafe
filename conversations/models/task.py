from datetime import datetime
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from conversations.models.session import Session
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel, uuid7

CATEGORY = "tasks"


class TaskStatus(models.TextChoices):
    PENDING = "pending", _("Pending")
    IN_PROGRESS = "in_progress", _("In progress")
    BLOCKED = "blocked", _("Blocked")
    COMPLETED = "completed", _("Completed")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


_OPEN = {TaskStatus.IN_PROGRESS, TaskStatus.BLOCKED, TaskStatus.CANCELLED, TaskStatus.FAILED}
# The allowed transitions; a finished task stays as it is.
FOLLOWING: dict[str, set[TaskStatus]] = {
    TaskStatus.PENDING: _OPEN,
    TaskStatus.IN_PROGRESS: {*_OPEN, TaskStatus.PENDING, TaskStatus.COMPLETED},
    TaskStatus.BLOCKED: {*_OPEN, TaskStatus.PENDING},
    TaskStatus.COMPLETED: set(),
    TaskStatus.FAILED: set(),
    TaskStatus.CANCELLED: set(),
}


class TaskQuerySet(models.QuerySet["Task"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "TaskQuerySet":
        """Tasks the actor may read: category `tasks` (R3), sensitivity internal, people and scopes of their grants."""
        if not actor.may_see(CATEGORY):
            return self.none()
        return self.filter(actor.people_condition(now=now))


class Task(TenantModel):
    """What is being worked on (003): structured state, not a memory; never chunked, embedded or retrieved.

    `namespace_path` is 003's scope (R2); `person` follows from it. `version` counts the changes.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, blank=True, related_name="tasks")
    namespace_path = models.TextField(db_collation="C")
    session = TenantForeignKey(Session, on_delete=models.CASCADE, null=True, blank=True, related_name="tasks")
    title = models.CharField(max_length=512, blank=True)
    status = models.CharField(max_length=16, choices=TaskStatus.choices, default=TaskStatus.PENDING)
    state = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    # Every task is internal (R27); the column lets the grants' SQL condition apply as to memories.
    sensitivity_rank = models.SmallIntegerField(default=1, editable=False)
    agent_id = models.UUIDField(null=True, blank=True, help_text="The agent that made it.")
    change_id = models.UUIDField(default=uuid7, editable=False, help_text="Of the last change: its entity tag.")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TaskQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=TaskStatus.values), name="task_status_known"),
            models.CheckConstraint(condition=~models.Q(namespace_path=""), name="task_scope_not_empty"),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "-updated_at"], name="task_by_person"),
            models.Index(fields=["workspace", "-updated_at", "id"], name="task_by_change"),
        ]

    def __str__(self) -> str:
        return self.title or str(self.id)

    def may_become(self, status: str) -> bool:
        """Whether the status may follow the current one, or equals it."""
        return status == self.status or status in FOLLOWING[self.status]

    def change(self, *, now: datetime, change_id: UUID, **values: object) -> None:
        """Set these fields and count the change."""
        for name, value in values.items():
            setattr(self, name, value)
        self.version += 1
        self.updated_at, self.change_id = now, change_id
        self.save(update_fields=[*values, "version", "updated_at", "change_id"])

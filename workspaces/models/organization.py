import uuid
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management.base import CommandError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

# No request that an agent sent before the closing is still running after this long.
SETTLED = timedelta(minutes=10)


class NotTheOnly(CommandError):
    """A command needs the id of a workspace, because there is not exactly one."""


class Organization(models.Model):
    """Owner of workspaces (004). Global: no row-level security."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class WorkspaceQuerySet(models.QuerySet["Workspace"]):
    def open(self) -> "WorkspaceQuerySet":
        return self.filter(closed_at=None)

    def to_erase(self) -> "WorkspaceQuerySet":
        """Closed ones that are due, by the database's clock; requests that began before have ended."""
        return self.filter(erased_at=None, erase_at__lte=Now(), closed_at__lte=Now() - SETTLED)

    def only_id(self) -> uuid.UUID:
        """Return the id of the only workspace, for a command without an id. Raises NotTheOnly."""
        ids = list(self.filter(erased_at=None).values_list("id", flat=True)[:2])
        if len(ids) != 1:
            found = "more than one" if ids else "none yet"
            raise NotTheOnly(f"Name the workspace with --workspace ID: there is {found}.")
        return ids[0]


class Workspace(models.Model):
    """One tenant. Global: it has to be found before its scope can be entered.

    Closed, its keys are refused; from `erase_at` on everything in it is erased, and this row stays without a name.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="workspaces")
    name = models.CharField(max_length=200)
    grants_new_agents = models.BooleanField(
        default=True, help_text="A new agent may read and write about everyone in the workspace (R1)."
    )
    retention_enabled = models.BooleanField(
        default=True, help_text="Forget unimportant memories nobody used for 60 days (001 §7, R23)."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="closed_workspaces"
    )
    erase_at = models.DateTimeField(null=True, editable=False)
    erased_at = models.DateTimeField(null=True, editable=False)

    objects = WorkspaceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, erase_at__isnull=True, erased_at__isnull=True)
                | Q(closed_at__isnull=False, erase_at__isnull=False),
                name="workspace_closed_with_date",
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)

    def close(self, *, by: uuid.UUID | None, erase_at: datetime, now: datetime) -> bool:
        """Refuse its keys from the commit on; False if it was closed already."""
        return self._move(Q(closed_at=None), closed_at=now, closed_by_id=by, erase_at=erase_at)

    def reopen(self) -> bool:
        """Take the closing back; False if it is open, or its time is over."""
        return self._move(Q(erased_at=None, erase_at__gt=Now()), closed_at=None, closed_by_id=None, erase_at=None)

    def note_erased(self, *, now: datetime) -> None:
        """Nothing is left but this row; whoever owned it is named no longer where they own no other."""
        self._move(Q(erased_at=None), erased_at=now, name="")
        if not Workspace.objects.filter(organization_id=self.organization_id, erased_at=None).exists():
            Organization.objects.filter(id=self.organization_id).update(name="")

    def _move(self, condition: Q, **columns: object) -> bool:
        moved = Workspace.objects.filter(condition, id=self.id).update(**columns)
        self.refresh_from_db()
        return bool(moved)

import uuid

from django.core.management.base import CommandError
from django.db import models


class NotTheOnly(CommandError):
    """A command needs to be told which workspace is meant."""


class Organization(models.Model):
    """Owner of workspaces (004). Global: no row-level security."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class WorkspaceQuerySet(models.QuerySet["Workspace"]):
    def only_id(self) -> uuid.UUID:
        """The id of the only workspace, for a command that was told none. Raises NotTheOnly."""
        ids = list(self.values_list("id", flat=True)[:2])
        if len(ids) != 1:
            found = "more than one" if ids else "none yet"
            raise NotTheOnly(f"Name the workspace with --workspace ID: there is {found}.")
        return ids[0]


class Workspace(models.Model):
    """One tenant. Global: it has to be found before its scope can be entered."""

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

    objects = WorkspaceQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

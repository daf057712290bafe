import uuid

from django.db import models


class Organization(models.Model):
    """Owner of workspaces (004). Global: no row-level security."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


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

    def __str__(self) -> str:
        return self.name

"""Running a job's batches in one workspace or in all."""

from collections.abc import Callable
from uuid import UUID

from workspaces.models import Workspace


def drain(batch: Callable[[UUID], int], workspace_id: UUID | None) -> int:
    """Run a batch until nothing is left, in one workspace or in each; returns how many rows it processed."""
    total = 0
    for one in workspaces(workspace_id):
        while done := batch(one):
            total += done
    return total


def workspaces(workspace_id: UUID | None) -> list[UUID]:
    """In random order: a workspace that breaks a job must not always block the same others."""
    return [workspace_id] if workspace_id else list(Workspace.objects.order_by("?").values_list("id", flat=True))

"""How jobs go through the workspaces."""

from collections.abc import Callable
from uuid import UUID

from workspaces.models import Workspace


def drain(batch: Callable[[UUID], int], workspace_id: UUID | None) -> int:
    """Run a batch until nothing is left, in one workspace or in each; returns how many rows it worked on."""
    total = 0
    for one in workspaces(workspace_id):
        while done := batch(one):
            total += done
    return total


def workspaces(workspace_id: UUID | None) -> list[UUID]:
    """In no order: a workspace that breaks a job must not shut out the same others each time."""
    return [workspace_id] if workspace_id else list(Workspace.objects.order_by("?").values_list("id", flat=True))

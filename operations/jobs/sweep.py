"""Running a job's batches in one workspace or in all."""

from collections.abc import Callable
from time import monotonic
from uuid import UUID

from operations import queue
from workspaces.models import Workspace

TURN_SECONDS = 5.0


def drain(batch: Callable[[UUID], int], workspace_id: UUID | None, *, job: str = "") -> int:
    """Run a batch until nothing is left, in one workspace or in each; returns how many rows it processed.

    With `job`, the batch's job, a workspace has a turn of some seconds and then goes behind the others in the queue.
    """
    total = 0
    for one in workspaces(workspace_id):
        ends = monotonic() + TURN_SECONDS
        while done := batch(one):
            total += done
            if job and monotonic() > ends:
                queue.enqueue(job, workspace_id=one)
                break
    return total


def workspaces(workspace_id: UUID | None, *, closed: bool = False) -> list[UUID]:
    """In random order: a workspace that breaks a job must not always block the same others.

    Without those that are closed, in which nothing is worked on but erasing and sealing.
    """
    rows = Workspace.objects.all() if closed else Workspace.objects.open()
    return [workspace_id] if workspace_id else list(rows.order_by("?").values_list("id", flat=True))

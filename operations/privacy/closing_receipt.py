"""The receipt of an erased workspace; the same format as a person's, without a person."""

from typing import Any

from memories.models import History
from memories.models.choices import Event
from operations.privacy.erasure_receipt import document_of
from workspaces import scope
from workspaces.models import Workspace


def receipt_of_workspace(workspace: Workspace) -> dict[str, Any]:
    """What was erased, when, and the proof of it, as JSON; `status` is `closed` before. Outside any scope."""
    with scope.enter(workspace.id):
        rows = History.objects.filter(event=Event.PURGE, person_id=None, memory_id=None)
        row = rows.filter(meta__tombstone=str(workspace.id)).first()
        return document_of(
            row=row,
            receipt=workspace.id,
            person_id=None,
            workspace_id=workspace.id,
            status="erased" if workspace.erased_at else "closed",
            requested_at=workspace.closed_at,
            erased_at=workspace.erased_at,
            counts=row.meta["erased"] if row else {},
        )

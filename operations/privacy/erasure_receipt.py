"""The receipt of an erasure: of a person, of messages that they deleted, or of a whole workspace, which names no
person."""

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from consent.receipts import erasure
from memories.models import History
from memories.models.choices import Event
from memories.sealing.leaves import columns_of
from memories.sealing.proofs import inclusion_proof
from operations.models import Tombstone
from workspaces import scope
from workspaces.models import Workspace


def receipt_of(tombstone: Tombstone) -> dict[str, Any]:
    """Return the receipt as JSON: what was erased, when, and the proof of it. Runs in the entered scope.

    `row` is the erasure's row of History and `proof` its inclusion proof, None until the row is sealed about a minute
    later. `manage.py verify_receipt` checks both.
    """
    return document_of(
        row=History.objects.filter(id=tombstone.history_id).first() if tombstone.history_id else None,
        receipt=tombstone.id,
        person_id=tombstone.person_id,
        workspace_id=scope.current_workspace_id(),
        status="erased" if tombstone.erased_at else "erasing",
        requested_at=tombstone.requested_at,
        erased_at=tombstone.erased_at,
        counts=tombstone.counts,
    )


def receipt_of_messages(row: History) -> dict[str, Any]:
    """Return the receipt of a row of `erase_messages`: how many messages the person deleted, and when."""
    return document_of(
        row=row,
        receipt=row.id,
        person_id=row.person_id,
        workspace_id=scope.current_workspace_id(),
        status="erased",
        requested_at=row.created_at,
        erased_at=row.created_at,
        counts={"conversations.Turn": row.meta["messages"]},
    )


def document_of(
    *,
    row: History | None,
    receipt: UUID,
    person_id: UUID | None,
    workspace_id: UUID,
    status: str,
    requested_at: datetime | None,
    erased_at: datetime | None,
    counts: dict[str, int],
) -> dict[str, Any]:
    proof = inclusion_proof(row.id) if row else None
    return {
        "format": erasure.FORMAT,
        "version": erasure.VERSION,
        "receipt": str(receipt),
        "user_id": str(person_id) if person_id else None,
        "workspace_id": str(workspace_id),
        "status": status,
        "requested_at": _time(requested_at),
        "erased_at": _time(erased_at),
        "erased": counts,
        "history_id": str(row.id) if row else None,
        "row": columns_of(row) if row else None,
        "proof": json.loads(json.dumps(asdict(proof), default=str)) if proof else None,
    }


def _time(at: datetime | None) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None


def receipt_of_workspace(workspace: Workspace) -> dict[str, Any]:
    """Return the receipt of a workspace as JSON; `status` is `closed` before the erasure. Outside any scope."""
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

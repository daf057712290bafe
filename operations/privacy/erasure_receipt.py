"""The receipt of an erasure."""

import json
from dataclasses import asdict
from typing import Any

from consent.receipts import erasure
from memories.models import History
from memories.sealing.leaves import columns_of
from memories.sealing.proofs import inclusion_proof
from operations.models import Tombstone


def receipt_of(tombstone: Tombstone) -> dict[str, Any]:
    """The receipt as JSON: what was erased, when, and the proof of it. Runs in the entered scope.

    `row` is the erasure's row of History and `proof` its inclusion proof, None until the row is sealed about a minute
    later. `manage.py verify_receipt` checks both.
    """
    row = History.objects.filter(id=tombstone.history_id).first() if tombstone.history_id else None
    proof = inclusion_proof(tombstone.history_id) if tombstone.history_id else None
    return {
        "format": erasure.FORMAT,
        "version": erasure.VERSION,
        "receipt": str(tombstone.id),
        "user_id": str(tombstone.person_id),
        "workspace_id": str(tombstone.workspace_id),
        "status": "erased" if tombstone.erased_at else "erasing",
        "requested_at": _time(tombstone.requested_at),
        "erased_at": _time(tombstone.erased_at),
        "erased": tombstone.counts,
        "history_id": str(tombstone.history_id) if tombstone.history_id else None,
        "row": columns_of(row) if row else None,
        "proof": json.loads(json.dumps(asdict(proof), default=str)) if proof else None,
    }


def _time(at: Any) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None

"""What a person may keep of an erasure."""

from dataclasses import asdict
from typing import Any

from consent.receipts import erasure
from memories.models import History
from memories.sealing.leaves import columns_of
from memories.sealing.proofs import inclusion_proof
from operations.models import Tombstone


def receipt_of(tombstone: Tombstone) -> dict[str, Any]:
    """The receipt as JSON: what was erased, when, and the proof that the history says so. In the entered scope.

    `row` is the history's row about it, which `proof` is of; that is None until the row is sealed, about a minute after
    the erasure. `manage.py verify_receipt` checks the two.
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
        "proof": _plain(asdict(proof)) if proof else None,
    }


def _time(at: Any) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)

"""The receipt document: records, signatures, history rows and the proofs that they were sealed."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from consent.models import Proposal, Receipt
from memories.models import History
from memories.models.choices import Event
from memories.sealing import keys
from memories.sealing.leaves import columns_of
from memories.sealing.proofs import inclusion_proof
from workspaces.actors import Actor

FORMAT = "memory-server-consent-receipt"
VERSION = 1
PENDING = "proof pending"


def receipt_of(proposal_id: UUID, *, actor: Actor, now: datetime, with_values: bool = True) -> dict[str, Any] | None:
    """Return the receipt of the answers to one proposal, as JSON; None if the actor may see none.

    With `with_values` each answer discloses its salt and the hashed values; the person may cut that part out before
    passing the file on, and the rest stays valid. In the entered scope.
    """
    proposal = Proposal.objects.visible_to(actor, now=now).filter(id=proposal_id).first()
    receipts = Receipt.objects.filter(decision__proposal_id=proposal_id).select_related("decision").order_by("id")
    found = list(receipts) if proposal is not None else []
    if proposal is None or not found:
        return None
    is_theirs = actor.person_id is not None and actor.person_id == proposal.person_id
    return {
        "format": FORMAT,
        "version": VERSION,
        "public_key": keys.public_key(),
        "proposal": {"id": str(proposal.id), "state": proposal.state},
        "answers": [_answer(row, with_values=with_values and is_theirs) for row in found],
    }


def _answer(receipt: Receipt, *, with_values: bool) -> dict[str, Any]:
    """Return one answer; if another server issued it, with that server's `public_key` and sealed history."""
    origin = receipt.origin or {"history": list(_rows(receipt.decision_id))}
    return {
        "record": receipt.record,
        "record_hash": receipt.record_hash,
        "signature": {"algorithm": "Ed25519", "value": receipt.signature},
        **origin,
        "disclosure": receipt.disclosure if with_values else None,
    }


def _rows(decision_id: UUID) -> Iterator[dict[str, Any]]:
    """Yield the history row of the decision first, then those of its changes."""
    rows = History.objects.filter(decision_id=decision_id).order_by("id")
    for row in sorted(rows, key=lambda row: row.event != Event.CONSENT):
        proof = inclusion_proof(row.id)
        yield {"row": columns_of(row), "proof": _proof(asdict(proof)) if proof else PENDING}


def _proof(proof: dict[str, Any]) -> dict[str, Any]:
    return proof | {"history_id": str(proof["history_id"]), "path": list(proof["path"])}

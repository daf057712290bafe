"""The receipt as it is handed out: records, signatures, the history's rows and the proofs that they were sealed."""

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
    """Everything about the answers to one proposal, as JSON; None where there is none in the actor's sight.

    With `with_values` each answer discloses its salt and what the hashes stand for; the person may cut that part out
    before handing the file on, and the rest still holds. In the entered scope.
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
    """With a `public_key` of its own where another server issued it, whose sealed history it then tells."""
    origin = receipt.origin or {"history": list(_rows(receipt.decision_id))}
    return {
        "record": receipt.record,
        "record_hash": receipt.record_hash,
        "signature": {"algorithm": "Ed25519", "value": receipt.signature},
        **origin,
        "disclosure": receipt.disclosure if with_values else None,
    }


def _rows(decision_id: UUID) -> Iterator[dict[str, Any]]:
    """The row that says how it was decided first, then those of what that changed."""
    rows = History.objects.filter(decision_id=decision_id).order_by("id")
    for row in sorted(rows, key=lambda row: row.event != Event.CONSENT):
        proof = inclusion_proof(row.id)
        yield {"row": columns_of(row), "proof": _proof(asdict(proof)) if proof else PENDING}


def _proof(proof: dict[str, Any]) -> dict[str, Any]:
    return proof | {"history_id": str(proof["history_id"]), "path": list(proof["path"])}

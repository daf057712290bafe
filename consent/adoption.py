"""Adopts what a person agreed to on another server, unchanged, with its questions, answers and receipts.

No policy is asked again, because the person has answered. The caller has proved by the origin's seals that these are
the contents it stored (ADR 0014). Like answers to questions, this does not pass the gate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.models import Decision, Proposal, Receipt
from memories.actions.adopt_memories import AdoptedMemories, adopt_memories
from memories.authority import authorize
from memories.models.choices import Trust
from memories.preparation import PreparedText
from workspaces.actors import Actor

__all__ = ["Adopted", "AdoptedMemories", "adopt"]


@dataclass(frozen=True, slots=True)
class Adopted:
    """Unsaved rows: all memories, and the settled proposals with their decisions and receipts."""

    memories: AdoptedMemories
    proposals: Sequence[Proposal]
    decisions: Sequence[Decision]
    receipts: Sequence[Receipt]


def adopt(rows: Adopted, texts: Mapping[UUID, PreparedText], *, actor: Actor, now: datetime) -> None:
    """Insert all rows in the entered scope, where the person exists and has no other data."""
    with authorize(actor=actor, now=now, trust=Trust.SOURCE) as authority:
        adopt_memories(rows.memories, texts, authority)
        Proposal.objects.bulk_create(rows.proposals)
        Decision.objects.bulk_create(rows.decisions)
        Receipt.objects.bulk_create(rows.receipts)

"""What a person agreed to on another server: taken over as it is, with the questions, answers and receipts.

It asks no policy again, for the person has answered; who calls this has proved by the origin's seals that the contents
are those which it kept (ADR 0014). The second door beside the gate, as for answers to questions.
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
    """Unsaved rows: settled proposals with what was decided, and all memories."""

    memories: AdoptedMemories
    proposals: Sequence[Proposal]
    decisions: Sequence[Decision]
    receipts: Sequence[Receipt]


def adopt(rows: Adopted, texts: Mapping[UUID, PreparedText], *, actor: Actor, now: datetime) -> None:
    """Insert everything, in the entered scope, whose person is there and has nothing else."""
    with authorize(actor=actor, now=now, trust=Trust.SOURCE) as authority:
        adopt_memories(rows.memories, texts, authority)
        Proposal.objects.bulk_create(rows.proposals)
        Decision.objects.bulk_create(rows.decisions)
        Receipt.objects.bulk_create(rows.receipts)

"""Leaving a sentence of a turn out of retrieval (R19): upkeep that changes no memory (R26)."""

from collections.abc import Collection
from uuid import UUID

from conversations.actions.withhold_sentences import withhold_sentences
from memories.models import Chunk


def withhold_in_turn(*, turn_id: UUID, spans: Collection[tuple[int, int]]) -> bool:
    """Withhold stretches of a turn's content, and drop the chunks and vectors that still say them.

    Runs in the entered scope; says whether anything changed.
    """
    changed = withhold_sentences(turn_id=turn_id, spans=spans)
    if changed:
        Chunk.objects.filter(turn_id=turn_id).delete()
    return changed

"""Leaving a sentence of a turn out of retrieval, and bringing it back (R19): upkeep that changes no memory (R26)."""

from collections.abc import Collection
from uuid import UUID

from conversations.actions.withhold_sentences import Span, show_sentences, withhold_sentences
from memories.models import Chunk


def withhold_in_turn(*, turn_id: UUID, spans: Collection[Span]) -> bool:
    """Withhold stretches of a turn's content, and drop the chunks and vectors that still say them.

    Runs in the entered scope; says whether anything changed.
    """
    return _index_anew(turn_id) if withhold_sentences(turn_id=turn_id, spans=spans) else False


def show_in_turn(*, turn_id: UUID, spans: Collection[Span], but: Collection[Span]) -> bool:
    """Bring stretches back that were withheld, except what of them is in `but`; as above otherwise."""
    return _index_anew(turn_id) if show_sentences(turn_id=turn_id, spans=spans, but=but) else False


def _index_anew(turn_id: UUID) -> bool:
    Chunk.objects.filter(turn_id=turn_id).delete()
    return True

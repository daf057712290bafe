"""Chunking and embedding of turns: maintenance that changes no meaning (R26), so it does not pass the gate."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from conversations.actions.withhold_sentences import Span, show_sentences, withhold_sentences
from conversations.models import Turn
from memories import preparation
from memories.embedding_models import active_model
from memories.models import Chunk, Embedding, EmbeddingModel
from memories.preparation import PreparedText
from workspaces import scope

BATCH = 128


def index_turns(*, workspace_id: UUID, now: datetime) -> int:
    """Chunk and embed the oldest turns without vectors; returns how many, 0 when none is left.

    Embeds outside any transaction. Two workers may embed the same turns, but only one stores them.
    """
    with scope.enter(workspace_id):
        waiting = list(Turn.objects.unindexed().order_by("created_at", "position")[:BATCH])
    if not waiting:
        return 0
    model = active_model()
    texts = preparation.embedded([preparation.split(turn.found_by, limit=None) for turn in waiting], model)
    with scope.enter(workspace_id):
        _store({turn.id: text for turn, text in zip(waiting, texts, strict=True)}, model, now)
    return len(waiting)


def withhold_in_turn(*, turn_id: UUID, spans: Collection[Span]) -> bool:
    """Withhold spans of a turn's content from retrieval (R19), and delete the chunks and vectors that contain them.

    In the entered scope; returns whether anything changed.
    """
    return _reindex(turn_id) if withhold_sentences(turn_id=turn_id, spans=spans) else False


def show_in_turn(*, turn_id: UUID, spans: Collection[Span], but: Collection[Span]) -> bool:
    """Show withheld spans again, except those parts that are in `but`; returns whether anything changed."""
    return _reindex(turn_id) if show_sentences(turn_id=turn_id, spans=spans, but=but) else False


def _store(texts: dict[UUID, PreparedText], model: EmbeddingModel, now: datetime) -> None:
    turns = Turn.objects.select_for_update(skip_locked=True).unindexed().filter(id__in=texts).only("id", "person_id")
    chunks: list[Chunk] = []
    vectors: list[Embedding] = []
    for turn in turns:
        text = texts[turn.id]
        rows = text.rows(person_id=turn.person_id, turn_id=turn.id)
        chunks += rows
        vectors += [
            Embedding(chunk=row, model=model, person_id=turn.person_id, vector=piece.vector)
            for row, piece in zip(rows, text.chunks, strict=True)
            if piece.vector is not None
        ]
    Chunk.objects.bulk_create(chunks)
    Embedding.objects.bulk_create(vectors)
    Turn.objects.filter(id__in=[turn.id for turn in turns]).update(indexed_at=now)


def _reindex(turn_id: UUID) -> bool:
    Chunk.objects.filter(turn_id=turn_id).delete()
    return True

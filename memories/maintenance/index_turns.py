"""Chunks and embeds turns: maintenance that changes no meaning (R26), so it does not pass the gate."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from conversations.actions.withhold_values import reserve_said
from conversations.models import Turn
from conversations.models.turn import TurnRole
from conversations.third_party_statements import said_of
from conversations.withheld_spans import is_all_withheld
from memories import preparation
from memories.embedding_models import active_model
from memories.models import Chunk, Embedding, EmbeddingModel, Fact
from memories.preparation import PreparedText
from providers.statements import normalize_value
from workspaces import scope

BATCH = 128


def index_turns(*, workspace_id: UUID, now: datetime) -> int:
    """Chunk and embed the oldest turns without vectors; return their number, 0 when none is left.

    Embeds outside any transaction. Two workers may embed the same turns, but only one stores them.
    """
    with scope.enter(workspace_id):
        waiting = list(Turn.objects.unindexed().order_by("created_at", "position")[:BATCH])
    if not waiting:
        return 0
    _withhold_statements(waiting, workspace_id)
    model = active_model()
    texts = preparation.embedded([preparation.split(turn.found_by, limit=None) for turn in waiting], model)
    with scope.enter(workspace_id):
        _store({turn.id: (turn.found_by, text) for turn, text in zip(waiting, texts, strict=True)}, model, now)
    return len(waiting)


def _withhold_statements(turns: Sequence[Turn], workspace_id: UUID) -> None:
    """Withhold what other speakers state about the person from all agents but the one that stored the turn."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for turn in turns:
        if turn.role != TurnRole.USER and said_of(turn.content):
            found[turn.person_id].append(turn.id)
    for person_id, turn_ids in sorted(found.items()):
        with scope.enter(workspace_id):
            facts = Fact.objects.active().filter(person_id=person_id).values_list("key", "value")
            agreed = {(key, normalize_value(value)) for key, value in facts}
            reserve_said(turn_ids, person_id=person_id, agreed=agreed)


def forget_chunks(turn_ids: Collection[UUID]) -> None:
    """Delete the chunks and vectors of turns whose text for retrieval has changed (R19). In the entered scope."""
    Chunk.objects.filter(turn_id__in=turn_ids).delete()


def _store(texts: dict[UUID, tuple[str, PreparedText]], model: EmbeddingModel, now: datetime) -> None:
    stored = Turn.objects.select_for_update(skip_locked=True).unindexed().filter(id__in=texts).defer("search")
    # Something may have been withheld since the text was read.
    turns = [turn for turn in stored if turn.found_by == texts[turn.id][0]]
    chunks: list[Chunk] = []
    vectors: list[Embedding] = []
    for turn in turns:
        shown, text = texts[turn.id]
        if is_all_withheld(shown):
            continue  # its text is only marks, like that of other turns
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

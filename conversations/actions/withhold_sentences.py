from collections.abc import Collection
from uuid import UUID

from conversations.models import Turn

MARK = "[withheld]"


def withhold_sentences(*, turn_id: UUID, spans: Collection[tuple[int, int]]) -> bool:
    """Leave stretches of a turn's content, [start, end), out of retrieval; the transcript keeps them (R19).

    Found by words without them at once; by meaning again when a job has indexed what is left. Says whether anything
    changed. Runs in the entered scope.
    """
    turn = Turn.objects.select_for_update().filter(id=turn_id).first()
    if turn is None:
        return False
    merged = _merged([*map(tuple, turn.withheld), *spans])
    if merged == [tuple(span) for span in turn.withheld]:
        return False
    turn.withheld, turn.retrievable, turn.indexed_at = merged, _without(turn, merged), None
    turn.save(update_fields=["withheld", "retrievable", "indexed_at"])
    return True


def _merged(spans: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """In order, and overlapping ones as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _without(turn: Turn, spans: Collection[tuple[int, int]]) -> str:
    """The message without the stretches, each replaced by a mark."""
    kept, position = "", turn.spoken_from
    for start, end in spans:
        kept += turn.content[position : max(start, position)] + MARK
        position = max(end, position)
    return kept + turn.content[position:]

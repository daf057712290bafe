from collections.abc import Collection, Iterable
from uuid import UUID

from conversations.models import Turn

MARK = "[withheld]"
Span = tuple[int, int]


def withhold_sentences(*, turn_id: UUID, spans: Collection[Span]) -> bool:
    """Exclude spans [start, end) of a turn's content from retrieval; the transcript keeps them (R19).

    Lexical search excludes them at once; dense search finds the turn again when a job has indexed the rest. Returns
    whether anything changed. Runs in the entered scope.
    """
    turn = Turn.objects.select_for_update().filter(id=turn_id).first()
    return turn is not None and _withhold(turn, [*_withheld(turn), *spans])


def show_sentences(*, turn_id: UUID, spans: Collection[Span], but: Collection[Span] = ()) -> bool:
    """Include withheld spans in retrieval again, except what lies within `but`; the inverse of `withhold_sentences`."""
    turn = Turn.objects.select_for_update().filter(id=turn_id).first()
    if turn is None:
        return False
    within = [(max(start, first), min(end, last)) for start, end in but for first, last in _withheld(turn)]
    left = [piece for span in _withheld(turn) for piece in _outside(span, _merged(spans))]
    return _withhold(turn, [*left, *((start, end) for start, end in within if start < end)])


def _withheld(turn: Turn) -> list[Span]:
    return [(start, end) for start, end in turn.withheld]


def _withhold(turn: Turn, spans: Collection[Span]) -> bool:
    merged = _merged(spans)
    if merged == _withheld(turn):
        return False
    turn.withheld, turn.indexed_at = merged, None
    turn.retrievable = _without(turn, merged) if merged else None
    turn.save(update_fields=["withheld", "retrievable", "indexed_at"])
    return True


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, with overlapping ones merged."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _outside(span: Span, spans: Iterable[Span]) -> list[Span]:
    """The pieces of a span outside of `spans`, which are in order and do not overlap."""
    position, pieces = span[0], []
    for start, end in spans:
        if start < span[1] and end > position:
            pieces.append((position, start))
            position = max(position, end)
    return [(start, end) for start, end in [*pieces, (position, span[1])] if start < end]


def _without(turn: Turn, spans: Collection[Span]) -> str:
    """The message with each span replaced by a mark."""
    rest, position = "", turn.spoken_from
    for start, end in spans:
        rest += turn.content[position : max(start, position)] + MARK
        position = max(end, position)
    return rest + turn.content[position:]

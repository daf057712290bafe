"""Withholds from retrieval the passages of turns with values that the person has not agreed to (R19, R31).

Values are compared as turns are written and as questions are asked and answered, never as something is searched.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from conversations.models import Turn, WithheldValue
from conversations.models.turn import STORED_BY, TurnRole
from conversations.third_party_statements import said_of
from conversations.withheld_spans import Span, merged, outside, without
from providers import statements
from workspaces import scope

Pair = tuple[str, str]
# Turns wait for a question that is asked about their person, and it for them: else one would not see the other.
LOCK = "SELECT pg_advisory_xact_lock{shared}(hashtextextended(%s, 0))"
COLUMNS = (
    *("withheld", "forbidden", "waiting", "retrievable"),
    *("reserved", "reserved_in", "guarded", "indexed_at", "due_at"),
)


def withhold_from_new(turns: Sequence[Turn], *, person_id: UUID) -> None:
    """Mark turns that are about to be stored, in the entered scope.

    Sensitive statements in a request to forget or not to remember them are withheld like refused values, without a
    question.
    """
    unstated = [statements.sensitive_forget_spans(turn.content) if turn.role == TurnRole.USER else [] for turn in turns]
    _lock(person_id, shared="_shared")
    rows = list(WithheldValue.objects.filter(person_id=person_id).order_by("id"))
    for turn, spans in zip(turns, unstated, strict=True):
        if rows or spans:
            _mark(turn, rows, unstated=spans)


def reserve_said(turn_ids: Collection[UUID], *, person_id: UUID, agreed: Collection[Pair]) -> None:
    """Reserve sensitive statements of other speakers for the agent that stored them, except values that the person has
    `agreed` to. Search by that agent does not change. Runs in the entered scope."""
    _lock(person_id)
    rows = list(WithheldValue.objects.filter(person_id=person_id).order_by("id"))
    turns = list(Turn.objects.select_for_update().filter(id__in=turn_ids).order_by("id"))
    for turn in turns:
        turn.reserved_in = [STORED_BY]
        _mark(turn, rows, agreed=agreed)
    Turn.objects.bulk_update(turns, COLUMNS)


def withhold_words(turn_id: UUID, words: Mapping[str, str], *, person_id: UUID) -> bool:
    """Withhold words of a turn that need no question, wherever they occur; return whether its text for retrieval
    changed. Each of `words` has the field that a rule did not let be stored, empty if no rule decided.

    If the words are not found in the turn as spelled, all of it is withheld. Runs in the entered scope.
    """
    _lock(person_id)
    turn = Turn.objects.select_for_update().get(id=turn_id)
    found = [(*span, field) for each, field in words.items() for span in _places(turn, each)]
    shown = turn.retrievable
    rows = list(WithheldValue.objects.filter(person_id=person_id).order_by("id"))
    _mark(turn, rows, unstated=[(start, end) for start, end, _field in found])
    turn.forbidden += [list(one) for one in found if one[2] and list(one) not in turn.forbidden]
    Turn.objects.bulk_update([turn], COLUMNS)
    return turn.retrievable != shown


def _places(turn: Turn, words: str) -> list[Span]:
    return [found.span() for found in re.finditer(re.escape(words), turn.content)] or [
        (turn.spoken_from, len(turn.content))
    ]


def change_values(
    *,
    person_id: UUID,
    rows: Sequence[WithheldValue],
    replaced: Q,
    agreed: Mapping[Pair, str],
    turns: Q,
) -> list[UUID]:
    """Replace the `replaced` rows by `rows`, record `agreed` values with the category of the memory that
    states them, and mark the person's turns anew.

    It checks the turns that may contain a changed value, and `turns`, which they came from. Return the ids of those
    whose text for retrieval changed. Runs in the entered scope.
    """
    _lock(person_id)
    stored = WithheldValue.objects.filter(person_id=person_id)
    former = list(stored.filter(replaced))
    stored.filter(replaced).delete()
    WithheldValue.objects.bulk_create(rows)
    for (key, value), category in agreed.items():
        stored.filter(key=key, value=value, category="").update(category=category, is_waiting=False)
    left = list(stored.order_by("id"))
    changed = {*_pairs(former), *_pairs(rows), *agreed}
    released = changed - _closed(left)
    found = Turn.objects.select_for_update().filter(turns | _may_say(changed), Q(person_id=person_id)).order_by("id")
    shown = {turn: turn.retrievable for turn in found}
    marked = [turn for turn in shown if _mark(turn, left, released, agreed=agreed)]
    Turn.objects.bulk_update(marked, COLUMNS)
    return [turn.id for turn in marked if turn.retrievable != shown[turn]]


def _lock(person_id: UUID, *, shared: str = "") -> None:
    name = f"{scope.current_workspace_id()}/turns/{person_id}"
    scope.send_later((LOCK.format(shared=shared), (name,)))


def _pairs(rows: Iterable[WithheldValue]) -> set[Pair]:
    return {(row.key, row.value) for row in rows}


def _closed(rows: Iterable[WithheldValue]) -> set[Pair]:
    """Return the values that the person has not agreed to."""
    return _pairs(row for row in rows if not row.category)


def _agreed(rows: Iterable[WithheldValue]) -> set[Pair]:
    return _pairs(row for row in rows if row.category)


def _may_say(values: Collection[Pair]) -> Q:
    """Return a broad condition for candidates, before each turn is read."""
    pattern = "|".join(sorted({statements.search_pattern(value) for _, value in values}))
    if not pattern:
        return Q(pk__in=[])
    return Q(content__iregex=pattern)


def _mark(
    turn: Turn,
    rows: Sequence[WithheldValue],
    released: Collection[Pair] = (),
    *,
    unstated: Collection[Span] = (),
    agreed: Collection[Pair] = (),
) -> bool:
    """Set what is withheld of a turn, including its `unstated` spans; return whether that changed.

    What was withheld for a value that is no longer known, because its memory was purged, stays withheld.
    """
    found = statements.known_value_matches(turn.content, {*_pairs(rows), *released})
    spans: dict[Pair, list[Span]] = defaultdict(list)
    for start, end, pair in found:
        spans[pair].append((start, end))
    released_spans = [span for pair in released for span in spans[pair]]
    closed = [span for pair in _closed(rows) for span in spans[pair]]
    withheld = merged([*outside(turn.withheld, released_spans), *closed, *unstated])
    before = _state(turn)
    may_state = STORED_BY in turn.reserved_in or (released and turn.role != TurnRole.USER)
    stated = said_of(turn.content, _agreed(rows) | {*agreed}) if may_state else []
    turn.reserved, turn.reserved_in = _reserved(rows, spans)
    if own := outside(stated, withheld):
        turn.reserved, turn.reserved_in = merged([*turn.reserved, *own]), [STORED_BY, *turn.reserved_in]
    turn.withheld, turn.waiting = withheld, _waiting(turn, rows, spans, withheld)
    if _state(turn) == before:
        return False
    hidden = [*withheld, *turn.reserved] if turn.reserved else []
    turn.guarded = without(turn.content, hidden, begin=turn.spoken_from)[0] if hidden else None
    shown = without(turn.content, withheld, begin=turn.spoken_from)[0] if withheld else None
    if shown != turn.retrievable:
        # If it was never indexed, other speakers' words are not read yet either.
        turn.due_at = timezone.now() if turn.indexed_at or turn.due_at else None
        turn.retrievable, turn.indexed_at = shown, None
    return True


def _state(turn: Turn) -> tuple[object, ...]:
    withheld, reserved = ([list(span) for span in spans] for spans in (turn.withheld, turn.reserved))
    return withheld, turn.waiting, reserved, turn.reserved_in


def _reserved(rows: Iterable[WithheldValue], spans: Mapping[Pair, Sequence[Span]]) -> tuple[list[Span], list[str]]:
    """Return the spans of a turn with agreed values, and the categories of the memories, for each value the first."""
    categories: dict[Pair, str] = {}
    for row in rows:
        if row.category:
            categories.setdefault((row.key, row.value), row.category)
    said = {pair: found for pair, found in spans.items() if found and pair in categories}
    return merged(span for found in said.values() for span in found), sorted({categories[pair] for pair in said})


def _waiting(
    turn: Turn, rows: Sequence[WithheldValue], spans: Mapping[Pair, Sequence[Span]], withheld: Sequence[Span]
) -> dict[str, list[list[int]]]:
    """What the agent that stored it still reads of it in the session, by its id, whoever asked: another one that asks
    for a guess learns nothing by it. Nothing of what was refused, too; what was agreed to is `reserved`."""
    refused = _pairs(row for row in rows if not row.category and not row.is_waiting)
    asked = _closed(rows) - refused
    own = [span for pair in asked for span in spans.get(pair, ())]
    others = [span for pair, found in spans.items() if pair in refused for span in found]
    unknown = outside(withheld, [span for found in spans.values() for span in found])
    left = outside(own, [*others, *unknown]) if turn.agent_id else []
    if left and turn.role == TurnRole.USER:
        left = outside(left, statements.sensitive_forget_spans(turn.content))
    return {str(turn.agent_id): [list(span) for span in left]} if left else {}

"""Leaving out of retrieval what turns say of values that the person has not agreed to (R19, R31).

Values are compared as turns are written and as questions are asked and answered, never as something is searched.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from conversations.models import Turn, WithheldValue
from conversations.models.turn import TurnRole
from conversations.withheld_spans import Span, merged, outside, without
from providers import statements
from workspaces import scope

Pair = tuple[str, str]
# Turns wait for a question that is asked about their person, and it for them: else one would not see the other.
LOCK = "SELECT pg_advisory_xact_lock{shared}(hashtextextended(%s, 0))"
COLUMNS = ("withheld", "waiting", "retrievable", "indexed_at", "due_at")


def withhold_from_new(turns: Sequence[Turn], *, person_id: UUID) -> None:
    """Mark turns that are about to be stored, in the entered scope.

    What is sensitive in words that ask to forget it, or not to remember it, nobody is asked about: it is left out as
    what was refused is.
    """
    unsaid = [statements.sensitive_unsaid(turn.content) if turn.role == TurnRole.USER else [] for turn in turns]
    _lock(person_id, shared="_shared")
    rows = list(WithheldValue.objects.filter(person_id=person_id))
    for turn, spans in zip(turns, unsaid, strict=True):
        if rows or spans:
            _mark(turn, rows, unsaid=spans)


def withhold_words(turn_id: UUID, words: Collection[str], *, person_id: UUID) -> bool:
    """Leave words of a turn out that nobody is asked about; whether retrieval has another text of it now.

    Runs in the entered scope.
    """
    _lock(person_id)
    turn = Turn.objects.select_for_update().get(id=turn_id)
    places = [(turn.content.find(each), len(each)) for each in words]
    spans = [(start, start + length) for start, length in places if start >= 0]
    shown = turn.retrievable
    if _mark(turn, list(WithheldValue.objects.filter(person_id=person_id)), unsaid=spans):
        Turn.objects.bulk_update([turn], COLUMNS)
    return turn.retrievable != shown


def change_values(
    *,
    person_id: UUID,
    rows: Sequence[WithheldValue],
    proposals: Collection[UUID],
    agreed: Collection[Pair],
    turns: Q,
) -> list[UUID]:
    """Put `rows` in the place of those of some `proposals`, drop what is `agreed` to, and mark the person's turns anew.

    Looked at are the turns that may say a changed value, and `turns`, which the questions name. Returns the ids of
    those that retrieval has another text of now. Runs in the entered scope.
    """
    _lock(person_id)
    stored = WithheldValue.objects.filter(person_id=person_id)
    former = list(stored.filter(proposal_id__in=proposals))
    stored.filter(proposal_id__in=proposals).delete()
    WithheldValue.objects.bulk_create(rows)
    for key, value in agreed:
        stored.filter(key=key, value=value).delete()
    left = list(stored)
    changed = {*_pairs(former), *_pairs(rows), *agreed}
    released = changed - _pairs(left)
    found = Turn.objects.select_for_update().filter(turns | _may_say(changed), Q(person_id=person_id)).order_by("id")
    shown = {turn: turn.retrievable for turn in found}
    marked = [turn for turn in shown if _mark(turn, left, released)]
    Turn.objects.bulk_update(marked, COLUMNS)
    return [turn.id for turn in marked if turn.retrievable != shown[turn]]


def _lock(person_id: UUID, *, shared: str = "") -> None:
    name = f"{scope.current_workspace_id()}/turns/{person_id}"
    scope.send_later((LOCK.format(shared=shared), (name,)))


def _pairs(rows: Iterable[WithheldValue]) -> set[Pair]:
    return {(row.key, row.value) for row in rows}


def _may_say(values: Collection[Pair]) -> Q:
    """A wide look, before each turn is read."""
    pattern = "|".join(sorted({statements.pattern_of(value) for _, value in values}))
    if not pattern:
        return Q(pk__in=[])
    return Q(content__iregex=pattern)


def _mark(
    turn: Turn, rows: Sequence[WithheldValue], released: Collection[Pair] = (), *, unsaid: Collection[Span] = ()
) -> bool:
    """Set what is left out of a turn, with what is `unsaid` in it; whether that changed.

    What was left out for a value that is no longer known, because its memory was purged, stays so.
    """
    said = statements.echoes(turn.content, {*_pairs(rows), *released})
    spans: dict[Pair, list[Span]] = defaultdict(list)
    for start, end, pair in said:
        spans[pair].append((start, end))
    let_go = [span for pair in released for span in spans[pair]]
    kept = [span for pair in _pairs(rows) for span in spans[pair]]
    withheld = merged([*outside(turn.withheld, let_go), *kept, *unsaid])
    waiting = _waiting(turn, rows, spans, withheld)
    if [list(span) for span in withheld] == [list(span) for span in turn.withheld] and waiting == turn.waiting:
        return False
    turn.withheld, turn.waiting = withheld, waiting
    shown = without(turn.content, withheld, begin=turn.spoken_from)[0] if withheld else None
    if shown != turn.retrievable:
        turn.retrievable, turn.indexed_at, turn.due_at = shown, None, timezone.now()
    return True


def _waiting(
    turn: Turn, rows: Sequence[WithheldValue], spans: Mapping[Pair, Sequence[Span]], withheld: Sequence[Span]
) -> dict[str, list[Span]]:
    """What each asker still reads of it in the session, by the ids of agents."""
    refused = _pairs(row for row in rows if not row.is_waiting)
    asked: dict[str, set[Pair]] = defaultdict(set)
    for row in rows:
        # What the server's own jobs ask about, the agent that wrote the turn keeps.
        asker = row.agent_id or turn.agent_id
        if asker and (row.key, row.value) not in refused:
            asked[str(asker)].add((row.key, row.value))
    kept = {}
    for asker_id, pairs in asked.items():
        own = [span for pair in pairs for span in spans.get(pair, ())]
        others = [span for pair, found in spans.items() if pair not in pairs for span in found]
        unknown = outside(withheld, [span for found in spans.values() for span in found])
        if left := outside(own, [*others, *unknown]):
            kept[asker_id] = [list(span) for span in left]
    return kept  # type: ignore[return-value]

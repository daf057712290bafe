"""A recorded answer compared with a search of today: which results are the same, moved, new or missing, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from memories.models import Memory
from memories.models.choices import LifecycleState, ValidationStatus
from retrieval.explanation import always_shown
from retrieval.inspection import MOST, Candidate, CandidateResult, Inspection
from retrieval.models import RetrievalEvent
from retrieval.replay import ReplayedResult

# Scores are shown with two digits; smaller differences do not count.
LEAST_DIFFERENCE = 0.005


class Change(StrEnum):
    SAME = "same"
    UP = "up"
    DOWN = "down"
    NEW = "new"
    GONE = "gone"


NAMES: dict[Change, Promise] = {
    Change.SAME: _("Same place"),
    Change.UP: _("Moved up"),
    Change.DOWN: _("Moved down"),
    Change.NEW: _("New"),
    Change.GONE: _("Gone"),
}


@dataclass(frozen=True, slots=True)
class Compared:
    """One text with its place then and now, from 1 on; None where it has none. `text` is empty where no one may read it
    any more."""

    id: UUID
    is_turn: bool
    text: str
    then: int | None
    now: int | None
    reason: str

    @property
    def change(self) -> Change:
        if self.then is None:
            return Change.NEW
        if self.now is None:
            return Change.GONE
        return Change.SAME if self.now == self.then else Change.UP if self.now < self.then else Change.DOWN

    @property
    def name(self) -> Promise:
        return NAMES[self.change]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rows in the order of then, after new ones."""

    rows: Sequence[Compared]

    @property
    def summary(self) -> str:
        """ "1 is new, 2 moved, 1 is gone, 4 are where they were." """
        if all(row.change == Change.SAME for row in self.rows):
            return gettext("Today the same results come in the same order.")
        return ", ".join(self._counts()) + "."

    def _counts(self) -> Iterator[str]:
        found = [row.change for row in self.rows]
        counts = {
            "new": found.count(Change.NEW),
            "moved": found.count(Change.UP) + found.count(Change.DOWN),
            "gone": found.count(Change.GONE),
            "same": found.count(Change.SAME),
        }
        texts = {
            "new": ngettext("%d result is new", "%d results are new", counts["new"]),
            "moved": ngettext("%d moved", "%d moved", counts["moved"]),
            "gone": ngettext("%d is gone", "%d are gone", counts["gone"]),
            "same": ngettext("%d is where it was", "%d are where they were", counts["same"]),
        }
        yield from (texts[name] % count for name, count in counts.items() if count)


def compare(event: RetrievalEvent, recorded: Sequence[ReplayedResult], inspection: Inspection) -> Comparison:
    """Compare the ranking then with the ranking of the same question now, by score, with the asker's access.

    Texts that a context always shows have no rank and are left out. Runs in the entered scope.
    """
    always = always_shown(event.results)
    ranked = (place for place in recorded if place.score is not None and place.id not in always)
    then = sorted(ranked, key=lambda one: -(one.score or 0.0))
    unranked = {place.id for place in recorded if place.score is None}
    eligible = (one for one in inspection.candidates if one.result in (CandidateResult.ANSWERED, CandidateResult.NEW))
    found = sorted((one for one in eligible if one.id not in unranked), key=lambda one: -one.score)
    present = {one.id: (place, one) for place, one in enumerate(found[: max(len(then), 1)], start=1)}
    memories = _memories([*(one.id for one in then), *present])
    rows = [_compared(place, number, present, inspection, memories) for number, place in enumerate(then, start=1)]
    known = {place.id for place in then}
    new = [_new(one, place, event, memories) for place, one in present.values() if one.id not in known]
    return Comparison([*new, *rows])


def _memories(ids: Sequence[UUID]) -> Mapping[UUID, Memory]:
    return Memory.objects.select_related("current").in_bulk(list(set(ids)))


def _new(one: Candidate, place: int, event: RetrievalEvent, memories: Mapping[UUID, Memory]) -> Compared:
    memory = memories.get(one.id)
    is_older = memory is not None and memory.created_at <= event.created_at
    reason = gettext("Its text changed since, and fits now.") if is_older else gettext("Written since the question.")
    return Compared(one.id, one.is_turn, one.text, None, place, reason)


def _compared(
    result: ReplayedResult,
    number: int,
    present: Mapping[UUID, tuple[int, Candidate]],
    inspection: Inspection,
    memories: Mapping[UUID, Memory],
) -> Compared:
    is_turn, text = result.kind == "turn", result.content or ""
    memory = memories.get(result.id)
    if result.id not in present:
        is_found = any(one.id == result.id for one in inspection.candidates)
        return Compared(result.id, is_turn, text, number, None, _reason_missing(result, memory, is_found=is_found))
    place, candidate = present[result.id]
    has_moved = place != number or _is_rewritten(result, memory)
    reason = _reason_moved(result, candidate, memory, moved=place - number) if has_moved else ""
    return Compared(result.id, is_turn, text or candidate.text, number, place, reason)


def _is_rewritten(result: ReplayedResult, memory: Memory | None) -> bool:
    """Whether its text differs; where the earlier text may not be shown, whether it has a newer version."""
    if memory is None or memory.version == result.version:
        return False
    return result.content is None or memory.current is None or memory.current.content != result.content


def _reason_moved(result: ReplayedResult, candidate: Candidate, memory: Memory | None, *, moved: int) -> str:
    if _is_rewritten(result, memory):
        return gettext("Its text changed since.")
    then, now = result.score or 0.0, candidate.score
    if abs(then - now) < LEAST_DIFFERENCE or f"{then:.2f}" == f"{now:.2f}":
        return gettext("It fits as before; others changed their places.")
    if now > then and moved > 0:
        text = gettext("It fits better (%(then).2f of 1 then, %(now).2f now), but others fit even better.")
    elif now > then:
        text = gettext("It fits better: %(then).2f of 1 then, %(now).2f now.")
    elif moved < 0:
        text = gettext("It fits less (%(then).2f of 1 then, %(now).2f now), but others lost more.")
    else:
        text = gettext("It fits less: %(then).2f of 1 then, %(now).2f now.")
    return text % {"then": then, "now": now}


def _reason_missing(result: ReplayedResult, memory: Memory | None, *, is_found: bool) -> str:
    reasons = (
        (gettext("It was erased."), result.missing == "erased"),
        (gettext("It was forgotten."), memory is not None and memory.state == LifecycleState.SOFT_DELETED),
        (
            gettext("It was merged into another memory."),
            memory is not None and memory.state == LifecycleState.SUPERSEDED,
        ),
        (
            gettext("It was marked as wrong."),
            memory is not None and memory.validation_status == ValidationStatus.REJECTED,
        ),
        (gettext("Others fit better now."), is_found),
        (gettext("Its text changed since, and fits no longer."), _is_rewritten(result, memory)),
    )
    otherwise = gettext("It is not among the best %(count)d of today, or may not be found any more.") % {"count": MOST}
    return next((text for text, is_so in reasons if is_so), otherwise)

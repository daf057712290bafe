"""History grouped by day. Equal acts in a row are one line, and so are the reads of a day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import ngettext, ngettext_lazy

from consent.models.decision import Verdict
from interfaces.pages.history.entries import Entry
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.diffs import word_diff
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models.choices import Event
from workspaces.actors import ActorKind

# From this many equal entries in a row, they are one line that opens.
REPETITION = 3
# Each in the wording for the person and for another actor.
REPEATED: Mapping[str, tuple[Promise, Promise]] = {
    Event.ADD: (
        ngettext_lazy("You added %(count)d memory.", "You added %(count)d memories.", "count"),
        ngettext_lazy("{who} added %(count)d memory.", "{who} added %(count)d memories.", "count"),
    ),
    Event.UPDATE: (
        ngettext_lazy("You changed %(count)d memory.", "You changed %(count)d memories.", "count"),
        ngettext_lazy("{who} changed %(count)d memory.", "{who} changed %(count)d memories.", "count"),
    ),
    Event.DELETE: (
        ngettext_lazy("You forgot %(count)d memory.", "You forgot %(count)d memories.", "count"),
        ngettext_lazy("{who} forgot %(count)d memory.", "{who} forgot %(count)d memories.", "count"),
    ),
    Event.MERGE: (
        ngettext_lazy("You merged %(count)d memory.", "You merged %(count)d memories.", "count"),
        ngettext_lazy("{who} merged %(count)d memory.", "{who} merged %(count)d memories.", "count"),
    ),
    Event.LINK: (
        ngettext_lazy("You linked %(count)d memory.", "You linked %(count)d memories.", "count"),
        ngettext_lazy("{who} linked %(count)d memory.", "{who} linked %(count)d memories.", "count"),
    ),
    Event.RESTORE: (
        ngettext_lazy("You restored %(count)d memory.", "You restored %(count)d memories.", "count"),
        ngettext_lazy("{who} restored %(count)d memory.", "{who} restored %(count)d memories.", "count"),
    ),
    Event.CONSENT: (
        ngettext_lazy("You decided on %(count)d request.", "You decided on %(count)d requests.", "count"),
        ngettext_lazy("{who} decided on %(count)d request.", "{who} decided on %(count)d requests.", "count"),
    ),
    Event.PURGE: (
        ngettext_lazy("You erased %(count)d memory.", "You erased %(count)d memories.", "count"),
        ngettext_lazy("{who} erased %(count)d memory.", "{who} erased %(count)d memories.", "count"),
    ),
    Event.TTL: (
        ngettext_lazy("You let %(count)d memory expire.", "You let %(count)d memories expire.", "count"),
        ngettext_lazy("{who} let %(count)d memory expire.", "{who} let %(count)d memories expire.", "count"),
    ),
}
# For answers with their changes, by verdict.
ANSWERED: Mapping[str, tuple[Promise, Promise]] = {
    Verdict.APPROVE: (
        ngettext_lazy("You approved %(count)d request.", "You approved %(count)d requests.", "count"),
        ngettext_lazy("{who} approved %(count)d request.", "{who} approved %(count)d requests.", "count"),
    ),
    Verdict.AMEND: (
        ngettext_lazy(
            "You approved %(count)d request with edits.", "You approved %(count)d requests with edits.", "count"
        ),
        ngettext_lazy(
            "{who} approved %(count)d request with edits.", "{who} approved %(count)d requests with edits.", "count"
        ),
    ),
    Verdict.REJECT: (
        ngettext_lazy("You refused %(count)d request.", "You refused %(count)d requests.", "count"),
        ngettext_lazy("{who} refused %(count)d request.", "{who} refused %(count)d requests.", "count"),
    ),
}
# For memories that one assistant had saved.
FORGOT_OF_ASSISTANT = ngettext_lazy(
    "You forgot %(count)d memory that {who} had saved.", "You forgot %(count)d memories that {who} had saved.", "count"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, or several equal ones, whose sentence has their number."""

    entries: Sequence[Entry]
    sentence: str

    @property
    def first(self) -> Entry:
        return self.entries[0]

    @property
    def last_at(self) -> datetime:
        return self.first.row.created_at

    @property
    def is_new(self) -> bool:
        return any(entry.is_new for entry in self.entries)

    @property
    def later_state(self) -> Promise | str:
        """What happened to all entries since, or how many were undone."""
        ends = {str(entry.later_state) for entry in self.entries}
        undone = sum(entry.is_revoked for entry in self.entries)
        if len(ends) == 1:
            return ends.pop()
        text = ngettext("%(count)d of them undone since", "%(count)d of them undone since", undone)
        return text % {"count": undone} if undone else ""


@dataclass(frozen=True, slots=True)
class Reads:
    """How often an assistant read on one day, and when first and last; `is_cut` where the count may be incomplete."""

    face: Face
    label: str
    times: Sequence[datetime]  # newest first
    is_cut: bool

    @property
    def count(self) -> int:
        return len(self.times)

    @property
    def first_at(self) -> datetime:
        return self.times[-1]

    @property
    def last_at(self) -> datetime:
        return self.times[0]

    @property
    def is_of_one_minute(self) -> bool:
        first, last = (at.replace(second=0, microsecond=0) for at in (self.first_at, self.last_at))
        return first == last


@dataclass(frozen=True, slots=True)
class Day:
    date: date
    lines: Sequence[Line]
    reads: Sequence[Reads]

    @property
    def parts(self) -> Sequence[Line | Reads]:
        """All lines and reads, latest first; reads are placed at the time of the last one."""
        return sorted([*self.lines, *self.reads], key=lambda part: part.last_at, reverse=True)


def merged_choices(entries: Sequence[Entry]) -> list[Entry]:
    """Keep one row of an answer to several requests about a field: the one with the chosen value, or with the effect of
    an undo."""
    changing = {entry.row.decision_id for entry in entries if entry.row.event != Event.CONSENT}
    decided = [entry for entry in entries if entry.row.event == Event.CONSENT and entry.about]
    acts: dict[tuple[object, ...], list[Entry]] = {}
    for entry in decided:
        row = entry.row
        is_undone = row.meta.get("verdict") == Verdict.WITHDRAW
        acts.setdefault((entry.about, row.person_id, row.created_at, is_undone), []).append(entry)
    shown = [
        min(group, key=lambda one: (_is_refusal(one), one.row.decision_id not in changing)) for group in acts.values()
    ]
    shown_ids = {entry.row.id for entry in shown}
    merged_ids = {one.row.id for one in decided if one.row.id not in shown_ids and one.row.decision_id not in changing}
    return [entry for entry in entries if entry.row.id not in merged_ids]


def _is_refusal(entry: Entry) -> bool:
    return bool(entry.row.meta.get("verdict") == Verdict.REJECT)


def merged_decisions(entries: Sequence[Entry]) -> list[Entry]:
    """Merge the row of a decision with the row of its change, with the decision's sentence and verdict.

    An approval that restores and changes a forgotten memory has two rows; the later one, which comes first, is shown
    without the forgotten text.
    """
    decided = {entry.row.decision_id: entry for entry in entries if entry.row.event == Event.CONSENT}
    changed = {entry.row.decision_id for entry in entries if entry.row.event != Event.CONSENT}
    latest: dict[object, Entry] = {}
    for entry in entries:
        row = entry.row
        if row.event != Event.CONSENT or row.decision_id not in changed:
            of_decision = (row.decision_id, row.memory_id) if row.decision_id in decided else row.id
            later = latest.setdefault(of_decision, entry)
            if later is not entry:
                latest[of_decision] = replace(later, diff="")
    shown = [(entry, decided.get(entry.row.decision_id, entry)) for entry in latest.values()]
    return [replace(entry, sentence=answer.sentence, verdict=answer.verdict) for entry, answer in shown]


def merged_values(entries: Sequence[Entry]) -> list[Entry]:
    """Merge the row of a value that replaced another into the other's row, as one change."""
    written = {(str(entry.row.memory_id), entry.row.created_at): entry for entry in entries if entry.row.new_version_id}
    places = {entry.row.id: (entry.row.meta.get("replaced_by"), entry.row.created_at) for entry in entries}
    new = {row_id: written[place] for row_id, place in places.items() if place in written}
    merged = {entry.row.id for entry in new.values()}
    return [
        replace(entry, diff=word_diff(entry.text, new[entry.row.id].text)) if entry.row.id in new else entry
        for entry in entries
        if entry.row.id not in merged
    ]


def days_of(entries: Sequence[Entry], reads: Mapping[date, Sequence[Reads]], saved_by: Mapping[UUID, str]) -> list[Day]:
    """Group entries by day, newest first; a day may have only reads. `saved_by` names the assistants that had saved
    forgotten memories, by memory."""
    by_day = {day: list(own) for day, own in groupby(entries, key=lambda entry: entry.day)}
    return [
        Day(day, lines_of(by_day.get(day, []), saved_by), reads.get(day, ()))
        for day in sorted({*by_day, *reads}, reverse=True)
    ]


def lines_of(entries: Sequence[Entry], saved_by: Mapping[UUID, str]) -> list[Line]:
    lines = []
    for _sentence, group in groupby(entries, key=lambda entry: (_answer(entry) or entry.row.event, entry.sentence)):
        same = list(group)
        if len(same) >= REPETITION and _has_count(same[0]):
            lines.append(Line(same, _counted(same, saved_by)))
        else:
            lines += [Line([entry], entry.sentence) for entry in same]
    return lines


def _has_count(entry: Entry) -> bool:
    """Whether a plural sentence exists for it: not for removed links, deleted messages, undone approvals, replaced
    values and confirmations."""
    if _answer(entry):
        return True
    is_counted = not {"unlinked", "replaced_by", "erased", CONFIRMED} & entry.row.meta.keys()
    return entry.row.event in REPEATED and is_counted and not entry.is_undone


def _answer(entry: Entry) -> str:
    """Return the verdict of an answer that is counted as one, whatever it changed; else empty."""
    return entry.verdict if entry.verdict in ANSWERED else ""


def _counted(same: Sequence[Entry], saved_by: Mapping[UUID, str]) -> str:
    answer = _answer(same[0])
    own, others = ANSWERED[answer] if answer else REPEATED[same[0].row.event]
    is_own = same[0].row.actor_kind == ActorKind.PERSON
    assistant = _sole_assistant(same, saved_by) if is_own and not answer else ""
    text = FORGOT_OF_ASSISTANT if assistant else own if is_own else others
    changed = [entry for entry in same if answer or not entry.is_same_text] or same
    count = len(set(map(_about, changed)))
    return str(text % {"count": count}).format(who=assistant or same[0].face.name)


def _sole_assistant(same: Sequence[Entry], saved_by: Mapping[UUID, str]) -> str:
    """Return who had saved all forgotten memories; empty where there are several, or it is unknown."""
    found = {saved_by.get(entry.row.memory_id, "") if entry.row.memory_id else "" for entry in same}
    return found.pop() if len(found) == 1 and same[0].row.event == Event.DELETE else ""


def _about(entry: Entry) -> object:
    """Return the key that is counted: a memory, a request or a link."""
    row = entry.row
    if _answer(entry):
        return row.decision_id
    if row.event == Event.CONSENT:
        return row.meta.get("proposal_id")
    return row.id if row.event == Event.LINK else row.memory_id or row.id


def reads_of(events: Iterable[tuple[datetime, str, UUID | None]], *, most: int) -> dict[date, list[Reads]]:
    """Group reads by reader. `events` are the time and reader (label, agent) of each answer, newest first; one query
    for the names.

    `most` is the maximum number of events read.
    """
    times: dict[tuple[date, str, UUID | None], list[datetime]] = {}
    cut: date | None = None
    for number, (at, label, agent_id) in enumerate(events, start=1):
        day = timezone.localtime(at).date()
        cut = day if number == most else cut
        times.setdefault((day, label, agent_id), []).append(at)
    by_day: dict[date, list[Reads]] = {}
    faces = Faces.load() if times else Faces([])
    for (day, label, agent_id), read_at in times.items():
        by_day.setdefault(day, []).append(Reads(faces.of(label, agent_id), label, read_at, is_cut=day == cut))
    return by_day

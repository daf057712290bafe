"""History grouped by day. The same act several times is one line; so are the reads of a day."""

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

# From so many of the same in a row on, they are one line that opens.
REPETITION = 3
# Each as the person did it, and as somebody else did.
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
# Of answers with what they changed, by the verdict.
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
# What one assistant had saved.
FORGOT_OF = ngettext_lazy(
    "You forgot %(count)d memory that {who} had saved.", "You forgot %(count)d memories that {who} had saved.", "count"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, or several alike: then the sentence says how many."""

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
    def became(self) -> Promise | str:
        """What became of all of it since, or how much of it was undone."""
        ends = {str(entry.became) for entry in self.entries}
        undone = sum(entry.is_revoked for entry in self.entries)
        if len(ends) == 1:
            return ends.pop()
        text = ngettext("%(count)d of them undone since", "%(count)d of them undone since", undone)
        return text % {"count": undone} if undone else ""


@dataclass(frozen=True, slots=True)
class Reads:
    """How often an assistant read on one day, and when first and last; `is_cut` where it may be more."""

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
        """All of it, the latest first; who read stands where they read last."""
        return sorted([*self.lines, *self.reads], key=lambda part: part.last_at, reverse=True)


def merged_choices(entries: Sequence[Entry]) -> list[Entry]:
    """One answer to all requests about a field has a row for each; the one stays that tells what was chosen, or what
    undoing it changed."""
    changing = {entry.row.decision_id for entry in entries if entry.row.event != Event.CONSENT}
    decided = [entry for entry in entries if entry.row.event == Event.CONSENT and entry.about]
    acts: dict[tuple[object, ...], list[Entry]] = {}
    for entry in decided:
        row = entry.row
        is_undone = row.meta.get("verdict") == Verdict.WITHDRAW
        acts.setdefault((entry.about, row.person_id, row.created_at, is_undone), []).append(entry)
    told = [
        min(alike, key=lambda one: (_is_refusal(one), one.row.decision_id not in changing)) for alike in acts.values()
    ]
    stays = {entry.row.id for entry in told}
    gone = {one.row.id for one in decided if one.row.id not in stays and one.row.decision_id not in changing}
    return [entry for entry in entries if entry.row.id not in gone]


def _is_refusal(entry: Entry) -> bool:
    return bool(entry.row.meta.get("verdict") == Verdict.REJECT)


def merged_decisions(entries: Sequence[Entry]) -> list[Entry]:
    """A decision and what it changed are rows of their own; they become one, with the decision's sentence and verdict.

    A forgotten memory that an approval brings back and changes has two rows: the later one, which comes first, says it,
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
    told = [(entry, decided.get(entry.row.decision_id, entry)) for entry in latest.values()]
    return [replace(entry, sentence=answer.sentence, verdict=answer.verdict) for entry, answer in told]


def merged_values(entries: Sequence[Entry]) -> list[Entry]:
    """A value that took the place of another has a row of its own; it goes into the other's, as one change."""
    written = {(str(entry.row.memory_id), entry.row.created_at): entry for entry in entries if entry.row.new_version_id}
    places = {entry.row.id: (entry.row.meta.get("replaced_by"), entry.row.created_at) for entry in entries}
    new = {row_id: written[place] for row_id, place in places.items() if place in written}
    told = {entry.row.id for entry in new.values()}
    return [
        replace(entry, diff=word_diff(entry.text, new[entry.row.id].text)) if entry.row.id in new else entry
        for entry in entries
        if entry.row.id not in told
    ]


def days_of(entries: Sequence[Entry], reads: Mapping[date, Sequence[Reads]], saved_by: Mapping[UUID, str]) -> list[Day]:
    """Newest first, as the entries are; a day with reads alone is one too. `saved_by` names the assistants that had
    saved what was forgotten, by its memory."""
    by_day = {day: list(own) for day, own in groupby(entries, key=lambda entry: entry.day)}
    return [
        Day(day, lines_of(by_day.get(day, []), saved_by), reads.get(day, ()))
        for day in sorted({*by_day, *reads}, reverse=True)
    ]


def lines_of(entries: Sequence[Entry], saved_by: Mapping[UUID, str]) -> list[Line]:
    lines = []
    for _sentence, alike in groupby(entries, key=lambda entry: (_answer(entry) or entry.row.event, entry.sentence)):
        same = list(alike)
        if len(same) >= REPETITION and _has_count(same[0]):
            lines.append(Line(same, _counted(same, saved_by)))
        else:
            lines += [Line([entry], entry.sentence) for entry in same]
    return lines


def _has_count(entry: Entry) -> bool:
    """Whether a sentence tells several of it: of removed links, deleted messages, undone approvals, values that were
    replaced and what is still true none does."""
    if _answer(entry):
        return True
    is_counted = not {"unlinked", "replaced_by", "erased", CONFIRMED} & entry.row.meta.keys()
    return entry.row.event in REPEATED and is_counted and not entry.is_undone


def _answer(entry: Entry) -> str:
    """The verdict of an answer that is counted as one, whatever it changed; empty for all else."""
    return entry.verdict if entry.verdict in ANSWERED else ""


def _counted(same: Sequence[Entry], saved_by: Mapping[UUID, str]) -> str:
    answer = _answer(same[0])
    own, others = ANSWERED[answer] if answer else REPEATED[same[0].row.event]
    is_own = same[0].row.actor_kind == ActorKind.PERSON
    assistant = _sole_assistant(same, saved_by) if is_own and not answer else ""
    text = FORGOT_OF if assistant else own if is_own else others
    changed = [entry for entry in same if answer or not entry.is_same_text] or same
    count = len(set(map(_about, changed)))
    return str(text % {"count": count}).format(who=assistant or same[0].face.name)


def _sole_assistant(same: Sequence[Entry], saved_by: Mapping[UUID, str]) -> str:
    """Who had saved all that was forgotten; empty where it was several, or nobody knows."""
    found = {saved_by.get(entry.row.memory_id, "") if entry.row.memory_id else "" for entry in same}
    return found.pop() if len(found) == 1 and same[0].row.event == Event.DELETE else ""


def _about(entry: Entry) -> object:
    """What is counted: memories, requests and links."""
    row = entry.row
    if _answer(entry):
        return row.decision_id
    if row.event == Event.CONSENT:
        return row.meta.get("proposal_id")
    return row.id if row.event == Event.LINK else row.memory_id or row.id


def reads_of(events: Iterable[tuple[datetime, str, UUID | None]], *, most: int) -> dict[date, list[Reads]]:
    """From when and by whom (label, agent) each answer was received, newest first; one query for the names.

    `most` is how many were looked up.
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

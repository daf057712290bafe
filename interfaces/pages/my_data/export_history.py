"""The readable export: the history by day, with the values before and after. Repetitions are one line."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from consent.models.decision import Verdict
from interfaces.competing_requests import FORGET
from interfaces.pages.cards.amendments import Saved
from interfaces.pages.cards.answered_values import APPROVING
from interfaces.pages.history.combined_rows import Step, combined_rows
from interfaces.pages.history.entries import ends_of, setup_text
from interfaces.pages.history.entry_sentences import FORGETTING, entry_sentence
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import in_quotes
from interfaces.plain_words import labelled
from memories.models.choices import Event, ValidationStatus
from workspaces.actors import ActorKind

Row = Mapping[str, Any]
SAVED_SINCE = gettext_lazy("“{value}” was saved since, and stayed.")
HOW_TO_CORRECT = gettext_lazy("Assistants do not find it. You can mark it as correct again.")
# Events about a memory; entries without its text say that it was erased.
ABOUT_MEMORY = (Event.ADD, Event.UPDATE, Event.DELETE, Event.RESTORE, Event.MERGE, Event.TTL)


class Entry(NamedTuple):
    """A sentence, with the texts before and after. `is_erased`: the text is no longer stored. `notes` are more
    sentences about an answer: refused values, what was saved instead, what is open again."""

    sentence: str
    old: str
    text: str
    is_erased: bool
    notes: tuple[str, ...] = ()


class DatedEntry(NamedTuple):
    """An entry that occurred `times` times, last at `at` and first at `first_at`."""

    entry: Entry
    at: datetime
    first_at: datetime
    times: int


class DecidedTexts(NamedTuple):
    """The texts before and after a decision; `kind` is the type of change, `request` the sentence of a request that
    stores no value, `title` the field's name where it is about a field."""

    old: str = ""
    text: str = ""
    kind: str = ""
    request: str = ""
    title: str = ""


class Undone(NamedTuple):
    """The verdict that was undone, a sentence on whether the request is or was open again (empty where it is not), and
    the time of the undone answer."""

    verdict: str
    state: Promise | str
    answered_at: str


@dataclass(frozen=True, slots=True)
class EntryWriter:
    """Builds entries from rows of the history. `texts` are those of memories and versions in the export, by id; `wrong`
    are the memories marked as wrong, which can be marked as correct again.

    By the ids of decisions: `decided` are their texts (by the ids of requests, the requested ones), `saved` the values
    saved instead of the requested ones, `notes` more sentences, `undone` the answers that they undid, and `unchanged`
    the sentences about fields left unchanged, of which those in `merged` are shown with another row.
    """

    texts: Mapping[str, str]
    wrong: Container[str]
    decided: Mapping[str, DecidedTexts]
    saved: Mapping[str, Saved]
    notes: Mapping[str, tuple[str, ...]]
    undone: Mapping[str, Undone]
    unchanged: Mapping[str, str]
    merged: Container[str]
    faces: Faces

    def entry_of(self, row: Row, result: Row | None, *, is_rewritten: bool, previous: Row | None) -> Entry:
        """Build the entry of a row. `result` is the row of what a decision changed, `previous` the last change of the
        memory where the decision changed nothing; `is_rewritten`: a forgotten memory was written again."""
        is_decision = row["event"] == Event.CONSENT
        if is_decision and (unchanged := self.unchanged.get(row["decision_id"] or "")):
            return Entry(unchanged, "", "", is_erased=False)
        old, text = self._decided(row, result) if is_decision else self._both(row)
        text = text or setup_text(row["meta"], self.faces, is_own=bool(row.get("person_id")))
        is_erased = not text and row["event"] in ABOUT_MEMORY
        notes = (*self._unchanged_note(row, previous), *self._notes(row))
        request = self._request_sentence(row) if is_decision else self._linked(row)
        shown_old = old if old != text and not is_rewritten else ""
        shown = "" if request and not shown_old and in_quotes(text) in request else _after(shown_old, text)
        return Entry(
            f"{self._sentence(row, is_rewritten=is_rewritten)} {request}".rstrip(), shown_old, shown, is_erased, notes
        )

    def _decided(self, row: Row, result: Row | None) -> tuple[str, str]:
        """Return the texts before and after; only an approval replaces a text."""
        old, text = self._both(result) if result else ("", "")
        if text:
            return old, text
        about = self._about(row)
        if not about.text:
            return ("", self._forgotten(row, about)) if about.old else self._both(row)
        return about.old if row["meta"].get("verdict") in APPROVING else "", about.text

    def _forgotten(self, row: Row, about: DecidedTexts) -> str:
        """Return the forgotten text with its field, unless the request's sentence names it."""
        return labelled(about.title, about.old) if about.title and not self._request_sentence(row) else about.old

    def _request_sentence(self, row: Row) -> str:
        """Return the request as a sentence, where it stores no value and the answer's sentence does not contain it."""
        about = self._about(row)
        return "" if about.kind == FORGET and row["meta"].get("verdict") in FORGETTING else about.request

    def _linked(self, row: Row) -> str:
        """Return both memories of a link, in quotes; empty for other rows, or where a memory is erased."""
        ends = [self.texts.get(one, "") for one in ends_of(row["meta"], row["memory_id"])]
        if row["event"] != Event.LINK or len(ends) != len(list(filter(None, ends))) or len(ends) < 2:
            return ""
        return ", ".join(map(in_quotes, ends))

    def _notes(self, row: Row) -> tuple[str, ...]:
        if row["event"] != Event.CONSENT:
            is_wrong = row["meta"].get("validation_status") == ValidationStatus.REJECTED
            return (str(HOW_TO_CORRECT),) if is_wrong and row["memory_id"] in self.wrong else ()
        undone = self.undone.get(row["decision_id"] or "")
        return (str(undone.state),) if undone and undone.state else self.notes.get(row["decision_id"] or "", ())

    def _unchanged_note(self, row: Row, previous: Row | None) -> tuple[str, ...]:
        """Return the note that undoing an approval left a newer text in place."""
        undone = self.undone.get(row["decision_id"] or "")
        if undone is None or previous is None or undone.verdict not in APPROVING:
            return ()
        text = self.texts.get(previous["new_version_id"] or "", "")
        is_newer = previous["created_at"] > undone.answered_at
        return (str(SAVED_SINCE).format(value=text.removesuffix(".")),) if text and is_newer else ()

    def _both(self, row: Row) -> tuple[str, str]:
        old, new = (self.texts.get(row[name] or "", "") for name in ("old_version_id", "new_version_id"))
        return (old, new) if new else ("", old or self.texts.get(row["memory_id"] or "", ""))

    def _sentence(self, row: Row, *, is_rewritten: bool) -> str:
        entry = SimpleNamespace(event=row["event"], actor_kind=row["actor_kind"], meta=row["meta"])
        actor_id = UUID(row["actor_id"]) if row["actor_id"] else None
        undone = self.undone.get(row["decision_id"] or "")
        is_undone = row["event"] == Event.DELETE and undone is not None
        saved = self.saved.get(row["decision_id"] or "") if _is_amended(row) else None
        who = self.faces.name(row["actor_label"], actor_id)
        change_type, undid = self._about(row).kind, undone.verdict if undone and row["event"] == Event.CONSENT else ""
        return entry_sentence(
            entry,
            who,
            is_undone=is_undone,
            saved=saved,
            change_type=change_type,
            undid=undid,
            is_rewritten=is_rewritten,
            is_same=self._is_same(row),
        )

    def _is_same(self, row: Row) -> bool:
        """Whether it wrote the text that was stored before."""
        old, new = row["old_version_id"] or "", row["new_version_id"] or ""
        return old != new and bool(text := self.texts.get(new)) and text == self.texts.get(old)

    def _about(self, row: Row) -> DecidedTexts:
        by_decision = self.decided.get(row["decision_id"] or "")
        return by_decision or self.decided.get(row["meta"].get("proposal_id") or "", DecidedTexts())


def _after(old: str, text: str) -> str:
    """Return the new text without the field's name that the old text begins with, too."""
    name, separator, value = text.partition(": ")
    return value if separator and old.startswith(f"{name}{separator}") else text


def _is_amended(row: Row) -> bool:
    return bool(row["meta"].get("verdict") == Verdict.AMEND)


def days_of(history: Iterable[Row], writer: EntryWriter) -> list[tuple[date, list[DatedEntry]]]:
    """Group the history by day, latest first, without links that the server created."""
    unmerged = (row for row in history if row["decision_id"] not in writer.merged)
    shown = (row for row in unmerged if not (row["event"] == Event.LINK and ActorKind.SYSTEM.is_of(row["actor_label"])))
    rows = sorted(shown, key=lambda row: row["created_at"], reverse=True)
    return [(day, list(entries)) for day, entries in groupby(_entries(rows, writer), key=lambda one: one.at.date())]


def _entries(rows: Iterable[Row], writer: EntryWriter) -> list[DatedEntry]:
    """Merge a decision with its change, and equal entries of a day at their latest time. Each decision, and each change
    by the person to a memory, is an entry of its own."""
    rows = list(rows)
    results, previous = _results(rows), _previous_changes(rows)
    combined = combined_rows(_step(row) for row in rows if not row["decision_id"])
    decided = {row["decision_id"] for row in rows if row["event"] == Event.CONSENT}
    times_of: dict[tuple[Entry, datetime | None, str], list[datetime]] = {}
    for row in rows:
        is_answer = row["event"] == Event.CONSENT
        if is_answer or (row["decision_id"] not in decided and row["id"] not in combined.hidden):
            result = results.get(row["decision_id"]) if is_answer else None
            is_rewritten = row["id"] in combined.shown
            entry = writer.entry_of(row, result, is_rewritten=is_rewritten, previous=previous.get(row["id"]))
            at = timezone.localtime(datetime.fromisoformat(row["created_at"]))
            is_own = bool(entry.old) or is_answer
            memory_id = row["memory_id"] or "" if row["actor_kind"] == ActorKind.PERSON else ""
            times_of.setdefault((entry, at if is_own else None, memory_id), []).append(at)
    return [DatedEntry(entry, times[0], times[-1], len(times)) for (entry, *_same), times in times_of.items()]


def _step(row: Row) -> Step:
    return Step(row["id"], row["event"], row["created_at"], row["memory_id"] or "")


def _results(rows: Iterable[Row]) -> dict[str, Row]:
    """Return the change of each decision by its id. A memory restored and changed at once replaces no text."""
    results: dict[str, Row] = {}
    for row in rows:
        if row["event"] != Event.CONSENT and row["decision_id"]:
            both = {one["event"]: one for one in (results.get(row["decision_id"]), row) if one}
            is_rewrite = both.keys() == {Event.RESTORE, Event.UPDATE}
            results[row["decision_id"]] = {**both[Event.UPDATE], "old_version_id": None} if is_rewrite else row
    return results


def _previous_changes(rows: Iterable[Row]) -> dict[str, Row]:
    """Return, by the ids of answer rows that changed nothing, the last change of their memory."""
    latest: dict[str, Row] = {}
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: (row["created_at"], row["event"] == Event.CONSENT)):
        memory_id = row["memory_id"] or ""
        if row["event"] != Event.CONSENT:
            latest[memory_id] = row
        elif latest.get(memory_id, row)["created_at"] != row["created_at"]:
            found[row["id"]] = latest[memory_id]
    return found

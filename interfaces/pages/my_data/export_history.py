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
STAYED = gettext_lazy("“{value}” was saved since, and stayed.")
BACK = gettext_lazy("Assistants do not find it. You can mark it as correct again.")
# These are about a memory; where its text is gone, they say so.
ABOUT_MEMORY = (Event.ADD, Event.UPDATE, Event.DELETE, Event.RESTORE, Event.MERGE, Event.TTL)


class Entry(NamedTuple):
    """A sentence; `old` and `text` are what it was about before and after. `is_gone`: that is no longer remembered.
    `notes` are more sentences about an answer: what it turned down, what was saved instead, what is open again."""

    sentence: str
    old: str
    text: str
    is_gone: bool
    notes: tuple[str, ...] = ()


class DatedEntry(NamedTuple):
    """An entry; `at` is when it was done last of all `times`, `first_at` when first."""

    entry: Entry
    at: datetime
    first_at: datetime
    times: int


class DecidedTexts(NamedTuple):
    """What stood when a decision was made, and the value that it was about; `kind` is the type of change, `asked` the
    sentence of a request that stores no value, `title` the field that it is about, where it is about one."""

    old: str = ""
    text: str = ""
    kind: str = ""
    asked: str = ""
    title: str = ""


class Undone(NamedTuple):
    """The verdict that was undone, whether the request is, or was, open again, empty where it is not, and when it had
    been answered."""

    verdict: str
    told: Promise | str
    answered_at: str


@dataclass(frozen=True, slots=True)
class EntryWriter:
    """How rows of history read. `texts` are by the ids of memories and of their versions, as far as the export to read
    tells them; of these `wrong` are marked as wrong, which can be taken back. By the ids of
    decisions, `decided` is what they were about (by those of requests, what is asked for), `saved` what they saved
    instead of a field's value, `notes` what else is to be told of them, `undone` what those undid that undid one, and
    `kept` the sentences of those that left a field as it was, of which `untold` are told by another.
    """

    texts: Mapping[str, str]
    wrong: Container[str]
    decided: Mapping[str, DecidedTexts]
    saved: Mapping[str, Saved]
    notes: Mapping[str, tuple[str, ...]]
    undone: Mapping[str, Undone]
    kept: Mapping[str, str]
    untold: Container[str]
    faces: Faces

    def entry_of(self, row: Row, result: Row | None, *, is_again: bool, standing: Row | None) -> Entry:
        """`result` is what a decision did, `standing` what had changed its memory before, where it did nothing;
        `is_again`: it wrote what was forgotten."""
        is_decision = row["event"] == Event.CONSENT
        if is_decision and (kept := self.kept.get(row["decision_id"] or "")):
            return Entry(kept, "", "", is_gone=False)
        old, text = self._decided(row, result) if is_decision else self._both(row)
        text = text or setup_text(row["meta"], self.faces, is_own=bool(row.get("person_id")))
        is_gone = not text and row["event"] in ABOUT_MEMORY
        notes = (*self._stayed(row, standing), *self._notes(row))
        asked = self._asked(row) if is_decision else self._linked(row)
        shown_old = old if old != text and not is_again else ""
        shown = "" if asked and not shown_old and in_quotes(text) in asked else _after(shown_old, text)
        return Entry(f"{self._sentence(row, is_again=is_again)} {asked}".rstrip(), shown_old, shown, is_gone, notes)

    def _decided(self, row: Row, result: Row | None) -> tuple[str, str]:
        """What it changed, or what it was about: only what was agreed to takes the place of anything."""
        old, text = self._both(result) if result else ("", "")
        if text:
            return old, text
        about = self._about(row)
        if not about.text:
            return ("", self._forgotten(row, about)) if about.old else self._both(row)
        return about.old if row["meta"].get("verdict") in APPROVING else "", about.text

    def _forgotten(self, row: Row, about: DecidedTexts) -> str:
        """With its field, unless the request tells that."""
        return labelled(about.title, about.old) if about.title and not self._asked(row) else about.old

    def _asked(self, row: Row) -> str:
        """The request as a sentence, where it would have stored no value and the answer's own does not tell it."""
        about = self._about(row)
        return "" if about.kind == FORGET and row["meta"].get("verdict") in FORGETTING else about.asked

    def _linked(self, row: Row) -> str:
        """Both memories of a link, in quotation marks; empty for anything else, or where one of them is gone."""
        ends = [self.texts.get(one, "") for one in ends_of(row["meta"], row["memory_id"])]
        if row["event"] != Event.LINK or len(ends) != len(list(filter(None, ends))) or len(ends) < 2:
            return ""
        return ", ".join(map(in_quotes, ends))

    def _notes(self, row: Row) -> tuple[str, ...]:
        if row["event"] != Event.CONSENT:
            is_wrong = row["meta"].get("validation_status") == ValidationStatus.REJECTED
            return (str(BACK),) if is_wrong and row["memory_id"] in self.wrong else ()
        undone = self.undone.get(row["decision_id"] or "")
        return (str(undone.told),) if undone and undone.told else self.notes.get(row["decision_id"] or "", ())

    def _stayed(self, row: Row, standing: Row | None) -> tuple[str, ...]:
        """What undoing an approval left as it was, because it had been saved since."""
        undone = self.undone.get(row["decision_id"] or "")
        if undone is None or standing is None or undone.verdict not in APPROVING:
            return ()
        text = self.texts.get(standing["new_version_id"] or "", "")
        is_since = standing["created_at"] > undone.answered_at
        return (str(STAYED).format(value=text.removesuffix(".")),) if text and is_since else ()

    def _both(self, row: Row) -> tuple[str, str]:
        old, new = (self.texts.get(row[name] or "", "") for name in ("old_version_id", "new_version_id"))
        return (old, new) if new else ("", old or self.texts.get(row["memory_id"] or "", ""))

    def _sentence(self, row: Row, *, is_again: bool) -> str:
        entry = SimpleNamespace(event=row["event"], actor_kind=row["actor_kind"], meta=row["meta"])
        actor_id = UUID(row["actor_id"]) if row["actor_id"] else None
        undone = self.undone.get(row["decision_id"] or "")
        is_undone = row["event"] == Event.DELETE and undone is not None
        saved = self.saved.get(row["decision_id"] or "") if _is_amended(row) else None
        who = self.faces.name(row["actor_label"], actor_id)
        asked, undid = self._about(row).kind, undone.verdict if undone and row["event"] == Event.CONSENT else ""
        return entry_sentence(
            entry,
            who,
            is_undone=is_undone,
            saved=saved,
            asked=asked,
            undid=undid,
            is_again=is_again,
            is_same=self._is_same(row),
        )

    def _is_same(self, row: Row) -> bool:
        """Whether it wrote the text that stood there."""
        old, new = row["old_version_id"] or "", row["new_version_id"] or ""
        return old != new and bool(text := self.texts.get(new)) and text == self.texts.get(old)

    def _about(self, row: Row) -> DecidedTexts:
        by_decision = self.decided.get(row["decision_id"] or "")
        return by_decision or self.decided.get(row["meta"].get("proposal_id") or "", DecidedTexts())


def _after(old: str, text: str) -> str:
    """What the old text became, without the name of the field that both begin with."""
    name, separator, value = text.partition(": ")
    return value if separator and old.startswith(f"{name}{separator}") else text


def _is_amended(row: Row) -> bool:
    return bool(row["meta"].get("verdict") == Verdict.AMEND)


def days_of(history: Iterable[Row], writer: EntryWriter) -> list[tuple[date, list[DatedEntry]]]:
    """The latest day first, and on each the latest entry. Leaves out links that the server drew."""
    told = (row for row in history if row["decision_id"] not in writer.untold)
    shown = (row for row in told if not (row["event"] == Event.LINK and ActorKind.SYSTEM.is_of(row["actor_label"])))
    rows = sorted(shown, key=lambda row: row["created_at"], reverse=True)
    return [(day, list(entries)) for day, entries in groupby(_entries(rows, writer), key=lambda one: one.at.date())]


def _entries(rows: Iterable[Row], writer: EntryWriter) -> list[DatedEntry]:
    """A decision and what it did are one. What is alike is one entry, where it was last; each decision is its own, and
    so is what the person did themselves to each memory."""
    rows = list(rows)
    results, standing = _results(rows), _standing(rows)
    again = combined_rows(_step(row) for row in rows if not row["decision_id"])
    decided = {row["decision_id"] for row in rows if row["event"] == Event.CONSENT}
    alike: dict[tuple[Entry, datetime | None, str], list[datetime]] = {}
    for row in rows:
        is_answer = row["event"] == Event.CONSENT
        if is_answer or (row["decision_id"] not in decided and row["id"] not in again.untold):
            result = results.get(row["decision_id"]) if is_answer else None
            is_again = row["id"] in again.told
            entry = writer.entry_of(row, result, is_again=is_again, standing=standing.get(row["id"]))
            at = timezone.localtime(datetime.fromisoformat(row["created_at"]))
            is_own = bool(entry.old) or is_answer
            memory_id = row["memory_id"] or "" if row["actor_kind"] == ActorKind.PERSON else ""
            alike.setdefault((entry, at if is_own else None, memory_id), []).append(at)
    return [DatedEntry(entry, times[0], times[-1], len(times)) for (entry, *_same), times in alike.items()]


def _step(row: Row) -> Step:
    return Step(row["id"], row["event"], row["created_at"], row["memory_id"] or "")


def _results(rows: Iterable[Row]) -> dict[str, Row]:
    """What each decision did, by its id. What it brought back and changed at once takes the place of nothing."""
    results: dict[str, Row] = {}
    for row in rows:
        if row["event"] != Event.CONSENT and row["decision_id"]:
            both = {one["event"]: one for one in (results.get(row["decision_id"]), row) if one}
            is_anew = both.keys() == {Event.RESTORE, Event.UPDATE}
            results[row["decision_id"]] = {**both[Event.UPDATE], "old_version_id": None} if is_anew else row
    return results


def _standing(rows: Iterable[Row]) -> dict[str, Row]:
    """By the ids of rows of answers that changed nothing: what had changed their memory last."""
    latest: dict[str, Row] = {}
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: (row["created_at"], row["event"] == Event.CONSENT)):
        memory_id = row["memory_id"] or ""
        if row["event"] != Event.CONSENT:
            latest[memory_id] = row
        elif latest.get(memory_id, row)["created_at"] != row["created_at"]:
            found[row["id"]] = latest[memory_id]
    return found

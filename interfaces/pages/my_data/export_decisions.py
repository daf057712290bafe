"""The readable export: requests and their outcomes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from html import unescape
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst

from consent.changes.proposable import FACT_PREFIX
from consent.models.proposal import GIVEN, UNANSWERED, ProposalState
from interfaces.competing_requests import FORGET, SET, claim_of
from interfaces.pages.cards.amendments import Saved
from interfaces.pages.cards.later_changes import LaterInExport
from interfaces.pages.cards.request_status import LABELS, UNCHOSEN
from interfaces.pages.my_data.export_amendments import change_type, last_answer
from interfaces.pages.my_data.export_answers import NO_ANSWERS, Answers
from interfaces.pages.my_data.export_history import Row
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import FORGOTTEN, LEFT_UNCHANGED, answered, kind_named
from interfaces.pages.texts.diffs import changed_in_words, in_words, text_alone

# Open requests, and those closed without the person.
UNDECIDED = frozenset({*UNANSWERED, ProposalState.EXPIRED})
# States in which nothing was stored.
NOTHING_STORED = frozenset({ProposalState.REJECTED, ProposalState.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Decided:
    """A decided request. `old` and `new` are empty where the request named none or the text was erased; `old` also
    where it is unchanged.

    `notes` are sentences about requested values and what was saved instead. `request` is the request of a change that
    stores no value, or the sentence about an unchanged and the refused values, which names the requesters: then
    `requested_by` is empty.
    """

    field: str
    old: str
    new: str
    state: Promise | str
    is_saved: bool
    requested_by: str
    at: datetime
    notes: Sequence[str] = ()
    request: str = ""


def all_decided(
    proposals: Iterable[Row],
    saved: Mapping[str, Saved],
    faces: Faces,
    answers: Answers,
    later: LaterInExport,
) -> list[Decided]:
    """Return the decided requests, the latest decision first."""
    shown = [row for row in proposals if row["state"] not in UNDECIDED and not _is_merged(row, answers)]
    rows = _without_duplicates(shown)
    decided = (_with_end(_decided(row, saved, faces, answers), row, later) for row in rows)
    return sorted(decided, key=lambda one: one.at, reverse=True)


def _is_merged(row: Row, answers: Answers) -> bool:
    return bool(answers.unchanged_sentence(row)) and last_answer(row) in answers.merged


def _without_duplicates(rows: Sequence[Row]) -> list[Row]:
    """Leave out requests that the same answer settled with another one for the same value, which names the
    requester."""
    first_rows: dict[tuple[str, ...], Row] = {}
    for row in sorted(rows, key=lambda row: len(row.get("evidence") or []), reverse=True):
        name = (row.get("decided_at") or "", row["state"], *sorted(row.get("claims") or []))
        first = first_rows.setdefault(name if row.get("claims") else (row["id"],), row)
        if first is not row and not _names_requester(first, row):
            first_rows[row["id"],] = row
    shown_ids = {row["id"] for row in first_rows.values()}
    return [row for row in rows if row["id"] in shown_ids]


def _names_requester(row: Row, other: Row) -> bool:
    """Whether the first request's evidence names the requester of the other."""
    return any(one.get("agent_id") == other.get("agent_id") for one in row.get("evidence") or [])


def _with_end(decided: Decided, row: Row, later: LaterInExport) -> Decided:
    """Add how the saved or forgotten memory ended."""
    memory_id = row.get("memory_id") or ""
    if row["state"] not in GIVEN:
        return decided
    if change_type(row) == FORGET:
        end = later.of_forgotten(memory_id, decided.at)
        return replace(decided, notes=(str(FORGOTTEN), str(end))) if end else decided
    end = later.gone.get(memory_id)
    return replace(decided, notes=(*decided.notes, str(end))) if end else decided


def request_sentence(row: Row, faces: Faces) -> str:
    """Return the request as a sentence, for changes that store no value; else empty."""
    asker, is_open = row.get("actor_label") or "", row["state"] == ProposalState.PENDING
    who, place, old = faces.name(asker, agent_of(row)), row.get("field") or "", row.get("old_value") or ""
    return unescape(wording.change_sentence(change_type(row), who, asker=asker, place=place, old=old, is_open=is_open))


def _change_text(row: Row) -> str:
    """Return the part of the change that the sentence does not quote."""
    old, new = row.get("old_value") or "", row.get("new_value") or ""
    return "" if wording.is_quoted_in_headline(change_type(row), old) else changed_in_words(old, new)


def _decided_change(row: Row, request: str, faces: Faces) -> Decided:
    """Build the entry of a change that stores no value, with its effect."""
    state, old, new = ProposalState(row["state"]), row.get("old_value") or "", _change_text(row)
    is_saved = state not in NOTHING_STORED
    done = answered(kind_named(change_type(row)), state)
    return Decided(
        field="",
        old=text_alone(old) if is_saved and new and text_alone(old) not in new else "",
        new=new,
        state=state.label,
        is_saved=is_saved,
        requested_by=", ".join(_askers(row, faces)),
        at=parse_time(row.get("decided_at") or row["created_at"]),
        notes=[str(done)] if done else [],
        request=request,
    )


def _decided(row: Row, saved: Mapping[str, Saved], faces: Faces, answers: Answers = NO_ANSWERS) -> Decided:
    if request := request_sentence(row, faces):
        return _decided_change(row, request, faces)
    state = ProposalState(row["state"])
    if unchanged := answers.unchanged_sentence(row):
        outcome = LEFT_UNCHANGED if state == ProposalState.AMENDED else state.label
        at = parse_time(row.get("decided_at") or row["created_at"])
        return Decided(
            title_of(row.get("field") or ""), "", "", outcome, is_saved=False, requested_by="", at=at, request=unchanged
        )
    other_value = saved.get(last_answer(row)) if state == ProposalState.AMENDED else None
    is_saved = state not in NOTHING_STORED
    old, new = (in_words(text, row.get("actor_label") or "") for text in (row.get("old_value") or "", _value_of(row)))
    is_same = state == ProposalState.AMENDED and old == new
    label = LEFT_UNCHANGED if is_same else other_value.label if other_value else _label(row, answers)
    return Decided(
        field=title_of(row.get("field") or ""),
        old=old if is_saved and not is_same else "",
        new=new or ("" if is_saved else old),
        state=label,
        is_saved=is_saved,
        requested_by=", ".join(answers.askers_of_last(row) or _askers(row, faces)),
        at=parse_time(row.get("decided_at") or row["created_at"]),
        notes=answers.of_last(row),
    )


def _label(row: Row, answers: Answers) -> Promise | str:
    return LABELS[UNCHOSEN if answers.is_unchosen(row) else row["state"]]


def open_question(rows: Sequence[Row], proposals: Iterable[Row], faces: Faces) -> Decided:
    """Build one open question from its requests; of all `proposals`, those for the same value are part of it."""
    claims = {claim_of(one.get("claims") or []) for one in rows if change_type(one) == SET} - {""}
    open_rows = [one for one in proposals if one["state"] == ProposalState.PENDING and change_type(one) == SET]
    all_rows = [*rows, *(one for one in open_rows if one not in rows and claim_of(one.get("claims") or []) in claims)]
    values = dict.fromkeys(value for one in all_rows for value in _requested_values(one))
    askers = dict.fromkeys(name for one in all_rows for name in _askers(one, faces))
    return replace(_decided(rows[0], {}, faces), new=" / ".join(values), requested_by=", ".join(askers))


def _askers(row: Row, faces: Faces) -> list[str]:
    first = faces.of(row.get("actor_label") or "", agent_of(row))
    return [first.name, *faces.also_asked(row.get("evidence") or [], row.get("new_value") or "", first)]


def _value_of(row: Row) -> str:
    """Return the value saved in the end, in the person's own words if they chose some, else the requested value."""
    is_field = change_type(row) == SET
    is_saved = row["state"] == ProposalState.AMENDED or (is_field and row["state"] == ProposalState.WITHDRAWN)
    saved = row.get("kept_value") if is_saved else ""
    return saved or row.get("new_value") or ""


def _requested_values(row: Row) -> list[str]:
    """Return the values of an open question, including those of requests that it replaced."""
    if kind_named(change_type(row)):
        return [text] if (text := _change_text(row)) else []
    values = [_value_of(row), *(str(one.get("value") or "") for one in reversed(row.get("evidence") or []))]
    return [in_words(one, row.get("actor_label") or "") for one in values if one]


def title_of(field: str) -> str:
    """Return the field's name: `identity.languages_spoken:Mandarin` is about the languages; empty for a memory's own
    key, which means nothing to a reader."""
    category, _separator, key = field.removeprefix(FACT_PREFIX).partition(":")[0].partition(" in ")[0].rpartition(".")
    return str(capfirst(wording.field_name(key))) if category else ""


def agent_of(row: Row) -> UUID | None:
    return UUID(row["agent_id"]) if row.get("agent_id") else None


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)

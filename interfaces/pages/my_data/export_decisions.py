"""The readable export: requests, and what became of them."""

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
from interfaces.pages.texts.change_kinds import FORGOTTEN, KEPT_AS_IT_WAS, answered, kind_named
from interfaces.pages.texts.diffs import changed_in_words, in_words, text_alone

# Still to be decided, or closed without the person.
UNDECIDED = frozenset({*UNANSWERED, ProposalState.EXPIRED})
# Decided so that nothing was stored.
NOT_KEPT = frozenset({ProposalState.REJECTED, ProposalState.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Decided:
    """`old` and `new` are empty where the request named none, or the text has been erased; `old` also where it stayed.
    `notes` tell what was asked for and what was saved instead, in sentences; `asked` is the request, where it would
    have stored no value, or what was kept and refused, which names who asked: then `asked_by` is empty."""

    field: str
    old: str
    new: str
    state: Promise | str
    is_kept: bool
    asked_by: str
    at: datetime
    notes: Sequence[str] = ()
    asked: str = ""


def all_decided(
    proposals: Iterable[Row],
    saved: Mapping[str, Saved],
    faces: Faces,
    answers: Answers,
    later: LaterInExport,
) -> list[Decided]:
    """What was decided last first."""
    shown = [row for row in proposals if row["state"] not in UNDECIDED and not _is_told_by_another(row, answers)]
    rows = _each_once(shown)
    decided = (_with_end(_decided(row, saved, faces, answers), row, later) for row in rows)
    return sorted(decided, key=lambda one: one.at, reverse=True)


def _is_told_by_another(row: Row, answers: Answers) -> bool:
    return bool(answers.kept_by(row)) and last_answer(row) in answers.untold


def _each_once(rows: Sequence[Row]) -> list[Row]:
    """Without those that the same answer settled as another one for the same value, which names who asked."""
    kept: dict[tuple[str, ...], Row] = {}
    for row in sorted(rows, key=lambda row: len(row.get("evidence") or []), reverse=True):
        name = (row.get("decided_at") or "", row["state"], *sorted(row.get("claims") or []))
        first = kept.setdefault(name if row.get("claims") else (row["id"],), row)
        if first is not row and not _names(first, row):
            kept[row["id"],] = row
    told = {row["id"] for row in kept.values()}
    return [row for row in rows if row["id"] in told]


def _names(row: Row, other: Row) -> bool:
    """Whether who asked with the other one stands with this one."""
    return any(one.get("agent_id") == other.get("agent_id") for one in row.get("evidence") or [])


def _with_end(decided: Decided, row: Row, later: LaterInExport) -> Decided:
    """With what became of what it saved, or forgot."""
    memory_id = row.get("memory_id") or ""
    if row["state"] not in GIVEN:
        return decided
    if change_type(row) == FORGET:
        end = later.of_forgotten(memory_id, decided.at)
        return replace(decided, notes=(str(FORGOTTEN), str(end))) if end else decided
    end = later.gone.get(memory_id)
    return replace(decided, notes=(*decided.notes, str(end))) if end else decided


def asked_in(row: Row, faces: Faces) -> str:
    """What was asked for as a sentence, where it would have stored no value."""
    asker, is_open = row.get("actor_label") or "", row["state"] == ProposalState.PENDING
    who, place, old = faces.name(asker, agent_of(row)), row.get("field") or "", row.get("old_value") or ""
    return unescape(wording.asked_change(change_type(row), who, asker=asker, place=place, old=old, is_open=is_open))


def _asked_besides(row: Row) -> str:
    """What the sentence does not quote of it."""
    old, new = row.get("old_value") or "", row.get("new_value") or ""
    return "" if wording.is_told_in_headline(change_type(row), old) else changed_in_words(old, new)


def _decided_change(row: Row, asked: str, faces: Faces) -> Decided:
    """Of a request that stores no value: with what came of it."""
    state, old, new = ProposalState(row["state"]), row.get("old_value") or "", _asked_besides(row)
    is_kept = state not in NOT_KEPT
    done = answered(kind_named(change_type(row)), state)
    return Decided(
        field="",
        old=text_alone(old) if is_kept and new and text_alone(old) not in new else "",
        new=new,
        state=state.label,
        is_kept=is_kept,
        asked_by=", ".join(_askers(row, faces)),
        at=moment_of(row.get("decided_at") or row["created_at"]),
        notes=[str(done)] if done else [],
        asked=asked,
    )


def _decided(row: Row, saved: Mapping[str, Saved], faces: Faces, answers: Answers = NO_ANSWERS) -> Decided:
    if asked := asked_in(row, faces):
        return _decided_change(row, asked, faces)
    state = ProposalState(row["state"])
    if kept := answers.kept_by(row):
        told = KEPT_AS_IT_WAS if state == ProposalState.AMENDED else state.label
        at = moment_of(row.get("decided_at") or row["created_at"])
        return Decided(title_of(row.get("field") or ""), "", "", told, is_kept=False, asked_by="", at=at, asked=kept)
    instead = saved.get(last_answer(row)) if state == ProposalState.AMENDED else None
    is_kept = state not in NOT_KEPT
    old, new = (in_words(text, row.get("actor_label") or "") for text in (row.get("old_value") or "", _value_of(row)))
    is_same = state == ProposalState.AMENDED and old == new
    label = KEPT_AS_IT_WAS if is_same else instead.label if instead else _label(row, answers)
    return Decided(
        field=title_of(row.get("field") or ""),
        old=old if is_kept and not is_same else "",
        new=new or ("" if is_kept else old),
        state=label,
        is_kept=is_kept,
        asked_by=", ".join(answers.askers_of_last(row) or _askers(row, faces)),
        at=moment_of(row.get("decided_at") or row["created_at"]),
        notes=answers.of_last(row),
    )


def _label(row: Row, answers: Answers) -> Promise | str:
    return LABELS[UNCHOSEN if answers.is_unchosen(row) else row["state"]]


def waiting(rows: Sequence[Row], proposals: Iterable[Row], faces: Faces) -> Decided:
    """One question, with all that is asked for; of all `proposals` those for the same value are part of it."""
    claims = {claim_of(one.get("claims") or []) for one in rows if change_type(one) == SET} - {""}
    alike = [one for one in proposals if one["state"] == ProposalState.PENDING and change_type(one) == SET]
    all_rows = [*rows, *(one for one in alike if one not in rows and claim_of(one.get("claims") or []) in claims)]
    values = dict.fromkeys(value for one in all_rows for value in _values_asked(one))
    askers = dict.fromkeys(name for one in all_rows for name in _askers(one, faces))
    return replace(_decided(rows[0], {}, faces), new=" / ".join(values), asked_by=", ".join(askers))


def _askers(row: Row, faces: Faces) -> list[str]:
    first = faces.of(row.get("actor_label") or "", agent_of(row))
    return [first.name, *faces.also_asked(row.get("evidence") or [], row.get("new_value") or "", first)]


def _value_of(row: Row) -> str:
    """What was kept in the end, in the person's own words if they chose some, else what was asked for."""
    is_field = change_type(row) == SET
    is_kept = row["state"] == ProposalState.AMENDED or (is_field and row["state"] == ProposalState.WITHDRAWN)
    kept = row.get("kept_value") if is_kept else ""
    return kept or row.get("new_value") or ""


def _values_asked(row: Row) -> list[str]:
    """What an open question asks for, and what those did that it took over."""
    if kind_named(change_type(row)):
        return [text] if (text := _asked_besides(row)) else []
    asked = [_value_of(row), *(str(one.get("value") or "") for one in reversed(row.get("evidence") or []))]
    return [in_words(one, row.get("actor_label") or "") for one in asked if one]


def title_of(field: str) -> str:
    """`identity.languages_spoken:Mandarin` is about the languages; a memory's own key tells a reader nothing."""
    category, _separator, key = field.removeprefix(FACT_PREFIX).partition(":")[0].partition(" in ")[0].rpartition(".")
    return str(capfirst(wording.field_name(key))) if category else ""


def agent_of(row: Row) -> UUID | None:
    return UUID(row["agent_id"]) if row.get("agent_id") else None


def moment_of(text: str) -> datetime:
    return datetime.fromisoformat(text)

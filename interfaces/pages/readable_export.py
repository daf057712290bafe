"""The export as a document to read: what is remembered by subject, what was decided, who read it, what was said."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst

from consent.models.proposal import GIVEN, UNANSWERED, ProposalState
from interfaces.competing import FORGET, SET
from interfaces.pages import wording
from interfaces.pages.assistants import Faces
from interfaces.pages.diffs import in_words, quotable
from interfaces.pages.gone_since import gone_in
from interfaces.pages.readable_answers import NO_ANSWERS, Answers, answers_in
from interfaces.pages.readable_history import DecidedTexts, EntryWriter, Row, days_of
from interfaces.pages.readable_saved import change_type, kept_by, last_answer, saved_in, stood_before, undone_by
from interfaces.pages.saved import Saved
from interfaces.plain_words import labelled
from memories.models.choices import DEFAULT_CATEGORY, LifecycleState, MemoryType, Trust, ValidationStatus
from workspaces.actors import ActorKind

QUESTIONS_OF_READER = 25
# Still to be decided, or closed without the person.
UNDECIDED = frozenset({*UNANSWERED, ProposalState.EXPIRED})
# Decided so that nothing was stored.
NOT_KEPT = frozenset({ProposalState.REJECTED, ProposalState.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Remembered:
    text: str
    source: Promise | str
    at: datetime


@dataclass(frozen=True, slots=True)
class Subject:
    name: str
    memories: Sequence[Remembered]


@dataclass(frozen=True, slots=True)
class Decided:
    """`old` and `new` are empty where the request named none, or the text has been erased; `old` also where it stayed.
    `notes` tell what was asked for and what was saved instead, in sentences."""

    field: str
    old: str
    new: str
    state: Promise | str
    is_kept: bool
    asked_by: str
    at: datetime
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """An assistant, how often it read, and its questions with how often it asked each, the most frequent first."""

    who: str
    count: int
    last_at: datetime
    questions: Sequence[tuple[str, int]]
    others: int


@dataclass(frozen=True, slots=True)
class Said:
    who: Promise | str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    title: str
    at: datetime
    turns: Sequence[Said]


def document_of(
    export: Mapping[str, Any], *, now: datetime, faces: Faces, questions: Sequence[Sequence[UUID]] = ()
) -> dict[str, Any]:
    """The template's context, from the JSON of `write_export`; `questions` are the open requests as the inbox has
    them, those that are one question together."""
    remembered = [row for row in export.get("memories", []) if _is_remembered(row, now)]
    asked = [row for row in export.get("proposals", []) if not row.get("is_muted")]
    proposals = sorted(asked, key=lambda row: row["created_at"], reverse=True)
    by_id = {UUID(row["id"]): row for row in proposals}
    saved, answers = saved_in(proposals), answers_in(proposals, faces)
    gone = gone_in(export, answers.undone)
    return {
        "person": export["person"],
        "now": now,
        "total": len(remembered),
        "subjects": _subjects(remembered),
        "decided": _all_decided(proposals, saved, faces, answers, gone),
        "waiting": [_waiting([by_id[one] for one in ids if one in by_id], faces) for ids in questions],
        "readers": _readers(export.get("retrieval_events", []), faces),
        "conversations": _conversations(export, faces),
        "tasks": [(row["title"], row["status"], _at(row["updated_at"])) for row in export.get("tasks", [])],
        "files": [(row["name"], _at(row["created_at"])) for row in export.get("artifacts", [])],
        "days": days_of(
            export.get("history", []),
            EntryWriter(_texts(remembered), _about(proposals), saved, answers.notes, answers.undone, faces),
        ),
    }


def _is_remembered(memory: Row, now: datetime) -> bool:
    """What was forgotten, undone, marked as wrong or has expired is in the JSON file alone."""
    expires_at = memory.get("expires_at")
    is_over = expires_at is not None and _at(expires_at) <= now
    is_rejected = memory["validation_status"] == ValidationStatus.REJECTED
    return memory["state"] == LifecycleState.ACTIVE and not is_rejected and not is_over


def _subjects(memories: Sequence[Row]) -> list[Subject]:
    """Those with facts first and what lies in General last, else the largest first; within each what changed last
    first."""
    by_subject: dict[str, list[Row]] = {}
    for memory in sorted(memories, key=lambda row: row["updated_at"], reverse=True):
        by_subject.setdefault(memory["category"], []).append(memory)
    ordered = sorted(by_subject.items(), key=lambda pair: (_place_of(*pair), -len(pair[1]), pair[0]))
    return [Subject(capfirst(wording.field_name(name)), [_remembered(row) for row in own]) for name, own in ordered]


def _place_of(category: str, memories: Sequence[Row]) -> int:
    if category == DEFAULT_CATEGORY[MemoryType.SEMANTIC]:
        return 2
    return 0 if any(memory["key"].startswith("fact:") for memory in memories) else 1


def _remembered(memory: Row) -> Remembered:
    is_confirmed = memory["trust"] == Trust.PERSON and memory["validation_status"] == ValidationStatus.VERIFIED
    written_at = not is_confirmed and _current_of(memory).get("ingested_at")
    return Remembered(
        _text_of(memory), wording.ORIGINS.get(memory["trust"], ""), _at(written_at or memory["updated_at"])
    )


def _text_of(memory: Row) -> str:
    return wording.version_text(str(_current_of(memory).get("content", "")), is_fact=memory["key"].startswith("fact:"))


def _current_of(memory: Row) -> Row:
    """The version that holds its present text; empty where there is none."""
    return next((one for one in memory["versions"] if one["id"] == memory["current_id"]), {})


def _all_decided(
    proposals: Iterable[Row],
    saved: Mapping[str, Saved],
    faces: Faces,
    answers: Answers,
    gone: Mapping[str, Promise],
) -> list[Decided]:
    """What was decided last first; `gone` says what became of memories that are none any more."""
    rows = [row for row in proposals if row["state"] not in UNDECIDED]
    decided = (_with_end(_decided(row, saved, faces, answers), row, gone) for row in rows)
    return sorted(decided, key=lambda one: one.at, reverse=True)


def _with_end(decided: Decided, row: Row, gone: Mapping[str, Promise]) -> Decided:
    """With what became of what it saved."""
    end = gone.get(row.get("memory_id") or "") if row["state"] in GIVEN and change_type(row) != FORGET else None
    return replace(decided, notes=(*decided.notes, str(end))) if end else decided


def _decided(row: Row, saved: Mapping[str, Saved], faces: Faces, answers: Answers = NO_ANSWERS) -> Decided:
    state = ProposalState(row["state"])
    instead = saved.get(last_answer(row)) if state == ProposalState.AMENDED else None
    is_kept = state not in NOT_KEPT
    old, new = in_words(row.get("old_value") or ""), _or_others(row, _value_of(row))
    return Decided(
        field=_title_of(row.get("field") or ""),
        old=old if is_kept else "",
        new=new or ("" if is_kept else old),
        state=instead.label if instead else state.label,
        is_kept=is_kept,
        asked_by=", ".join(answers.askers_of_last(row) or _askers(row, faces)),
        at=_at(row.get("decided_at") or row["created_at"]),
        notes=answers.of_last(row),
    )


def _waiting(rows: Sequence[Row], faces: Faces) -> Decided:
    """One question, with all that is asked for."""
    each = [_decided(row, {}, faces) for row in rows]
    values, askers = (" / ".join(dict.fromkeys(one.new for one in each)), [one.asked_by for one in each])
    return replace(each[0], new=values, asked_by=", ".join(dict.fromkeys(askers)))


def _askers(row: Row, faces: Faces) -> list[str]:
    first = faces.of(row.get("actor_label") or "", _agent_of(row))
    return [first.name, *faces.also_asked(row.get("evidence") or [], row.get("new_value") or "", first)]


def _value_of(row: Row) -> str:
    """What was kept in the end, in the person's own words if they chose some, else what was asked for."""
    is_field = change_type(row) == SET
    is_kept = row["state"] == ProposalState.AMENDED or (is_field and row["state"] == ProposalState.WITHDRAWN)
    kept = row.get("kept_value") if is_kept else ""
    return kept or row.get("new_value") or ""


def _or_others(row: Row, value: str) -> str:
    """The value asked for; of an open question that took over earlier ones, those too."""
    others = [str(one.get("value") or "") for one in reversed(row.get("evidence") or [])]
    values = [value, *others] if row["state"] == ProposalState.PENDING else [value]
    return " / ".join(dict.fromkeys(in_words(one) for one in values if one))


def _title_of(field: str) -> str:
    """`identity.languages_spoken:Mandarin` is about the languages; a memory's own key tells a reader nothing."""
    category, _separator, key = field.partition(":")[0].partition(" in ")[0].rpartition(".")
    return str(capfirst(wording.field_name(key))) if category else ""


def _readers(events: Iterable[Row], faces: Faces) -> list[Reader]:
    """Without what the person asked themselves."""
    by_reader: dict[tuple[str, UUID | None], list[Row]] = {}
    by_others = [event for event in events if not ActorKind.PERSON.is_of(event["actor_label"])]
    for event in sorted(by_others, key=lambda row: row["created_at"], reverse=True):
        by_reader.setdefault((event["actor_label"], _agent_of(event)), []).append(event)
    return [_reader(faces.name(*reader), own) for reader, own in by_reader.items()]


def _agent_of(row: Row) -> UUID | None:
    return UUID(row["agent_id"]) if row.get("agent_id") else None


def _reader(name: str, events: Sequence[Row]) -> Reader:
    questions = Counter(wording.quoted_query(event["query"]) for event in events)
    shown = questions.most_common(QUESTIONS_OF_READER)
    last_at = _at(events[0]["created_at"])
    return Reader(name, len(events), last_at, shown, len(questions) - len(shown))


def _conversations(export: Mapping[str, Any], faces: Faces) -> list[Conversation]:
    """The latest first, each in its own order."""
    person_id = UUID(export["person"]["id"])
    titles = {session["id"]: session["title"] for session in export.get("sessions", [])}
    by_session: dict[str, list[Row]] = {}
    for turn in sorted(export.get("turns", []), key=lambda row: (row["occurred_at"], row["position"])):
        by_session.setdefault(turn["session_id"], []).append(turn)
    conversations = [
        Conversation(
            titles.get(session, ""), _at(own[0]["occurred_at"]), [_said(turn, faces, person_id) for turn in own]
        )
        for session, own in by_session.items()
    ]
    return sorted(conversations, key=lambda one: one.at, reverse=True)


def _said(turn: Row, faces: Faces, person_id: UUID) -> Said:
    who = faces.speaker(turn["role"], turn["speaker"], _agent_of(turn), person_id)
    return Said(who, wording.readable(turn["content"]), _at(turn["occurred_at"]))


def _texts(memories: Iterable[Row]) -> dict[str, str]:
    """What each version of a remembered memory says, and of the memory itself what it says now."""
    texts: dict[str, str] = {}
    for memory in memories:
        is_fact = memory["key"].startswith("fact:")
        versions = {row["id"]: wording.version_text(row["content"], is_fact=is_fact) for row in memory["versions"]}
        texts |= versions | {memory["id"]: _text_of(memory)}
    return texts


def _about(proposals: Iterable[Row]) -> dict[str, DecidedTexts]:
    """What each decision was about, by its id; one that undid another, what that one was about. By the request's id,
    what is asked for: those who asked may have withdrawn it without a decision."""
    texts: dict[str, DecidedTexts] = {}
    for row in proposals:
        texts[row["id"]] = _decided_texts(row, row.get("old_value") or "", row.get("new_value") or "")
        for one in row.get("decisions", []):
            answer = undone_by(row, one) or one
            texts[one["id"]] = _decided_texts(row, stood_before(row, answer), kept_by(row, answer))
    return texts


def _decided_texts(row: Row, old: str, value: str) -> DecidedTexts:
    return DecidedTexts(quotable(old), _titled(row.get("field") or "", value), change_type(row))


def _titled(field: str, value: str) -> str:
    text = quotable(value)
    title = _title_of(field) if text else ""
    return labelled(title, text) if title else text


def _at(text: str) -> datetime:
    return datetime.fromisoformat(text)

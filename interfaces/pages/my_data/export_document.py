"""The readable export: memories by subject, decisions, readers and conversations, as one document."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst

from interfaces.pages.cards.later_changes import later_in
from interfaces.pages.memories.restored_texts import restored_in
from interfaces.pages.my_data.export_amendments import change_type, saved_in, saved_value_at, undone_by, value_before
from interfaces.pages.my_data.export_answers import answers_in
from interfaces.pages.my_data.export_decisions import (
    agent_of,
    all_decided,
    open_question,
    parse_time,
    request_sentence,
    title_of,
)
from interfaces.pages.my_data.export_history import DecidedTexts, EntryWriter, Row, days_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import changed_in_words, quotable, text_alone
from interfaces.plain_words import labelled
from memories.models.choices import DEFAULT_CATEGORY, LifecycleState, MemoryType, Trust, ValidationStatus
from workspaces.actors import ActorKind

QUESTIONS_OF_READER = 25


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
class Reader:
    """An assistant, how often it read, and its questions with their counts, most frequent first; `others` counts the
    questions that are left out."""

    who: str
    count: int
    last_at: datetime
    questions: Sequence[tuple[str, int]]
    others: int


@dataclass(frozen=True, slots=True)
class Message:
    who: Promise | str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    title: str
    at: datetime
    turns: Sequence[Message]


def document_of(
    export: Mapping[str, Any],
    *,
    now: datetime,
    faces: Faces,
    questions: Sequence[Sequence[UUID]],
    sources: Mapping[str, Promise | str],
) -> dict[str, Any]:
    """Build the template's context from the JSON of `write_export`. `questions` are the open requests grouped as in the
    inbox; `sources` are the origins of memories by their ids."""
    current = [row for row in export.get("memories", []) if _is_current(row, now)]
    wrong = {row["id"] for row in current if row["validation_status"] == ValidationStatus.REJECTED}
    remembered = [row for row in current if row["id"] not in wrong]
    requests = [row for row in export.get("proposals", []) if not row.get("is_muted")]
    proposals = sorted(requests, key=lambda row: row["created_at"], reverse=True)
    by_id = {UUID(row["id"]): row for row in proposals}
    saved, answers = saved_in(proposals), answers_in(proposals, faces)
    later = later_in(export, answers.undone)
    return {
        "person": export["person"],
        "now": now,
        "total": len(remembered),
        "subjects": _subjects(remembered, restored_in(export, answers.undone), sources),
        "decided": all_decided(proposals, saved, faces, answers, later),
        "waiting": [open_question([by_id[one] for one in ids if one in by_id], proposals, faces) for ids in questions],
        "readers": _readers(export.get("retrieval_events", []), faces),
        "conversations": _conversations(export, faces),
        "tasks": [(row["title"], row["status"], parse_time(row["updated_at"])) for row in export.get("tasks", [])],
        "files": [(row["name"], parse_time(row["created_at"])) for row in export.get("artifacts", [])],
        "days": days_of(
            export.get("history", []),
            EntryWriter(
                _texts(current),
                wrong,
                _about(proposals, faces),
                saved,
                answers.notes,
                answers.undone,
                answers.unchanged,
                answers.merged,
                faces,
            ),
        ),
    }


def _is_current(memory: Row, now: datetime) -> bool:
    """Whether a memory is in the document. Forgotten, undone and expired ones are in the JSON file alone; the history
    lists those marked as wrong."""
    expires_at = memory.get("expires_at")
    is_over = expires_at is not None and parse_time(expires_at) <= now
    return memory["state"] == LifecycleState.ACTIVE and not is_over


def _subjects(memories: Sequence[Row], restored: Container[str], sources: Mapping[str, Promise | str]) -> list[Subject]:
    """Return subjects with facts first and General last, else the largest first; in each, the latest change first."""
    by_subject: dict[str, list[Row]] = {}
    for memory in sorted(memories, key=lambda row: row["updated_at"], reverse=True):
        by_subject.setdefault(memory["category"], []).append(memory)
    ordered = sorted(by_subject.items(), key=lambda pair: (_place_of(*pair), -len(pair[1]), pair[0]))
    return [
        Subject(capfirst(wording.field_name(name)), [_remembered(row, restored, sources) for row in own])
        for name, own in ordered
    ]


def _place_of(category: str, memories: Sequence[Row]) -> int:
    if category == DEFAULT_CATEGORY[MemoryType.SEMANTIC]:
        return 2
    return 0 if any(memory["key"].startswith("fact:") for memory in memories) else 1


def _remembered(memory: Row, restored: Container[str], sources: Mapping[str, Promise | str]) -> Remembered:
    return Remembered(_text_of(memory), sources.get(memory["id"], ""), _since(memory, restored))


def _since(memory: Row, restored: Container[str]) -> datetime:
    """Return when the memory was confirmed, or else written; where undoing an answer restored its text, when that was
    first written."""
    current = _current_of(memory)
    if memory["id"] in restored and current:
        same = [one for one in memory["versions"] if one.get("content") == current.get("content")]
        return min(parse_time(one["ingested_at"]) for one in same)
    is_confirmed = memory["trust"] == Trust.PERSON and memory["validation_status"] == ValidationStatus.VERIFIED
    written_at = not is_confirmed and current.get("ingested_at")
    return parse_time(written_at or memory["updated_at"])


def _text_of(memory: Row) -> str:
    return wording.version_text(str(_current_of(memory).get("content", "")), is_fact=memory["key"].startswith("fact:"))


def _current_of(memory: Row) -> Row:
    """Return the version with its present text; empty where there is none."""
    return next((one for one in memory["versions"] if one["id"] == memory["current_id"]), {})


def _readers(events: Iterable[Row], faces: Faces) -> list[Reader]:
    """Return the readers, without the person's own questions."""
    by_reader: dict[tuple[str, UUID | None], list[Row]] = {}
    by_others = [event for event in events if not ActorKind.PERSON.is_of(event["actor_label"])]
    for event in sorted(by_others, key=lambda row: row["created_at"], reverse=True):
        by_reader.setdefault((event["actor_label"], agent_of(event)), []).append(event)
    return [_reader(faces.name(*reader), own) for reader, own in by_reader.items()]


def _reader(name: str, events: Sequence[Row]) -> Reader:
    questions = Counter(wording.quoted_query(event["query"]) for event in events)
    shown = questions.most_common(QUESTIONS_OF_READER)
    last_at = parse_time(events[0]["created_at"])
    return Reader(name, len(events), last_at, shown, len(questions) - len(shown))


def _conversations(export: Mapping[str, Any], faces: Faces) -> list[Conversation]:
    """Return the conversations, latest first, each in its own order."""
    person_id = UUID(export["person"]["id"])
    titles = {session["id"]: session["title"] for session in export.get("sessions", [])}
    by_session: dict[str, list[Row]] = {}
    for turn in sorted(export.get("turns", []), key=lambda row: (row["occurred_at"], row["position"])):
        by_session.setdefault(turn["session_id"], []).append(turn)
    conversations = [
        Conversation(
            titles.get(session, ""),
            parse_time(own[0]["occurred_at"]),
            [_message(turn, faces, person_id) for turn in own],
        )
        for session, own in by_session.items()
    ]
    return sorted(conversations, key=lambda one: one.at, reverse=True)


def _message(turn: Row, faces: Faces, person_id: UUID) -> Message:
    who = faces.speaker(turn["role"], turn["speaker"], agent_of(turn), person_id)
    return Message(who, wording.readable(turn["content"]), parse_time(turn["occurred_at"]))


def _texts(memories: Iterable[Row]) -> dict[str, str]:
    """Return the text of each version by its id, and the present text of each memory by the memory's id."""
    texts: dict[str, str] = {}
    for memory in memories:
        is_fact = memory["key"].startswith("fact:")
        versions = {row["id"]: wording.version_text(row["content"], is_fact=is_fact) for row in memory["versions"]}
        texts |= versions | {memory["id"]: _text_of(memory)}
    return texts


def _about(proposals: Iterable[Row], faces: Faces) -> dict[str, DecidedTexts]:
    """Return the texts of each decision by its id; a withdrawal has those of the decision that it undid. By the
    request's id, the requested texts: a requester may have withdrawn it without a decision."""
    texts: dict[str, DecidedTexts] = {}
    for row in proposals:
        texts[row["id"]] = _decided_texts(row, row.get("old_value") or "", row.get("new_value") or "", faces)
        for one in row.get("decisions", []):
            answer = undone_by(row, one) or one
            texts[one["id"]] = _decided_texts(row, value_before(row, answer), saved_value_at(row, answer), faces)
    return texts


def _decided_texts(row: Row, old: str, value: str, faces: Faces) -> DecidedTexts:
    if request := request_sentence(row, faces):
        text, title = changed_in_words(old, value) if value else "", title_of(row.get("field") or "")
        return DecidedTexts(text_alone(old), text, change_type(row), request, title)
    return DecidedTexts(_titled(row.get("field") or "", old), _titled(row.get("field") or "", value), change_type(row))


def _titled(field: str, value: str) -> str:
    text = quotable(value)
    title = title_of(field) if text else ""
    return labelled(title, text) if title else text

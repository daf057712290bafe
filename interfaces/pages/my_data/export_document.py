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
from interfaces.pages.my_data.export_amendments import change_type, kept_by, saved_in, stood_before, undone_by
from interfaces.pages.my_data.export_answers import answers_in
from interfaces.pages.my_data.export_decisions import agent_of, all_decided, asked_in, moment_of, title_of, waiting
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
    export: Mapping[str, Any],
    *,
    now: datetime,
    faces: Faces,
    questions: Sequence[Sequence[UUID]],
    sources: Mapping[str, Promise | str],
) -> dict[str, Any]:
    """The template's context, from the JSON of `write_export`; `questions` are the open requests as the inbox has
    them, those that are one question together, and `sources` say by the ids of memories where each comes from."""
    standing = [row for row in export.get("memories", []) if _is_standing(row, now)]
    wrong = {row["id"] for row in standing if row["validation_status"] == ValidationStatus.REJECTED}
    remembered = [row for row in standing if row["id"] not in wrong]
    asked = [row for row in export.get("proposals", []) if not row.get("is_muted")]
    proposals = sorted(asked, key=lambda row: row["created_at"], reverse=True)
    by_id = {UUID(row["id"]): row for row in proposals}
    saved, answers = saved_in(proposals), answers_in(proposals, faces)
    later = later_in(export, answers.undone)
    return {
        "person": export["person"],
        "now": now,
        "total": len(remembered),
        "subjects": _subjects(remembered, restored_in(export, answers.undone), sources),
        "decided": all_decided(proposals, saved, faces, answers, later),
        "waiting": [waiting([by_id[one] for one in ids if one in by_id], proposals, faces) for ids in questions],
        "readers": _readers(export.get("retrieval_events", []), faces),
        "conversations": _conversations(export, faces),
        "tasks": [(row["title"], row["status"], moment_of(row["updated_at"])) for row in export.get("tasks", [])],
        "files": [(row["name"], moment_of(row["created_at"])) for row in export.get("artifacts", [])],
        "days": days_of(
            export.get("history", []),
            EntryWriter(
                _texts(standing),
                wrong,
                _about(proposals, faces),
                saved,
                answers.notes,
                answers.undone,
                answers.kept,
                answers.untold,
                faces,
            ),
        ),
    }


def _is_standing(memory: Row, now: datetime) -> bool:
    """What was forgotten, undone or has expired is in the JSON file alone; of what was marked as wrong, the history
    tells."""
    expires_at = memory.get("expires_at")
    is_over = expires_at is not None and moment_of(expires_at) <= now
    return memory["state"] == LifecycleState.ACTIVE and not is_over


def _subjects(memories: Sequence[Row], put_back: Container[str], sources: Mapping[str, Promise | str]) -> list[Subject]:
    """Those with facts first and what lies in General last, else the largest first; within each what changed last
    first."""
    by_subject: dict[str, list[Row]] = {}
    for memory in sorted(memories, key=lambda row: row["updated_at"], reverse=True):
        by_subject.setdefault(memory["category"], []).append(memory)
    ordered = sorted(by_subject.items(), key=lambda pair: (_place_of(*pair), -len(pair[1]), pair[0]))
    return [
        Subject(capfirst(wording.field_name(name)), [_remembered(row, put_back, sources) for row in own])
        for name, own in ordered
    ]


def _place_of(category: str, memories: Sequence[Row]) -> int:
    if category == DEFAULT_CATEGORY[MemoryType.SEMANTIC]:
        return 2
    return 0 if any(memory["key"].startswith("fact:") for memory in memories) else 1


def _remembered(memory: Row, put_back: Container[str], sources: Mapping[str, Promise | str]) -> Remembered:
    return Remembered(_text_of(memory), sources.get(memory["id"], ""), _since(memory, put_back))


def _since(memory: Row, put_back: Container[str]) -> datetime:
    """When it was confirmed or else written; where undoing an answer put its text back, when that was first written."""
    current = _current_of(memory)
    if memory["id"] in put_back and current:
        same = [one for one in memory["versions"] if one.get("content") == current.get("content")]
        return min(moment_of(one["ingested_at"]) for one in same)
    is_confirmed = memory["trust"] == Trust.PERSON and memory["validation_status"] == ValidationStatus.VERIFIED
    written_at = not is_confirmed and current.get("ingested_at")
    return moment_of(written_at or memory["updated_at"])


def _text_of(memory: Row) -> str:
    return wording.version_text(str(_current_of(memory).get("content", "")), is_fact=memory["key"].startswith("fact:"))


def _current_of(memory: Row) -> Row:
    """The version that holds its present text; empty where there is none."""
    return next((one for one in memory["versions"] if one["id"] == memory["current_id"]), {})


def _readers(events: Iterable[Row], faces: Faces) -> list[Reader]:
    """Without what the person asked themselves."""
    by_reader: dict[tuple[str, UUID | None], list[Row]] = {}
    by_others = [event for event in events if not ActorKind.PERSON.is_of(event["actor_label"])]
    for event in sorted(by_others, key=lambda row: row["created_at"], reverse=True):
        by_reader.setdefault((event["actor_label"], agent_of(event)), []).append(event)
    return [_reader(faces.name(*reader), own) for reader, own in by_reader.items()]


def _reader(name: str, events: Sequence[Row]) -> Reader:
    questions = Counter(wording.quoted_query(event["query"]) for event in events)
    shown = questions.most_common(QUESTIONS_OF_READER)
    last_at = moment_of(events[0]["created_at"])
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
            titles.get(session, ""), moment_of(own[0]["occurred_at"]), [_said(turn, faces, person_id) for turn in own]
        )
        for session, own in by_session.items()
    ]
    return sorted(conversations, key=lambda one: one.at, reverse=True)


def _said(turn: Row, faces: Faces, person_id: UUID) -> Said:
    who = faces.speaker(turn["role"], turn["speaker"], agent_of(turn), person_id)
    return Said(who, wording.readable(turn["content"]), moment_of(turn["occurred_at"]))


def _texts(memories: Iterable[Row]) -> dict[str, str]:
    """What each version of a memory says, and of the memory itself what it says now."""
    texts: dict[str, str] = {}
    for memory in memories:
        is_fact = memory["key"].startswith("fact:")
        versions = {row["id"]: wording.version_text(row["content"], is_fact=is_fact) for row in memory["versions"]}
        texts |= versions | {memory["id"]: _text_of(memory)}
    return texts


def _about(proposals: Iterable[Row], faces: Faces) -> dict[str, DecidedTexts]:
    """What each decision was about, by its id; one that undid another, what that one was about. By the request's id,
    what is asked for: those who asked may have withdrawn it without a decision."""
    texts: dict[str, DecidedTexts] = {}
    for row in proposals:
        texts[row["id"]] = _decided_texts(row, row.get("old_value") or "", row.get("new_value") or "", faces)
        for one in row.get("decisions", []):
            answer = undone_by(row, one) or one
            texts[one["id"]] = _decided_texts(row, stood_before(row, answer), kept_by(row, answer), faces)
    return texts


def _decided_texts(row: Row, old: str, value: str, faces: Faces) -> DecidedTexts:
    if asked := asked_in(row, faces):
        text, title = changed_in_words(old, value) if value else "", title_of(row.get("field") or "")
        return DecidedTexts(text_alone(old), text, change_type(row), asked, title)
    return DecidedTexts(_titled(row.get("field") or "", old), _titled(row.get("field") or "", value), change_type(row))


def _titled(field: str, value: str) -> str:
    text = quotable(value)
    title = title_of(field) if text else ""
    return labelled(title, text) if title else text

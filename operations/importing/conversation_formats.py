"""Reading recorded conversations in two formats (R22)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop
from pydantic import ValidationError

from conversations.drafts import TurnDraft
from operations.importing.problems import Problem, of_validation

NO_TURN = gettext_noop("Line %(number)s is not a turn: %(what)s")


class UnknownFormat(ValueError):
    """The file is not of its format; `problem` names the place."""

    def __init__(self, text: str, **named: str | int | Problem) -> None:
        super().__init__(text)
        self.problem = Problem(text, named)

    def __str__(self) -> str:
        return str(self.problem)


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """One session of a recorded conversation; its `external_id` makes repeated imports change nothing.

    `title` is what it was called there, of any length.
    """

    external_id: str
    turns: tuple[TurnDraft, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A recorded conversation: who took part, and its sessions in order; `unread` says what could not be read of it."""

    name: str
    speakers: tuple[str, ...]
    sessions: tuple[ImportedSession, ...]
    unread: tuple[Problem, ...] = ()

    @property
    def turn_count(self) -> int:
        return sum(len(session.turns) for session in self.sessions)


def read(path: Path) -> list[ImportedConversation]:
    """The conversations of a file: LoCoMo JSON (one or a list of them) or JSON lines of turns. Raises UnknownFormat."""
    text = path.read_text(encoding="utf-8")
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        return [_from_lines(path.stem, text)]
    if isinstance(document, dict) and {"role", "content"} & document.keys():
        return [_from_lines(path.stem, text)]
    items = document if isinstance(document, list) else [document]
    return [_from_locomo(item, index) for index, item in enumerate(items)]


def _from_lines(name: str, text: str) -> ImportedConversation:
    """JSON lines: one turn each, with the fields of the REST API and an optional `session`. Raises UnknownFormat where
    none can be read."""
    sessions: dict[str, list[TurnDraft]] = {}
    unread = list[Problem]()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                session, turn = _line(line, number, name)
            except UnknownFormat as error:
                unread.append(error.problem)
            else:
                sessions.setdefault(session, []).append(turn)
    if unread and not sessions:
        raise UnknownFormat(unread[0].text, **unread[0].named)
    speakers = dict.fromkeys(turn.speaker for turns in sessions.values() for turn in turns if turn.speaker)
    found = tuple(ImportedSession(session, tuple(turns)) for session, turns in sessions.items())
    return ImportedConversation(name, tuple(speakers), found, tuple(unread))


def _line(line: str, number: int, name: str) -> tuple[str, TurnDraft]:
    try:
        fields = json.loads(line)
        session = str(fields.pop("session", name))
        fields.setdefault("external_id", f"{session}:{number}")
        return session, TurnDraft.model_validate(fields)
    except ValidationError as error:
        raise UnknownFormat(NO_TURN, number=number, what=of_validation(error)) from error
    except (json.JSONDecodeError, AttributeError, TypeError) as error:
        raise UnknownFormat(NO_TURN, number=number, what=str(error)) from error


def _from_locomo(item: Any, index: int) -> ImportedConversation:
    try:
        talk = item["conversation"]
        name = str(item.get("sample_id", f"conversation-{index + 1}"))
        sessions = tuple(_locomo_sessions(name, talk))
        return ImportedConversation(name, (talk["speaker_a"], talk["speaker_b"]), sessions)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UnknownFormat(f"Entry {index + 1} is not a LoCoMo conversation: {error!r}") from error


def _locomo_sessions(name: str, talk: dict[str, Any]) -> Iterator[ImportedSession]:
    number = 1
    while f"session_{number}_date_time" in talk:
        occurred_at = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(
            tzinfo=UTC
        )
        turns = tuple(_locomo_turn(turn, occurred_at) for turn in talk.get(f"session_{number}") or [])
        if turns:
            yield ImportedSession(f"{name}/session_{number}", turns)
        number += 1


def _locomo_turn(turn: dict[str, Any], occurred_at: datetime) -> TurnDraft:
    caption = turn.get("blip_caption")
    shared = f" [shared an image: {caption}]" if caption else ""
    return TurnDraft(
        speaker=turn["speaker"],
        content=f"{turn['text']}{shared}",
        occurred_at=occurred_at,
        external_id=turn["dia_id"],
    )

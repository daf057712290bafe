"""A framework's conversation, kept exactly: one checkpoint of a person's thread; what was said becomes turns too."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID

from memory_server.calls import Call, model, segment
from memory_server.errors import NotFound, PreconditionFailed
from memory_server.flows import Flow
from memory_server.models import SessionOut
from memory_server.transport import Answer

T = TypeVar("T")
ATTEMPTS = 10
TURNS_A_CALL = 100
LARGE = {"Content-Type": "application/vnd.checkpoint+json"}


@dataclass(slots=True)
class Stored:
    """`items` and `more` are whatever JSON a framework keeps; `tag` is None where nothing is stored yet."""

    items: list[Any] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A message for the person's memory; one of a known `external_id` is stored once."""

    role: str
    content: str
    external_id: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """One thread of a person, by its name."""

    user_id: UUID | str
    name: str

    def load(self) -> Flow[Stored]:
        try:
            stored: Stored = yield Call("GET", self._path, _stored)
        except NotFound:
            return Stored()
        return stored

    def change(self, edit: Callable[[Stored], T]) -> Flow[T]:
        """Change what is stored; `edit` may run again when somebody else was faster."""
        for _ in range(ATTEMPTS):
            stored = yield from self.load()
            result = edit(stored)
            try:
                yield self._save(stored)
            except PreconditionFailed:
                continue
            return result
        raise TimeoutError(f"Others keep changing {self.name}.")

    def delete(self) -> Flow[None]:
        yield Call("DELETE", self._path, _nothing, is_repeatable=False)

    def say(self, messages: Sequence[Said]) -> Flow[None]:
        """Record messages as turns of the conversation, from which the server learns."""
        turns = [_turn(one) for one in messages if one.content.strip()]
        if not turns:
            return
        body = {"user_id": str(self.user_id), "external_id": self.name}
        session = yield Call("POST", "/sessions", model(SessionOut), body=body)
        for start in range(0, len(turns), TURNS_A_CALL):
            part = {"turns": turns[start : start + TURNS_A_CALL]}
            yield Call("POST", f"/sessions/{session.id}/turns", _nothing, body=part)

    def _save(self, stored: Stored) -> Call[None]:
        # As texts, because the database keeps neither the order of members nor every character.
        state = {"items": [json.dumps(item) for item in stored.items], "more": json.dumps(stored.more)}
        headers = LARGE | ({"If-Match": stored.tag} if stored.tag else {})
        return Call("PUT", self._path, _nothing, body={"checkpoint": state}, headers=headers, is_repeatable=False)

    @property
    def _path(self) -> str:
        return f"/users/{segment(self.user_id)}/checkpoints/{segment(self.name)}"


def _stored(response: Answer) -> Stored:
    state = response.json()["checkpoint"]
    items = [json.loads(item) for item in state["items"]]
    return Stored(items, json.loads(state["more"]), response.headers["ETag"])


def _turn(message: Said) -> dict[str, str]:
    turn = {"role": message.role, "content": message.content}
    return turn | {
        name: value for name, value in (("external_id", message.external_id), ("speaker", message.speaker)) if value
    }


def _nothing(response: Answer) -> None:
    return None

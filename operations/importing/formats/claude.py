"""Claude's export: `conversations.json`, each conversation a list of messages."""

from collections.abc import Iterator
from typing import Any

from conversations.drafts import TurnDraft
from operations.importing.formats.files import objects, read_document, turns_of
from operations.importing.records import Import, ImportedSession, Records, UnknownFormat

ROLES = {"human": "user", "assistant": "assistant"}


def read(source: Import) -> Records:
    """What was said in each conversation. Raises UnknownFormat, OSError."""
    for number, talk in enumerate(objects(read_document(source, "conversations.json"), "The export"), 1):
        try:
            turns = tuple(turn for message in talk["chat_messages"] for turn in _turns(message))
            name = f"claude/{talk['uuid']}"
        except (KeyError, TypeError, AttributeError) as error:
            raise UnknownFormat(f"Conversation {number} is not one of Claude's: {error!r}") from error
        if turns:
            yield ImportedSession(name, turns)


def _turns(message: dict[str, Any]) -> Iterator[TurnDraft]:
    role = ROLES.get(message["sender"])
    if role is not None:
        at = message.get("created_at")
        yield from turns_of(_text(message), role=role, occurred_at=at, external_id=message["uuid"])


def _text(message: dict[str, Any]) -> str:
    """Without what tools were asked and answered; newer exports have it in blocks."""
    blocks = [block.get("text") or "" for block in message.get("content") or () if block.get("type") == "text"]
    return "\n".join(blocks) or message.get("text") or ""

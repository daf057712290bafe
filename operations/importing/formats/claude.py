"""Claude's export: `conversations.json`, each conversation a list of messages."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_noop as _

from conversations.drafts import TurnDraft
from operations.importing.formats.files import conversation, entries, read_document, records_of, some_of, turns_of
from operations.importing.records import Import, Records

ROLES = {"human": "user", "assistant": "assistant"}
OTHER = _("Conversation %(number)s is not one of Claude’s: %(what)s.")


def read(source: Import) -> Records:
    """Yield the messages of each conversation. Raises UnknownFormat, OSError."""
    talks = entries(read_document(source, "conversations.json"), source.name)
    yield from some_of(records_of(talks, _conversation, OTHER))


def _conversation(talk: dict[str, Any], number: int) -> Records:
    name, messages = f"claude/{talk['uuid']}", talk["chat_messages"]
    if not isinstance(messages, list):
        raise TypeError
    return conversation(name, talk.get("name"), messages, _turns, number)


def _turns(message: dict[str, Any]) -> Iterator[TurnDraft]:
    role = ROLES.get(message["sender"])
    if role is not None:
        at = message.get("created_at")
        yield from turns_of(_text(message), role=role, occurred_at=at, external_id=message["uuid"])


def _text(message: dict[str, Any]) -> str:
    """Return the text without tool calls and results; newer exports have it in blocks."""
    blocks = [block.get("text") or "" for block in message.get("content") or () if block.get("type") == "text"]
    return "\n".join(blocks) or message.get("text") or ""

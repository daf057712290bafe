"""ChatGPT's export: `conversations.json`, each conversation a tree of messages with one branch that is shown."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext_noop as _

from conversations.drafts import TurnDraft
from operations.importing.formats.files import (
    at_time,
    conversation,
    entries,
    read_document,
    records_of,
    some_of,
    turns_of,
)
from operations.importing.records import Import, Records

ROLES = ("user", "assistant")
TEXTS = ("text", "multimodal_text")
OTHER = _("Conversation %(number)s is not one of ChatGPT’s: %(what)s.")


def read(source: Import) -> Records:
    """Yield the messages of each conversation, on the branch last shown. Raises UnknownFormat, OSError."""
    talks = entries(read_document(source, "conversations.json"), source.name)
    yield from some_of(records_of(talks, _conversation, OTHER))


def _conversation(talk: dict[str, Any], number: int) -> Records:
    name, branch = str(talk.get("conversation_id") or talk["id"]), _branch(talk)
    return conversation(f"chatgpt/{name}", talk.get("title"), branch, partial(_turns, talk=talk), number)


def _branch(talk: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the messages from the first to `current_node`; other branches are regenerated answers."""
    nodes, found, seen = dict(talk["mapping"].items()), [], set()
    place = talk.get("current_node") or next((key for key in reversed(nodes) if not nodes[key]["children"]), None)
    while place in nodes and place not in seen:
        seen.add(place)
        node = nodes[place]
        if node.get("message"):
            found.append(node["message"])
        place = node.get("parent")
    return found[::-1]


def _turns(message: dict[str, Any], talk: dict[str, Any]) -> Iterator[TurnDraft]:
    role, content = message["author"]["role"], message["content"]
    is_hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    if role not in ROLES or is_hidden or content.get("content_type") not in TEXTS:
        return
    text = "\n".join(part for part in content.get("parts") or () if isinstance(part, str))
    at = at_time(message.get("create_time")) or at_time(talk.get("create_time"))
    yield from turns_of(text, role=role, occurred_at=at, external_id=str(message["id"]))

"""The values of the key-value store (000, LangGraph's store) as memories, and back.

A value is a JSON object. Its text under "content", or else "text", is the memory's content; the other members are
stored in its metadata. A value without such a text is stored whole as compact JSON. So a text is stored once, and what
a person corrects or has cut out of it is so for the store too.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

from memories.models import MemoryVersion

VALUE: Final = "store_value"
TEXT_FIELD: Final = "store_text"
TEXT_FIELDS: Final = ("content", "text")


@dataclass(frozen=True, slots=True)
class StoredValue:
    """What a value becomes: the content and the metadata of a memory."""

    content: str
    metadata: dict[str, Any]


def to_memory(value: dict[str, Any]) -> StoredValue:
    field = next((name for name in TEXT_FIELDS if _is_text(value.get(name))), "")
    if not field:
        return StoredValue(_compact(value), {VALUE: value})
    rest = {name: inner for name, inner in value.items() if name != field}
    return StoredValue(value[field], {VALUE: rest, TEXT_FIELD: field})


def holds(member: Mapping[str, Any]) -> Q:
    """A version whose store value has this member, or its metadata has, or the metadata of what was not put here."""
    condition = Q()
    for place in ({VALUE: member}, {VALUE: {"metadata": member}}, member):
        condition |= Q(metadata__contains=place)
    for name in TEXT_FIELDS:
        if isinstance(member.get(name), str):
            condition |= Q(content=member[name])
    return condition


def to_value(version: MemoryVersion) -> dict[str, Any]:
    """The value that was put; of a memory that was not put here, its content and metadata."""
    kept = version.metadata.get(VALUE)
    if not isinstance(kept, dict):
        return {"content": version.content, **({"metadata": version.metadata} if version.metadata else {})}
    if field := version.metadata.get(TEXT_FIELD):
        return {**kept, str(field): version.content}
    return kept if _compact(kept) == version.content else _changed(version.content)


def _changed(content: str) -> dict[str, Any]:
    """A value that stands in the content alone, for a person has rewritten it."""
    try:
        value = json.loads(content)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"content": content}


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

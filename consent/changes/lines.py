"""Renders a memory as one line for each field, and the difference of two states as the person is shown it (R32)."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from memories.actions.writer import Content, bullet_of
from memories.models import Artifact, Memory, MemoryVersion, Merge, Relation
from memories.models.choices import DEFAULT_CATEGORY, DetectedBy, MemoryType, RelationType
from memories.store_items import TEXT_FIELD, TEXT_FIELDS, VALUE
from workspaces.sensitivity import INTERNAL

# Values by field name in the order shown; the text itself has the empty name.
Lines = dict[str, str]
TEXT = ""
EVIDENCE, RAW_FORM, SAID_BY, OBJECT = "Evidence", "Raw form", "Said by", "Object, "
ATTRIBUTES = (
    "memory_type", "category", "sensitivity", "importance", "confidence", "pinned", "expires_at", "occurred_at",
    "source_label", "actor_id", "run_id", "role", "source_state", "author",
)  # fmt: skip
# For a fact these follow from its field and from who said it.
NOT_OF_FACTS = frozenset({"memory_type", "category", "importance", "confidence"})
# Weights say nothing about the person; only a change of a stored memory's weight is shown.
MEASURES = frozenset({"Importance", "Confidence"})
USUAL: Mapping[str, Collection[str]] = {
    "Memory type": {MemoryType.SEMANTIC},
    "Sensitivity": {INTERNAL},
    # How the key-value store stores a value that is only its text.
    f"Metadata, {VALUE}": {"{}"},
    f"Metadata, {TEXT_FIELD}": TEXT_FIELDS,
}


def label(name: str) -> str:
    return name.replace("_", " ").capitalize()


# Names of the lines below a text.
_SOURCES = (RelationType.DERIVED_FROM, RelationType.DEPENDS_ON)
_LABELS = frozenset(
    {"Title", "Summary", "Tags", RAW_FORM, SAID_BY, EVIDENCE, *(label(name) for name in (*_SOURCES, *ATTRIBUTES))}
)


# Prefixes of names that contain a further name.
_LABEL_PREFIXES = ("Metadata, ", OBJECT, *(f"{label(kind)}, " for kind in RelationType))


def split_shown(shown: str) -> tuple[str, str]:
    """Split what a person is shown into the text and the lines of other fields below it."""
    text, gap, last = shown.rpartition("\n\n")
    is_below = gap and all(map(_is_labelled, last.split("\n")))
    return (text, last) if is_below else (shown, "")


def _is_labelled(line: str) -> bool:
    name = line.partition(": ")[0]
    return name in _LABELS or name.startswith(_LABEL_PREFIXES)


def compared_texts(before: Lines, after: Lines) -> tuple[str, str]:
    """Return both texts, each with a line for every field that differs from the other."""
    names = {name for name in {**before, **after} if before.get(name) != after.get(name)}
    if not before or not after:
        before, after = _without_defaults(before), _without_defaults(after)
    return _as_text(before, names), _as_text(after, names)


def _without_defaults(lines: Lines) -> Lines:
    """Return the lines of a whole memory without default values and weights."""
    usual = {**USUAL, "Category": {DEFAULT_CATEGORY[MemoryType(lines.get("Memory type", MemoryType.SEMANTIC))]}}
    return {name: text for name, text in lines.items() if name not in MEASURES and text not in usual.get(name, ())}


def _as_text(lines: Lines, names: set[str]) -> str:
    named = [f"{name}: {text}" for name, text in lines.items() if name in names and name != TEXT]
    return "\n\n".join(part for part in (lines.get(TEXT, ""), "\n".join(named)) if part)


def lines_of(memory: Memory, says: Content | MemoryVersion | None = None, **attributes: Any) -> Lines:
    """Return the lines of a memory as stored, or with these contents and attributes."""
    head = copy(memory)
    for name, value in attributes.items():
        setattr(head, name, value)
    contents = says or memory.current
    lines = dict(_content_lines(contents, is_fact=memory.is_fact)) if contents else {}
    lines |= {label(name): _text(getattr(head, name)) for name in ATTRIBUTES if _is_shown(name, memory)}
    lines["Tags"] = ", ".join(head.tags)
    return {name: text for name, text in lines.items() if text}


def _is_shown(name: str, memory: Memory) -> bool:
    return not (memory.is_fact and name in NOT_OF_FACTS)


def _content_lines(says: Content | MemoryVersion, *, is_fact: bool) -> Iterator[tuple[str, str]]:
    yield TEXT, says.content.partition(": ")[2] if is_fact else says.content
    yield "Title", says.title
    yield "Summary", says.summary
    for name, value in sorted(says.metadata.items()):
        yield f"Metadata, {name}", _json(value)
    for name, value in sorted((says.payload or {}).items()):
        if not all(leaf in says.content for leaf in _leaves(value)):
            yield f"{OBJECT}{name}", _json(value)
    yield RAW_FORM, says.raw_pointer


def _leaves(value: Any) -> Iterator[str]:
    """Yield the strings of a payload; the text of a source object is rendered from most of them."""
    if isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(each)
    elif value is not None:
        yield str(value)


def texts_beside(memory: Memory, label: str) -> Lines:
    """Return the lines of another memory that is restored or forgotten too, under a label of its own."""
    lines = _without_defaults(lines_of(memory))
    return {f"{label}, {name.lower()}" if name else label: text for name, text in lines.items()}


def merged_into(memory: Memory) -> Lines:
    """Return the lines of memories that were merged into one: they say the same, and are forgotten with it."""
    merges = Merge.objects.active().filter(kept=memory).select_related("absorbed__current").order_by("id")
    along: Lines = {}
    for merge in merges:
        along |= texts_beside(merge.absorbed, f"Merged into it, {merge.absorbed.key}")
    return along


def link_line(relation_type: str, other: Memory, relation: Relation | None = None, strength: float = 1.0) -> Lines:
    """Return the line of an edge: its kind, the memory at its other end, and its strength."""
    weight = relation.strength if relation else strength
    is_found = relation is not None and relation.detected_by != DetectedBy.MANUAL
    detail = f"strength {weight:g}" + (", found automatically" if is_found else "")
    return {f"{label(relation_type)}, {other.key}": f"{bullet_of(other)} ({detail})"}


def evidence_line(artifacts: Iterable[Artifact]) -> Lines:
    """Return the line that names artifacts, with the addresses of those that are stored elsewhere."""
    contents = [(each.name, "" if each.name and each.is_stored else each.storage_uri) for each in artifacts]
    names = sorted(" ".join(filter(None, pair)) for pair in contents)
    return {EVIDENCE: ", ".join(names)} if names else {}


def source_line(kind: str, ids: Iterable[UUID]) -> Lines:
    """Return the line with the keys of the memories that one depends on."""
    keys = sorted(Memory.objects.filter(id__in=list(ids)).values_list("key", flat=True))
    return {label(kind): ", ".join(keys)} if keys else {}


def _text(value: Any) -> str:
    """Format an attribute; empty if it is not set."""
    if value in (None, "", False, {}):
        return ""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return "yes" if value is True else _json(value)


def _json(value: Any) -> str:
    """Format a text as it is, and an empty or other value as JSON, so that every name has a visible value."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False, sort_keys=True)

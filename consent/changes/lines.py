"""What is remembered in one place, as a line for every field, and what the person is shown of two states (R32)."""

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

# By name, the text itself under none: in the order in which they are shown.
Lines = dict[str, str]
TEXT = ""
EVIDENCE, RAW_FORM, SAID_BY, OBJECT = "Evidence", "Raw form", "Said by", "Object, "
ATTRIBUTES = (
    "memory_type", "category", "sensitivity", "importance", "confidence", "pinned", "expires_at", "occurred_at",
    "source_label", "actor_id", "run_id", "role", "source_state", "author",
)  # fmt: skip
# They follow from the field that a fact is, and from whose word it is.
NOT_OF_FACTS = frozenset({"memory_type", "category", "importance", "confidence"})
# How the server weighs a memory says nothing about the person; of what stands already a change of it is shown.
MEASURES = frozenset({"Importance", "Confidence"})
USUAL: Mapping[str, Collection[str]] = {
    "Memory type": {MemoryType.SEMANTIC},
    "Sensitivity": {INTERNAL},
    # How the key-value store keeps a value that is its text alone.
    f"Metadata, {VALUE}": {"{}"},
    f"Metadata, {TEXT_FIELD}": TEXT_FIELDS,
}


def label(name: str) -> str:
    return name.replace("_", " ").capitalize()


# What stands below a text, each on a line.
_SOURCES = (RelationType.DERIVED_FROM, RelationType.DEPENDS_ON)
_TOLD_BELOW = frozenset(
    {"Title", "Summary", "Tags", RAW_FORM, SAID_BY, EVIDENCE, *(label(name) for name in (*_SOURCES, *ATTRIBUTES))}
)


# The same for names that say with what.
_TOLD_OF = ("Metadata, ", OBJECT, *(f"{label(kind)}, " for kind in RelationType))


def apart(shown: str) -> tuple[str, str]:
    """What a person is shown, as the text alone and the lines of other fields below it."""
    text, gap, last = shown.rpartition("\n\n")
    is_below = gap and all(map(_is_told_below, last.split("\n")))
    return (text, last) if is_below else (shown, "")


def _is_told_below(line: str) -> bool:
    name = line.partition(": ")[0]
    return name in _TOLD_BELOW or name.startswith(_TOLD_OF)


def differing(before: Lines, after: Lines) -> tuple[str, str]:
    """The texts of both, each with a line for every other field that is not the same in the other."""
    names = {name for name in {**before, **after} if before.get(name) != after.get(name)}
    if not before or not after:
        before, after = _telling(before), _telling(after)
    return _as_text(before, names), _as_text(after, names)


def _telling(lines: Lines) -> Lines:
    """Of what comes or goes as a whole, all but what goes without saying."""
    usual = {**USUAL, "Category": {DEFAULT_CATEGORY[MemoryType(lines.get("Memory type", MemoryType.SEMANTIC))]}}
    return {name: text for name, text in lines.items() if name not in MEASURES and text not in usual.get(name, ())}


def _as_text(lines: Lines, names: set[str]) -> str:
    named = [f"{name}: {text}" for name, text in lines.items() if name in names and name != TEXT]
    return "\n\n".join(part for part in (lines.get(TEXT, ""), "\n".join(named)) if part)


def lines_of(memory: Memory, says: Content | MemoryVersion | None = None, **attributes: Any) -> Lines:
    """A memory as it stands, or as it would with these contents and attributes."""
    head = copy(memory)
    for name, value in attributes.items():
        setattr(head, name, value)
    contents = says or memory.current
    lines = dict(_said(contents, is_fact=memory.is_fact)) if contents else {}
    lines |= {label(name): _text(getattr(head, name)) for name in ATTRIBUTES if _is_shown(name, memory)}
    lines["Tags"] = ", ".join(head.tags)
    return {name: text for name, text in lines.items() if text}


def _is_shown(name: str, memory: Memory) -> bool:
    return not (memory.is_fact and name in NOT_OF_FACTS)


def _said(says: Content | MemoryVersion, *, is_fact: bool) -> Iterator[tuple[str, str]]:
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
    """The strings of a payload; the text of a source object is rendered from most of them."""
    if isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(each)
    elif value is not None:
        yield str(value)


def texts_beside(memory: Memory, label: str) -> Lines:
    """Another memory that comes or goes along, under a label of its own."""
    lines = _telling(lines_of(memory))
    return {f"{label}, {name.lower()}" if name else label: text for name, text in lines.items()}


def merged_into(memory: Memory) -> Lines:
    """What was merged into a memory: it says the same, and is forgotten with it."""
    merges = Merge.objects.standing().filter(kept=memory).select_related("absorbed__current").order_by("id")
    along: Lines = {}
    for merge in merges:
        along |= texts_beside(merge.absorbed, f"Merged into it, {merge.absorbed.key}")
    return along


def link_line(relation_type: str, other: Memory, relation: Relation | None = None, strength: float = 1.0) -> Lines:
    """An edge: its kind, what is at its other end, and how strong it is."""
    weight = relation.strength if relation else strength
    is_found = relation is not None and relation.detected_by != DetectedBy.MANUAL
    detail = f"strength {weight:g}" + (", found automatically" if is_found else "")
    return {f"{label(relation_type)}, {other.key}": f"{bullet_of(other)} ({detail})"}


def evidence_line(artifacts: Iterable[Artifact]) -> Lines:
    """The names of artifacts, and the addresses of those that are stored elsewhere."""
    contents = [(each.name, "" if each.name and each.is_stored else each.storage_uri) for each in artifacts]
    names = sorted(" ".join(filter(None, pair)) for pair in contents)
    return {EVIDENCE: ", ".join(names)} if names else {}


def source_line(kind: str, ids: Iterable[UUID]) -> Lines:
    """The keys of memories that one depends on."""
    keys = sorted(Memory.objects.filter(id__in=list(ids)).values_list("key", flat=True))
    return {label(kind): ", ".join(keys)} if keys else {}


def _text(value: Any) -> str:
    """An attribute; of one that is not set, nothing."""
    if value in (None, "", False, {}):
        return ""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return "yes" if value is True else _json(value)


def _json(value: Any) -> str:
    """A text as it is, and what is empty or no text as JSON: what a name stands for is shown in any case."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False, sort_keys=True)

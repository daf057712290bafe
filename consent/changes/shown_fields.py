"""What the person is shown of a memory that would be written: every field that would change or appear (R32)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from memories.drafts import MemoryDraft
from memories.models import Artifact, Memory
from workspaces.sensitivity import INTERNAL

ATTRIBUTES = (
    "memory_type",
    "category",
    "sensitivity",
    "importance",
    "confidence",
    "pinned",
    "expires_at",
    "occurred_at",
)
# Nobody is shown what a new memory has by default.
DEFAULTS: Mapping[str, Any] = {"sensitivity": INTERNAL, "pinned": False}
# Said elsewhere on the page, or a measure of the server's own, where the memory is new.
SHOWN_APART = frozenset({"memory_type", "category", "importance", "confidence"})
ORIGIN = ("source_label", "actor_id", "run_id", "role")
EVIDENCE = ("derived_from", "depends_on", "artifact_refs")

Lines = dict[str, str]


def before_and_after(draft: MemoryDraft, memory: Memory | None) -> tuple[str, str]:
    """The content that stands and that would stand, each with a line for every other field that differs."""
    version = memory.current if memory else None
    old = _stored_lines(draft, memory) if memory else {}
    new = _new_lines(draft, memory)
    differing = {name for name in (*old, *new) if old.get(name, "") != new.get(name, "")}
    return (
        _as_text(version.content if version else "", old, differing),
        _as_text(draft.content, new, differing),
    )


def _as_text(content: str, lines: Lines, shown: set[str]) -> str:
    labelled = [f"{name}: {value}" for name, value in lines.items() if name in shown and value]
    return "\n\n".join(part for part in (content, "\n".join(labelled)) if part)


def _stored_lines(draft: MemoryDraft, memory: Memory) -> Lines:
    version = memory.current
    lines = dict(_texts(version.title, version.summary, version.metadata)) if version else {}
    if draft.tags or "tags" in draft.cleared:
        lines["Tags"] = ", ".join(memory.tags)
    named = [name for name in ATTRIBUTES if getattr(draft, name) is not None or name in draft.cleared]
    named += [name for name in ORIGIN if getattr(draft, name)]
    return lines | {_label(name): _text(getattr(memory, name)) for name in named}


def _new_lines(draft: MemoryDraft, memory: Memory | None) -> Lines:
    lines = dict(_texts(draft.title, draft.summary, draft.metadata))
    if draft.tags:
        lines["Tags"] = ", ".join(draft.tags)
    for name in ATTRIBUTES:
        value = getattr(draft, name)
        is_plain = memory is None and (name in SHOWN_APART or DEFAULTS.get(name) == value)
        if value is not None and not is_plain:
            lines[_label(name)] = _text(value)
    lines |= {_label(name): getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    return lines | {_label(name): _names(name, draft) for name in EVIDENCE if getattr(draft, name)}


def _texts(title: str, summary: str, metadata: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Title", title
    yield "Summary", summary
    for name, value in metadata.items():
        yield f"Metadata, {name}", _text(value)


def _names(kind: str, draft: MemoryDraft) -> str:
    """The keys of memories and the names of artifacts that it would depend on."""
    rows: QuerySet[Any] = Artifact.objects.all() if kind == "artifact_refs" else Memory.objects.all()
    column = "name" if kind == "artifact_refs" else "key"
    return ", ".join(sorted(rows.filter(id__in=getattr(draft, kind)).values_list(column, flat=True)))


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _text(value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, dict | list | bool):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)

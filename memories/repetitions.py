"""Finds stored memories that a text repeats word for word (001 §13, R38).

Texts are equal but for case, spaces and the final stop: "C" and "C++", "5.5" and "5 5" are not. An index finds them, so
that a write needs no further query.
"""

from typing import Any

from django.db.models import QuerySet

from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType, Staleness

# Longer texts are rarely repeated word for word.
REPEAT_CHARACTERS = 500
# Fields of a draft that add nothing new to a repetition.
SILENT = frozenset(
    {"namespace", "key", "content", "reason", "evidence_turn_id", "thread_id", "session_id", "source_event_id",
     "source_identity", "source_label", "memory_type", "category", "sensitivity"}
)  # fmt: skip
# As the index `version_by_spelling` has it. OFFSET has the spellings asked for computed apart: row-level security lets
# no clause with a function of a row go by an index.
SAME_SPELLING = """
memories_memoryversion.payload IS NULL
AND (memories_memory.namespace_path, memories_memoryversion.spelling)
    IN (SELECT path, memories_spelling(content) FROM unnest(%s::text[], %s::text[]) AS asked (path, content) OFFSET 0)
"""
# As the index `memory_taken_back` has it, in constants: a plan for any values uses no part of an index otherwise.
REVOKED = """
memories_memory.namespace_path = ANY(%s)
AND (memories_memory.state = 'soft_deleted' OR memories_memory.validation_status = 'rejected')
"""
MOST_REVOKED = 200


def is_bare(draft: MemoryDraft) -> bool:
    """Whether a draft is a short note without further attributes."""
    is_note = draft.memory_type in (None, MemoryType.SEMANTIC) and len(draft.content) <= REPEAT_CHARACTERS
    return is_note and not any(getattr(draft, name) for name in draft.model_fields_set - SILENT)


def active_notes(paths: Any, contents: Any) -> QuerySet[Memory]:
    """Return the active notes with the given content at each path."""
    return same_texts_at(paths, contents).filter(state=LifecycleState.ACTIVE)


def same_texts_at(paths: Any, contents: Any) -> QuerySet[Memory]:
    """Return the notes and facts with the given content at each path, forgotten ones too. Paths and contents are one
    parameter each, of any length."""
    notes = Memory.objects.filter(memory_type=MemoryType.SEMANTIC)
    return notes.select_related("current").extra(where=[SAME_SPELLING], params=[paths, contents])  # noqa: S610 -- a constant text


def revoked_at_paths(paths: Any) -> QuerySet[Memory]:
    """Return the latest notes and facts at these paths that were forgotten or rejected."""
    notes = Memory.objects.filter(memory_type=MemoryType.SEMANTIC).select_related("current")
    return notes.extra(where=[REVOKED], params=[paths]).order_by("-updated_at")[:MOST_REVOKED]  # noqa: S610 -- a constant text


def has_text(text: tuple[str, str], memory: Memory) -> bool:
    """Whether a memory has that path and that content."""
    return memory.current is not None and spelled((memory.namespace_path, memory.current.content)) == spelled(text)


def spelled(text: tuple[str, str]) -> tuple[str, str]:
    """Return the path and the content normalised for comparison."""
    path, content = text
    return path, _spelling(content)


def is_repeat(draft: MemoryDraft, memory: Memory, *, sensitivity: str) -> bool:
    """Whether the memory has the draft's content and sensitivity, is fresh and does not expire."""
    return (
        has_text((draft.namespace_path, draft.content), memory)
        and memory.current is not None
        and not memory.current.excisions
        and (memory.state, memory.memory_type) == (LifecycleState.ACTIVE, MemoryType.SEMANTIC)
        and memory.sensitivity == sensitivity
        and (memory.expires_at, memory.staleness) == (None, Staleness.FRESH)
    )


def _spelling(text: str) -> str:
    return " ".join(text.split()).lower().rstrip(" .!")

"""Whether a text repeats, word for word, what is stored already (001 §13, R38).

Texts are equal but for case, spaces and the final stop: "C" and "C++", "5.5" and "5 5" are not. An index finds them, so
that a write needs no further query.
"""

from typing import Any

from django.db.models import QuerySet

from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType, Staleness

# Longer texts are seldom said again word for word.
REPEAT_CHARACTERS = 500
# What a repetition may bring without saying anything new.
SILENT = frozenset(
    {"namespace", "key", "content", "reason", "evidence_turn_id", "thread_id", "session_id", "source_event_id",
     "source_identity", "source_label", "memory_type", "category", "sensitivity"}
)  # fmt: skip
# As the index `version_by_spelling` has it. OFFSET has the spellings asked for computed apart: row-level security lets
# no clause with a function of a row go by an index.
SAID_THERE = """
memories_memoryversion.payload IS NULL
AND (memories_memory.namespace_path, memories_memoryversion.spelling)
    IN (SELECT path, memories_spelling(content) FROM unnest(%s::text[], %s::text[]) AS asked (path, content) OFFSET 0)
"""
# As the index `memory_taken_back` has it, in constants: a plan for any values uses no part of an index otherwise.
TAKEN_BACK = """
memories_memory.namespace_path = ANY(%s)
AND (memories_memory.state = 'soft_deleted' OR memories_memory.validation_status = 'rejected')
"""
MOST_TAKEN_BACK = 200


def is_bare(draft: MemoryDraft) -> bool:
    """Whether a draft is a short note with nothing beside its words."""
    is_note = draft.memory_type in (None, MemoryType.SEMANTIC) and len(draft.content) <= REPEAT_CHARACTERS
    return is_note and not any(getattr(draft, name) for name in draft.model_fields_set - SILENT)


def standing(paths: Any, contents: Any) -> QuerySet[Memory]:
    """Active notes at each path that say the content beside it."""
    return said_there(paths, contents).filter(state=LifecycleState.ACTIVE)


def said_there(paths: Any, contents: Any) -> QuerySet[Memory]:
    """Notes and facts at each path that say the content beside it, or said it until they were forgotten. Each is one
    parameter, whatever it holds."""
    notes = Memory.objects.filter(memory_type=MemoryType.SEMANTIC)
    return notes.select_related("current").extra(where=[SAID_THERE], params=[paths, contents])  # noqa: S610 -- a constant text


def rejected_at(paths: Any) -> QuerySet[Memory]:
    """The last notes and facts at some paths that were forgotten or called wrong."""
    notes = Memory.objects.filter(memory_type=MemoryType.SEMANTIC).select_related("current")
    return notes.extra(where=[TAKEN_BACK], params=[paths]).order_by("-updated_at")[:MOST_TAKEN_BACK]  # noqa: S610 -- a constant text


def is_said(said: tuple[str, str], memory: Memory) -> bool:
    """Whether a memory stands at that path and says that content."""
    return memory.current is not None and spelled((memory.namespace_path, memory.current.content)) == spelled(said)


def spelled(said: tuple[str, str]) -> tuple[str, str]:
    """The path and the content as they are compared."""
    path, content = said
    return path, _spelling(content)


def is_repeat(draft: MemoryDraft, memory: Memory, *, sensitivity: str) -> bool:
    """Whether the memory still says what the draft would, for good, and is as sensitive."""
    return (
        is_said((draft.namespace_path, draft.content), memory)
        and memory.current is not None
        and not memory.current.excisions
        and (memory.state, memory.memory_type) == (LifecycleState.ACTIVE, MemoryType.SEMANTIC)
        and memory.sensitivity == sensitivity
        and (memory.expires_at, memory.staleness) == (None, Staleness.FRESH)
    )


def _spelling(text: str) -> str:
    return " ".join(text.split()).lower().rstrip(" .!")

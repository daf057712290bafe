"""A change in words: which field, what stood there, what would stand there."""

from consent import readings
from consent.changes import (
    AttachArtifact,
    Change,
    IngestSource,
    JoinStatement,
    LinkMemories,
    MergeMemories,
    RestoreMemory,
    SetFact,
    WriteMemory,
)
from consent.target import Target
from memories.models.choices import LifecycleState

FACT_PREFIX = "fact:"


def field_of(change: Change, target: Target) -> str:
    """E.g. identity.city; for a memory that is no fact its key."""
    if isinstance(change, SetFact):
        draft = change.draft
        return f"{draft.category}.{draft.key}" + (f":{draft.item}" if draft.item else "")
    return target.key


def old_value(change: Change, target: Target) -> str:
    """What stands there now; empty where nothing does, and for a sentence that is only put back."""
    if isinstance(change, JoinStatement) or target.memory is None or target.memory.state != LifecycleState.ACTIVE:
        return ""
    current = target.memory.current
    if current is None:
        return ""
    return _value_of_fact(current.content) if target.memory.is_fact else current.content


def new_value(change: Change, target: Target) -> str:
    """What would stand there; of a change of one piece, that piece."""
    match change:
        case SetFact(draft=fact):
            return fact.value
        case WriteMemory() | IngestSource():
            return change.draft.content
        case RestoreMemory() if target.version and target.memory:
            return _value_of_fact(target.version.content) if target.memory.is_fact else target.version.content
        case _:
            return _piece(change, target)


def _piece(change: Change, target: Target) -> str:
    match change:
        case JoinStatement():
            return change.statement
        case MergeMemories():
            return change.content or (target.memory.current.content if target.memory and target.memory.current else "")
        case LinkMemories() if target.other:
            return f"{change.relation_type} {target.other.key}"
        case AttachArtifact() if target.artifact:
            return str(target.artifact)
        case _:
            return ""


def claims_of(change: Change, value: str, *, key: str = "") -> list[str]:
    """The values that a change states, in one spelling whatever form the change has, e.g. identity.city=lisbon.

    `key` is the memory's; forgetting a fact claims its field with an empty value.
    """
    if isinstance(change, SetFact):
        return [claim(change.draft.category, change.draft.key, value)]
    if key.startswith(FACT_PREFIX):
        category, _, name = key.removeprefix(FACT_PREFIX).partition(":")[0].partition(".")
        return [claim(category, name, value)]
    return sorted({claim(found.category, found.key, found.value) for found in readings.sensitive(value)})


def claim(category: str, key: str, value: str) -> str:
    """One value of a field in one spelling."""
    return f"{category}.{key}={' '.join(value.casefold().split()).strip(' .,;!?')}"


def _value_of_fact(content: str) -> str:
    return content.partition(": ")[2]

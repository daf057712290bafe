"""Stored memories that contradict a memory, to be shown beside it."""

from collections.abc import Iterable
from uuid import UUID

from consent.changes.proposable import field_at
from consent.opposed_needs import opposed_needs
from consent.outdated_texts import fields_beside, later_statements, text_against
from memories.models import Memory
from memories.models.choices import LifecycleState, Staleness, ValidationStatus
from providers.statements import sensitive


def note_contradictions(memories: Iterable[Memory], person_id: UUID | None, *, only_outdated: bool = False) -> None:
    """Set `contradicted_by` of each memory to the memory that contradicts it now. Detecting statements in a text takes
    a millisecond or two, so long lists use `only_outdated`; contradictions of an allergy or a diet are noted in any
    case. Runs in the entered scope."""
    shown = [one for one in memories if _is_in_force(one)]
    found = {**opposed_needs(shown, person_id)}
    found |= later_statements([one for one in shown if not only_outdated or _is_outdated(one)], person_id)
    for memory in shown:
        setattr(memory, "contradicted_by", found.get(memory.id))  # noqa: B010 -- for the templates


def note_contradiction(memory: Memory, person_id: UUID | None) -> None:
    """Set `contradicted_by` of one memory. For a field it may also be a text, and for a text also a field that it
    states among others. Runs in the entered scope."""
    note_contradictions([memory], person_id)
    if not _is_in_force(memory) or getattr(memory, "contradicted_by", None) or memory.person_id != person_id:
        return
    if memory.is_fact:
        other = text_against(memory)
    else:
        other = next((fact.memory for fact in fields_beside(memory)), None) if not _is_outdated(memory) else None
    setattr(memory, "contradicted_by", other)  # noqa: B010 -- for the templates


def value_for(memory: Memory, field: Memory) -> str:
    """Return the one value that a text states of a field with another value; empty where it states none or several."""
    text, key = memory.current.content if memory.current else "", field_at(field.key)[1]
    values = {one.value for one in sensitive(text) if one.key == key and one.is_fact and not one.is_sentence_level}
    return values.pop() if len(values) == 1 else ""


def _is_in_force(memory: Memory) -> bool:
    return memory.state == LifecycleState.ACTIVE and memory.validation_status != ValidationStatus.REJECTED


def _is_outdated(memory: Memory) -> bool:
    return memory.staleness == Staleness.OUTDATED

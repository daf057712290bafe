from uuid import UUID

from consent.changes import Change, SetFact, WriteMemory
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact, Memory
from memories.models.fact import FactCategory


def correction(memory: Memory, fact: Fact | None, *, content: str, change_id: UUID) -> Change:
    """Give a memory a new text and keep what else is said of it; an old summary would be wrong.

    `fact` is the structured row where the memory is a fact, and `content` then its new value. `change_id` is the change
    that the text was written over: the gate refuses it as stale when another came between.
    """
    if fact is not None:
        new_value = _new_value(memory, fact, content)
        return SetFact(draft=new_value, expected_change_id=change_id, apart=memory.apart)
    current = memory.current
    assert current is not None, "a memory without a version has nothing to correct"
    draft = MemoryDraft(
        namespace=tuple(memory.namespace),
        key=memory.key,
        content=content,
        title=current.title,
        metadata=current.metadata,
    )
    return WriteMemory(draft=draft, expected_change_id=change_id, apart=memory.apart)


def _new_value(memory: Memory, fact: Fact, text: str) -> FactDraft:
    return FactDraft(
        person_id=fact.person_id,
        category=FactCategory(fact.category),
        key=fact.key,
        value=text,
        importance=fact.importance,
        sensitivity=memory.sensitivity,
    )

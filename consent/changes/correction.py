from collections.abc import Sequence
from uuid import UUID

from consent.changes import Change, ForgetMemory, SetFact, WriteMemory
from memories.drafts import FactDraft, MemoryDraft, item_of
from memories.models import Fact, Memory
from memories.models.fact import FactCategory


def corrections(memory: Memory, fact: Fact | None, *, content: str, change_id: UUID) -> Sequence[Change]:
    """Return the changes that give a memory a new text and keep its attributes; the old summary goes.

    `fact` is the structured row where the memory is a fact, and `content` then its new value. One of several values
    has its own place (R13): the new one is stored there, then the old one is forgotten. `change_id` is the change that
    the new text is based on: the gate refuses it as stale if another change came in between.
    """
    if fact is None:
        return [_new_text(memory, content, change_id)]
    new = _new_value(memory, fact, content)
    if new.item == fact.item:
        return [SetFact(draft=new, expected_change_id=change_id, apart=memory.apart)]
    return [SetFact(draft=new), ForgetMemory(memory_id=memory.id, expected_change_id=change_id)]


def added_values(memory: Memory, fact: Fact, contents: Sequence[str]) -> Sequence[Change]:
    """Return the changes that add values to a field with several values, besides the one that the memory stores."""
    drafts = [_new_value(memory, fact, content) for content in contents]
    return [SetFact(draft=draft.model_copy(update={"item": item_of(draft.value)})) for draft in drafts]


def _new_text(memory: Memory, content: str, change_id: UUID) -> Change:
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
        item=_item(fact, text),
        value=text,
        importance=fact.importance,
        sensitivity=memory.sensitivity,
    )


def _item(fact: Fact, text: str) -> str:
    """Return the item of the value; the stored item if only the spelling changes or the new one would be empty."""
    item = item_of(text)
    return fact.item if not item or not fact.item or item == item_of(fact.value) else item

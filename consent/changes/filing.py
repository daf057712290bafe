"""Chooses the category of a note: needs, which every context shows, if it states one and its writer names no category
(001 §5). And decides whether a memory in one category replaces the same words in another (ADR 0038)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.target import Target
from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.repetitions import REPEAT_CHARACTERS
from memories.store_items import VALUE
from providers.statements import states_need
from workspaces.actions.authenticate_key import categories_of
from workspaces.actors import Actor
from workspaces.models import Allowlist, Category
from workspaces.models.category import SUPERVISOR, ContextMode

if TYPE_CHECKING:
    from consent.snapshot import BatchSnapshot

NEEDS_CATEGORY = FACT_ALLOWLIST_CATEGORY["constraint"]  # where facts of that kind are


def is_equivalent_at(memory: Memory, target: Target, snapshot: "BatchSnapshot") -> bool:
    """Whether a memory with the same text, which the writer may read, makes a new one at the target unnecessary.

    So if the writer may write in its category, no policy demands more at the target, and the same readers see it.
    """
    if memory.category == target.category:
        return True
    if not snapshot.actor.may_write(memory.category):
        return False
    ruling = policies.verdict([policies.subject_of(target)], actor=snapshot.actor, rules=snapshot.rules)
    return ruling.outcome is Outcome.APPLY and is_read_as_widely(memory.category, target.category)


def is_read_as_widely(category: str, other: str) -> bool:
    """Whether each role that reads the other category reads this one too, and contexts show it in the same mode.

    Two queries, in the entered scope.
    """
    lists = list(Allowlist.objects.values_list("role", "categories"))
    roles = {SUPERVISOR, *(role for role, _ in lists)}
    if not all(_reads(role, category, lists) for role in roles if _reads(role, other, lists)):
        return False
    shown = Category.objects.filter(context=ContextMode.ALL, name__in=[category, other])
    always = set(shown.values_list("name", flat=True))
    return category in always or other not in always


def _reads(role: str, category: str, lists: Sequence[tuple[Any, ...]]) -> bool:
    allowed, hidden = categories_of(role, lists)
    return category not in hidden if allowed is None else category in allowed


def category_of_need(draft: MemoryDraft, *, person_id: UUID | None, actor: Actor) -> str:
    """Return the category of needs for a short note about a person that states one; else empty.

    Only if that category is always shown, and the actor reads and writes it; an item of the store is no note. One query
    if there is such a note, else none. In the entered scope.
    """
    is_note = draft.memory_type in {None, MemoryType.SEMANTIC} and len(draft.content) <= REPEAT_CHARACTERS
    if person_id is None or not is_note or VALUE in draft.metadata or not states_need(draft.content):
        return ""
    if not (actor.may_see(NEEDS_CATEGORY) and actor.may_write(NEEDS_CATEGORY)):
        return ""
    return NEEDS_CATEGORY if Category.objects.filter(context=ContextMode.ALL, name=NEEDS_CATEGORY).exists() else ""

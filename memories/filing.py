"""Where a note is filed whose writer names no category, if it states a need: where every context shows it (001 §5)."""

from uuid import UUID

from memories.drafts import MemoryDraft
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.repeats import REPEAT_CHARACTERS
from memories.store_items import VALUE
from providers.statements import states_need
from workspaces.actors import Actor
from workspaces.models import Category
from workspaces.models.category import ContextMode

OF_NEEDS = FACT_ALLOWLIST_CATEGORY["constraint"]  # where facts of that kind are


def category_of_need(draft: MemoryDraft, *, person_id: UUID | None, actor: Actor) -> str:
    """The category of needs, for a short note about a person that states one; else empty.

    Only if that category is always shown, and the actor reads and writes it; an item of the store is no note. One query
    if there is such a note, else none. In the entered scope.
    """
    is_note = draft.memory_type in {None, MemoryType.SEMANTIC} and len(draft.content) <= REPEAT_CHARACTERS
    if person_id is None or not is_note or VALUE in draft.metadata or not states_need(draft.content):
        return ""
    if not (actor.may_see(OF_NEEDS) and actor.may_write(OF_NEEDS)):
        return ""
    return OF_NEEDS if Category.objects.filter(context=ContextMode.ALL, name=OF_NEEDS).exists() else ""

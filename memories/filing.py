"""Where a note is filed whose writer names no category, if it states a need: where every context shows it (001 §5)."""

from collections.abc import Sequence
from datetime import datetime

from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.repeats import REPEAT_CHARACTERS
from providers.statements.needs import states_need
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Category
from workspaces.models.category import ContextMode
from workspaces.namespaces import person_id_of

OF_NEEDS = FACT_ALLOWLIST_CATEGORY["constraint"]  # where facts of that kind are


def file_needs(drafts: Sequence[MemoryDraft], *, actor: Actor, now: datetime) -> list[MemoryDraft]:
    """The drafts; new short notes about a person that state a need get the category of needs.

    If it is always shown, and the actor reads and writes it; else they stay as they are. Two queries if there is such a
    note, else none. Call it outside any scope.
    """
    is_allowed = actor.may_see(OF_NEEDS) and actor.may_write(OF_NEEDS)
    notes = [draft for draft in drafts if is_allowed and _is_need(draft)]
    if not notes:
        return list(drafts)
    with scope.enter(actor.workspace_id):
        is_shown = Category.objects.filter(context=ContextMode.ALL, name=OF_NEEDS).exists()
        # What stands there keeps its category.
        rows = Memory.objects.authorized_for(actor, now=now).filter(key__in=[draft.key for draft in notes])
        known = set(rows.values_list("namespace_path", "key"))
    new = {id(draft) for draft in notes if is_shown and (draft.namespace_path, draft.key) not in known}
    return [draft.model_copy(update={"category": OF_NEEDS}) if id(draft) in new else draft for draft in drafts]


def _is_need(draft: MemoryDraft) -> bool:
    is_note = draft.memory_type in {None, MemoryType.SEMANTIC} and len(draft.content) <= REPEAT_CHARACTERS
    is_unfiled = draft.category is None and person_id_of(draft.namespace) is not None
    return is_note and is_unfiled and states_need(draft.content)

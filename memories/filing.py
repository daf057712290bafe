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

# Where facts of that kind are, which the supervisor reads, then the category that bears their name.
OF_NEEDS = (FACT_ALLOWLIST_CATEGORY["constraint"], "constraints")


def file_needs(drafts: Sequence[MemoryDraft], *, actor: Actor, now: datetime) -> list[MemoryDraft]:
    """The drafts; new short notes about a person that state a need get a category that is always shown.

    One that the actor reads and writes; without one they stay as they are. Two queries if there is such a note, else
    none. Call it outside any scope.
    """
    allowed = [name for name in OF_NEEDS if actor.may_see(name) and actor.may_write(name)]
    notes = [draft for draft in drafts if allowed and _is_need(draft)]
    if not notes:
        return list(drafts)
    with scope.enter(actor.workspace_id):
        shown = set(Category.objects.filter(context=ContextMode.ALL, name__in=allowed).values_list("name", flat=True))
        # What stands there keeps its category.
        rows = Memory.objects.authorized_for(actor, now=now).filter(key__in=[draft.key for draft in notes])
        known = set(rows.values_list("namespace_path", "key"))
    category = next((name for name in allowed if name in shown), None)
    new = {id(draft) for draft in notes if (draft.namespace_path, draft.key) not in known}
    return [draft.model_copy(update={"category": category}) if id(draft) in new else draft for draft in drafts]


def _is_need(draft: MemoryDraft) -> bool:
    is_note = draft.memory_type in {None, MemoryType.SEMANTIC} and len(draft.content) <= REPEAT_CHARACTERS
    is_unfiled = draft.category is None and person_id_of(draft.namespace) is not None
    return is_note and is_unfiled and states_need(draft.content)

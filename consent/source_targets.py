"""The targets of changes to source objects."""

from datetime import datetime

from consent.changes import IngestSource, JoinStatement
from consent.outcomes import Refusal, Refused
from consent.standing import Standing
from consent.target import NO_MEMORY, Target, target_of, whose
from memories.excisions import is_cut
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from memories.sources.drafts import STORED_PREFIX
from workspaces import scope, sensitivity
from workspaces.actors import Actor


def of_source(change: IngestSource, actor: Actor, now: datetime) -> Target | Refused:
    """An object stays in the namespace in which it was first kept: its identity does not depend on it (R4)."""
    draft = change.draft
    person_id = whose(draft.namespace, Standing())
    if isinstance(person_id, Refused):
        return person_id
    if draft.raw_pointer.startswith(STORED_PREFIX) and not _is_ours(draft.raw_pointer):
        return Refused(Refusal.INVALID, "The raw pointer lies outside this workspace's folder.")
    rows = Memory.objects.select_related("current")
    memory = rows.source_object(draft.source, draft.source_type, draft.source_id).first()
    if memory is not None and memory.namespace_path != draft.namespace_path:
        return Refused(Refusal.INVALID, "This object is kept in another namespace.")
    category = draft.category or (memory.category if memory else _default_category(actor))
    label = draft.sensitivity or (memory.sensitivity if memory else sensitivity.INTERNAL)
    return Target(
        draft.namespace_path, draft.key, person_id, category, label, memory, memory_type=MemoryType.SOURCE_OBJECT
    )


def of_statement(change: JoinStatement, actor: Actor, now: datetime) -> Target | Refused:
    """The memory that a sentence was cut from, while its current version still lacks it."""
    memory = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id=change.memory_id).first()
    if memory is None or memory.current is None:
        return NO_MEMORY
    if not is_cut(memory.current.excisions, change.excision_id):
        return Refused(Refusal.STALE, "The text that this sentence was cut from has changed.")
    return target_of(memory)


def _is_ours(pointer: str) -> bool:
    return pointer.startswith(f"{STORED_PREFIX}{scope.current_workspace_id()}/")


def _default_category(actor: Actor) -> str:
    """The type's category (R3), or the first of the writer's own when its allowlist does not cover that one."""
    natural = DEFAULT_CATEGORY[MemoryType.SOURCE_OBJECT]
    return natural if actor.may_write(natural) or not actor.categories else actor.categories[0]

"""The job after a change: recomputes dependents where possible, and leaves the others for review."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes import WriteMemory
from consent.gate import submit
from consent.outcomes import Applied
from memories.dependencies import versions_then
from memories.drafts import MemoryDraft
from memories.maintenance.check_dependencies import Checked, check_batch, close_check
from memories.models import Memory, Relation
from memories.models.choices import LifecycleState, MemoryType, RelationType, Staleness, Trust
from memories.models.relation import DEPENDENCY_TYPES
from workspaces import scope
from workspaces.actors import Actor, system_actor

JOB = "keep_dependents"


def keep_dependents(*, workspace_id: UUID, now: datetime) -> int:
    """Process a batch of changes; returns how many, 0 when none is left.

    A memory that the server derived and that still quotes its source is rewritten with the source's new words, through
    the gate. All others stay marked until their writer rewrites them or the person settles the review.
    """
    checked = check_batch(workspace_id=workspace_id, now=now)
    for one in checked:
        recomputed = _recompute_all(one, system_actor(workspace_id, JOB), now)
        with scope.enter(workspace_id):
            close_check(one.review_id, recomputed=recomputed, now=now)
    return len(checked)


def _recompute_all(checked: Checked, actor: Actor, now: datetime) -> list[UUID]:
    done = []
    for memory in checked.stale:
        if memory.trust != Trust.DERIVED or memory.is_fact:
            continue
        with scope.enter(actor.workspace_id):
            draft = _rewritten(memory)
        change = WriteMemory(draft=draft, expected_change_id=memory.change_id, apart=memory.apart) if draft else None
        if change and isinstance(submit(change, actor=actor, now=now), Applied):
            done.append(memory.id)
    return done


def _rewritten(memory: Memory) -> MemoryDraft | None:
    """Return the memory with its sources' current texts in place of their former ones; None if that is impossible."""
    edges = list(
        Relation.objects.filter(from_memory=memory, relation_type__in=DEPENDENCY_TYPES).select_related(
            "to_memory__current"
        )
    )
    sources = [edge.to_memory for edge in edges]
    if memory.current is None or not all(_is_usable(source) for source in sources):
        return None
    content = _replaced(memory, sources)
    if content is None:
        return None
    dependencies = {
        kind: tuple(edge.to_memory_id for edge in edges if edge.relation_type == kind) for kind in DEPENDENCY_TYPES
    }
    return MemoryDraft(
        namespace=tuple(memory.namespace),
        key=memory.key,
        content=content,
        title=memory.current.title,
        metadata=memory.current.metadata,
        memory_type=MemoryType(memory.memory_type),
        derived_from=dependencies[RelationType.DERIVED_FROM],
        depends_on=dependencies[RelationType.DEPENDS_ON],
        reason=gettext_noop("A memory that it depends on has changed."),
    )


def _is_usable(source: Memory) -> bool:
    return source.state == LifecycleState.ACTIVE and source.staleness == Staleness.FRESH and source.current is not None


def _replaced(memory: Memory, sources: Sequence[Memory]) -> str | None:
    assert memory.current is not None
    content, then = memory.current.content, versions_then(memory, sources)
    for source in sources:
        former = then.get(source.id)
        if former is None or source.current is None or former.content_hash == source.current.content_hash:
            continue
        if former.content not in content:
            return None
        content = content.replace(former.content, source.current.content)
    return content if content != memory.current.content else None

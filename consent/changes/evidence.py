"""The evidence of a memory: the memories that it derives from or depends on, and attached files.

Everyone who may read the memory may read its files.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes.lines import Lines, label, source_line
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY
from memories.drafts import MemoryDraft
from memories.models import Artifact, Memory, Relation
from memories.models.choices import RelationType
from providers.statements import category_of
from workspaces.actors import Actor

NO_ARTIFACT = Refused(Refusal.NOT_FOUND, gettext_noop("There is no such artifact."))
OTHER_SCOPE = Refused(Refusal.INVALID, gettext_noop("An artifact's scope must be that of its memory or above it."))


def missing_evidence(draft: MemoryDraft, path: str, *, actor: Actor, now: datetime) -> Refused | None:
    """Return why a memory in the namespace may not use the evidence that its draft names: the writer cannot see it, or
    its scope is another one (R2)."""
    sources = {*draft.derived_from, *draft.depends_on}
    if sources and Memory.objects.visible_to(actor, now=now).filter(id__in=sources).count() < len(sources):
        return NO_MEMORY
    if not draft.artifact_refs:
        return None
    artifacts = list(Artifact.objects.visible_to(actor, now=now).filter(id__in=draft.artifact_refs))
    if len(artifacts) < len(set(draft.artifact_refs)):
        return NO_ARTIFACT
    return None if all(covers(each, path) for each in artifacts) else OTHER_SCOPE


def sources_of(draft: MemoryDraft) -> dict[RelationType, tuple[UUID, ...]]:
    """Return the memories that it is going to depend on, by kind of edge."""
    named = {RelationType.DERIVED_FROM: draft.derived_from, RelationType.DEPENDS_ON: draft.depends_on}
    return {kind: ids for kind, ids in named.items() if ids or str(kind) in draft.cleared}


def current_sources(draft: MemoryDraft, memory: Memory) -> Lines:
    """Return the current dependencies. Those that the asker does not name are only counted: it may not see them."""
    lines: Lines = {}
    for kind, ids in sources_of(draft).items():
        edges = Relation.objects.filter(from_memory=memory, relation_type=kind)
        dropped = edges.exclude(to_memory_id__in=ids).count()
        kept = source_line(kind, edges.filter(to_memory_id__in=ids).values_list("to_memory_id", flat=True))
        lines |= {name: f"{text}, {dropped} more" for name, text in kept.items()} if dropped else kept
        lines |= {label(kind): f"{dropped} memories"} if dropped and not kept else {}
    return lines


def artifacts_of(draft: MemoryDraft) -> list[Artifact]:
    refs = draft.artifact_refs
    return list(Artifact.objects.filter(id__in=refs)) if refs else []


def fields_of_artifacts(artifacts: Iterable[Artifact]) -> Iterator[tuple[str, str]]:
    """Yield (category, key) of the sensitive fields that the texts of these artifacts state."""
    yield from ((category_of(key), key) for one in artifacts for key in one.states if key)


def new_artifacts(refs: Collection[UUID], memory: Memory | None) -> Iterable[Artifact]:
    """Return which of these artifacts are not attached to the memory yet. One query if there are any."""
    if not refs:
        return ()
    rows = Artifact.objects.filter(id__in=refs)
    return rows.exclude(links__memory=memory) if memory else rows


def is_partly_unread(artifacts: Iterable[Artifact]) -> bool:
    return any("" in one.states for one in artifacts)


def covers(artifact: Artifact, path: str) -> bool:
    """Whether an artifact's scope is the namespace or above it."""
    return f"{path}/".startswith(f"{artifact.namespace_path}/")

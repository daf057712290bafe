"""The targets of edges and attachments, and what a draft may refer to."""

from collections.abc import Iterable
from datetime import datetime

from consent.changes import AttachArtifact, DetachArtifact, LinkMemories, UnlinkMemories
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories.drafts import MemoryDraft
from memories.models import Artifact, Memory, Relation
from workspaces.actors import Actor

NO_ARTIFACT = Refused(Refusal.NOT_FOUND, "There is no such artifact.")
OTHER_SCOPE = Refused(Refusal.INVALID, "An artifact's scope must be that of its memory or above it.")


def of_link(change: LinkMemories, actor: Actor, now: datetime) -> Target | Refused:
    """The memory that the edge leaves; both ends must be seen, and the first be writable."""
    if change.memory_id == change.to_id:
        return Refused(Refusal.INVALID, "A memory is not linked to itself.")
    memory, other = visible_memory(change.memory_id, actor, now), visible_memory(change.to_id, actor, now)
    if memory is None or other is None:
        return NO_MEMORY
    return target_of(memory, other=other)


def of_unlink(change: UnlinkMemories, actor: Actor, now: datetime) -> Target | Refused:
    edges = Relation.objects.visible_to(actor, now=now).select_related("from_memory__current")
    relation = edges.filter(id=change.relation_id).first()
    if relation is None:
        return Refused(Refusal.NOT_FOUND, "There is no such relation.")
    return target_of(relation.from_memory, relation=relation)


def of_artifact(change: AttachArtifact | DetachArtifact, actor: Actor, now: datetime) -> Target | Refused:
    memory = visible_memory(change.memory_id, actor, now)
    if memory is None:
        return NO_MEMORY
    artifact = Artifact.objects.visible_to(actor, now=now).filter(id=change.artifact_id).first()
    if artifact is None:
        return NO_ARTIFACT
    if isinstance(change, AttachArtifact) and not _covers(artifact, memory.namespace_path):
        return OTHER_SCOPE
    return target_of(memory, artifact=artifact)


def missing_evidence(draft: MemoryDraft, target: Target, actor: Actor, now: datetime) -> Refused | None:
    """Why a draft may not rest on what it names: something that the writer cannot see, or of another scope (R2)."""
    rests_on = {*draft.derived_from, *draft.depends_on}
    if rests_on and _count(Memory.objects.visible_to(actor, now=now).filter(id__in=rests_on)) < len(rests_on):
        return NO_MEMORY
    if not draft.artifact_refs:
        return None
    artifacts = list(Artifact.objects.visible_to(actor, now=now).filter(id__in=draft.artifact_refs))
    if len(artifacts) < len(set(draft.artifact_refs)):
        return NO_ARTIFACT
    return None if all(_covers(each, target.namespace_path) for each in artifacts) else OTHER_SCOPE


def _covers(artifact: Artifact, path: str) -> bool:
    return f"{path}/".startswith(f"{artifact.namespace_path}/")


def _count(rows: Iterable[object]) -> int:
    return len(list(rows))

"""Attaching evidence to a memory, and detaching it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from consent.changes.base import Change
from consent.changes.evidence import NO_ARTIFACT, OTHER_SCOPE, covers
from consent.changes.families import ChangeById
from consent.changes.lines import EVIDENCE, Lines, evidence_line
from consent.outcomes import Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories.actions.attach_artifact import attach_artifact, detach_artifact
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Artifact, History, Memory

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot


class _ArtifactChange(ChangeById):
    artifact_id: UUID

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        memory = visible_memory(self.memory_id, snapshot.actor, snapshot.now)
        if memory is None:
            return NO_MEMORY
        artifact = Artifact.objects.visible_to(snapshot.actor, now=snapshot.now).filter(id=self.artifact_id).first()
        return target_of(memory, artifact=artifact) if artifact else NO_ARTIFACT

    def field_name(self, target: Target) -> str:
        return f"evidence of {target.key}: {self.artifact_id}"

    def before(self, target: Target) -> Lines:
        assert target.artifact is not None
        is_attached = target.artifact.links.filter(memory=target.existing).exists()
        return super().before(target) | (evidence_line([target.artifact]) if is_attached else {})


class AttachArtifact(_ArtifactChange):
    """Attach a stored artifact to a memory as evidence."""

    type: Literal["attach_artifact"] = "attach_artifact"

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        target = super().find(snapshot)
        if isinstance(target, Refused) or target.artifact is None:
            return target
        return target if covers(target.artifact, target.namespace_path) else OTHER_SCOPE

    def disclosed_artifacts(self, target: Target) -> Iterable[Artifact]:
        assert target.artifact is not None
        return [target.artifact]

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert target.artifact is not None
        return attach_artifact(memory=target.existing, artifact=target.artifact, authority=authority)

    def after(self, target: Target) -> Lines:
        assert target.artifact is not None
        return super().before(target) | evidence_line([target.artifact])

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        attached = rows[0].meta.get("attached")
        return DetachArtifact(memory_id=memory.id, artifact_id=UUID(attached)) if attached else None


class DetachArtifact(_ArtifactChange):
    """Detach an artifact from a memory."""

    type: Literal["detach_artifact"] = "detach_artifact"

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert target.artifact is not None
        return detach_artifact(memory=target.existing, artifact=target.artifact, authority=authority)

    def after(self, target: Target) -> Lines:
        return {name: text for name, text in super().before(target).items() if name != EVIDENCE}

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        detached = rows[0].meta.get("detached")
        return AttachArtifact(memory_id=memory.id, artifact_id=UUID(detached)) if detached else None

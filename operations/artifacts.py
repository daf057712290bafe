from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from consent.changes import AttachArtifact
from consent.gate import submit
from consent.outcomes import Outcome, Refused
from memories.artifacts.drafts import ArtifactReference, Upload
from memories.artifacts.erase_artifacts import erase_unattached
from memories.artifacts.store_artifact import reference_artifact, upload_artifact
from memories.models import Artifact
from workspaces import scope
from workspaces.actors import Actor


def add_upload(*, upload: Upload, content: BinaryIO, actor: Actor, now: datetime) -> tuple[Artifact, Outcome | None]:
    """Store a file and attach it to its memory, if any, through the gate; if that is refused, nothing is stored.

    Raises what `upload_artifact` raises.
    """
    artifact = upload_artifact(upload=upload, content=content, actor=actor, now=now)
    return artifact, _attach(artifact, upload.memory_id, actor, now)


def add_reference(
    *, reference: ArtifactReference, memory_id: UUID | None, actor: Actor, now: datetime
) -> tuple[Artifact, Outcome | None]:
    """Store a reference and attach it to `memory_id`, if any. Raises what `reference_artifact` raises."""
    artifact = reference_artifact(reference=reference, actor=actor, now=now)
    return artifact, _attach(artifact, memory_id, actor, now)


def _attach(artifact: Artifact, memory_id: UUID | None, actor: Actor, now: datetime) -> Outcome | None:
    if memory_id is None:
        return None
    outcome = submit(AttachArtifact(memory_id=memory_id, artifact_id=artifact.id), actor=actor, now=now)
    if isinstance(outcome, Refused):
        with scope.enter(actor.workspace_id):
            erase_unattached(artifact.id)
    return outcome

from datetime import datetime
from typing import BinaryIO
from uuid import UUID

from consent.changes import AttachArtifact
from consent.detection.statements import discloses_to_all
from consent.gate import submit
from consent.outcomes import Outcome, Refused
from memories.artifacts.contents import text_of
from memories.artifacts.drafts import ArtifactReference, Upload
from memories.artifacts.erase_artifacts import erase_unattached
from memories.artifacts.store_artifact import reference_artifact, upload_artifact
from memories.models import Artifact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES


class SharedStatement(ValueError):
    """A text for a shared namespace, where no person can be asked, states something sensitive about a person."""


def add_upload(*, upload: Upload, content: BinaryIO, actor: Actor, now: datetime) -> tuple[Artifact, Outcome | None]:
    """Store a file and attach it to its memory, if any, through the gate; if that is refused, nothing is stored.

    Raises as `upload_artifact` does, and SharedStatement.
    """
    _refuse_shared(upload, content, actor, now)
    artifact = upload_artifact(upload=upload, content=content, actor=actor, now=now)
    return artifact, _attach(artifact, upload.memory_id, actor, now)


def _refuse_shared(upload: Upload, content: BinaryIO, actor: Actor, now: datetime) -> None:
    """Raise SharedStatement, unless the actor may not write there, who may not learn about the content."""
    path = upload.namespace_path
    if upload.scope[0] == MEMORIES or actor.writing_ceiling(person_id=None, namespace_path=path, now=now) is None:
        return
    with scope.enter(actor.workspace_id):
        if discloses_to_all([text_of(content)]):
            raise SharedStatement("It says of somebody what they would be asked about: keep it in their namespace.")


def add_reference(
    *, reference: ArtifactReference, memory_id: UUID | None, actor: Actor, now: datetime
) -> tuple[Artifact, Outcome | None]:
    """Store a reference and attach it to `memory_id`, if any. Raises as `reference_artifact` does."""
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

from memories.actions.record_history import record_history
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Artifact, ArtifactLink, Memory
from memories.models.choices import Event


def attach_artifact(*, memory: Memory, artifact: Artifact, authority: WriteAuthority) -> Written:
    """Attach an artifact to a memory; attaching it twice changes nothing. The database enforces R2's scope."""
    _, is_new = ArtifactLink.objects.get_or_create(
        memory=memory, artifact=artifact, defaults={"created_at": authority.now}
    )
    return _recorded(memory, artifact, authority, "attached") if is_new else Written(memory, None)


def detach_artifact(*, memory: Memory, artifact: Artifact, authority: WriteAuthority) -> Written:
    """Detach an artifact from a memory; the artifact itself stays."""
    removed, _ = ArtifactLink.objects.filter(memory=memory, artifact=artifact).delete()
    return _recorded(memory, artifact, authority, "detached") if removed else Written(memory, None)


def _recorded(memory: Memory, artifact: Artifact, authority: WriteAuthority, what: str) -> Written:
    record_history(
        memory=memory,
        event=Event.UPDATE,
        authority=authority,
        old_version_id=memory.current_id,
        new_version=memory.current,
        meta={what: str(artifact.id)},
    )
    return Written(memory, Event.UPDATE)

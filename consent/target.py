from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.outcomes import Refusal, Refused
from consent.standing import Standing
from memories.models import Artifact, Memory, MemoryVersion, Relation
from memories.models.choices import MemoryType
from memories.preparation import PreparedText
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, person_id_of

NO_MEMORY = Refused(Refusal.NOT_FOUND, "There is no such memory.")
NOBODY = Refused(Refusal.NOT_FOUND, "There is no such person in this workspace.")


@dataclass(frozen=True, slots=True)
class Target:
    """Where a change goes.

    `memory` is what stands there now, forgotten or not; `version` what a restore brings back; `other`, `relation` and
    `artifact` what a link, its removal and an attachment are about. `made` is what an undone merge left where the merge
    makes something new.
    """

    namespace_path: str
    key: str
    person_id: UUID | None
    category: str
    sensitivity: str
    memory: Memory | None = None
    version: MemoryVersion | None = None
    version_text: PreparedText | None = None
    memory_type: str = MemoryType.SEMANTIC
    other: Memory | None = None
    relation: Relation | None = None
    artifact: Artifact | None = None
    made: Memory | None = None

    @property
    def address(self) -> tuple[str, str]:
        return self.namespace_path, self.key

    @property
    def is_cut(self) -> bool:
        """Whether the current version lacks sentences that await the person."""
        return bool(self.memory and self.memory.current and self.memory.current.excisions)

    @property
    def base_version(self) -> int:
        return self.memory.version if self.memory else 0


def target_of(memory: Memory, **parts: object) -> Target:
    """The target of a change of a memory that is there."""
    return Target(
        memory.namespace_path,
        memory.key,
        memory.person_id,
        memory.category,
        memory.sensitivity,
        memory,
        memory_type=memory.memory_type,
        **parts,  # type: ignore[arg-type]
    )


def visible_memory(memory_id: UUID, actor: Actor, now: datetime) -> Memory | None:
    """The memory with its current version; None where the actor sees none."""
    return Memory.objects.visible_to(actor, now=now).select_related("current").filter(id=memory_id).first()


def whose(namespace: tuple[str, ...] | list[str], standing: Standing) -> UUID | Refused | None:
    """The person a namespace belongs to, None for a shared one; refused when there is no such person."""
    person_id = person_id_of(namespace)
    if namespace[0] == MEMORIES and (person_id is None or not standing.has_person(person_id)):
        return NOBODY
    return person_id

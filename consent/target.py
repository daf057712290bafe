"""What a change is about: the address it touches, what stands there now, and whether the writer may touch it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from uuid import UUID, uuid5

from django.utils.translation import gettext_noop

from consent.outcomes import Refusal, Refused
from memories.models import Artifact, Memory, MemoryVersion, Relation
from memories.models.choices import DEFAULT_CATEGORY, LifecycleState, MemoryType, ValidationStatus
from memories.preparation import PreparedText
from workspaces import sensitivity
from workspaces.actors import Actor

NO_MEMORY = Refused(Refusal.NOT_FOUND, gettext_noop("There is no such memory."))
NO_PERSON = Refused(Refusal.NOT_FOUND, gettext_noop("There is no such person in this workspace."))
NO_SUCH_SESSION = Refused(Refusal.NOT_FOUND, gettext_noop("There is no such session of this person."))
# What stands at a guessed address is nobody's to learn by writing there, its category and sensitivity least of all.
TAKEN = Refused(Refusal.FORBIDDEN, gettext_noop("You may not write at this address."))
NO_GRANT = Refused(
    Refusal.FORBIDDEN, gettext_noop("No grant lets you write there. An owner or admin of the workspace can add one.")
)
TOO_SENSITIVE = Refused(Refusal.FORBIDDEN, gettext_noop("That is more sensitive than your grant allows."))
# A label of one's own ranks as the highest (R27): whoever may not write it there has most likely misspelt one.
UNKNOWN_LABEL = Refused(
    Refusal.INVALID,
    f"There is no such sensitivity; the known ones are {', '.join(sensitivity.LABELS)}.",
    attribute="sensitivity",
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a change goes.

    `memory` is what stands there now, forgotten or not; `version` what a restore brings back; `other`, `relation` and
    `artifact` what a link, its removal and an attachment are about. `made` is what an undone merge left where the merge
    makes something new. `apart` tells it from what else stands there, unknown to the writer.
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
    apart: str = ""

    @property
    def existing(self) -> Memory:
        """The memory of a change by id, which was found there."""
        assert self.memory is not None
        return self.memory

    @property
    def is_cut(self) -> bool:
        """Whether the current version lacks sentences that await the person."""
        return bool(self.memory and self.memory.current and self.memory.current.excisions)

    @property
    def is_active(self) -> bool:
        return self.memory is not None and self.memory.state == LifecycleState.ACTIVE

    @property
    def stands(self) -> bool:
        """Whether a memory is there that was neither forgotten nor rejected."""
        return self.is_active and self.existing.validation_status != ValidationStatus.REJECTED

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
        apart=memory.apart,
        **parts,  # type: ignore[arg-type]
    )


def reaches(memory: Memory, actor: Actor, now: datetime) -> bool:
    """Whether somebody who names a memory's address means it: it is in their sight, alive or not, or they began it.

    To an agent that may not know of it nothing stands there, and what it writes stands apart.
    """
    if not actor.is_agent:
        return True
    person_id, path, rank = memory.person_id, memory.namespace_path, sensitivity.rank(memory.sensitivity)
    ceiling = actor.reading_ceiling(person_id=person_id, namespace_path=path, now=now)
    if ceiling is not None and rank <= ceiling and actor.may_see(memory.category):
        return True
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path=path, now=now)
    is_own = memory.agent_id == actor.id and actor.may_write(memory.category)
    return is_own and ceiling is not None and rank <= ceiling


def place_of(rows: Sequence[Memory], pinned: str | None, actor: Actor, now: datetime) -> tuple[Memory | None, str]:
    """Which of the memories of one address a writer means, and what tells it, or a new one, apart.

    `rows` are in the order of `apart`; `pinned` is where an earlier look at them decided it.
    """
    if pinned is not None:
        return next((row for row in rows if row.apart == pinned), None), pinned
    found = next((row for row in rows if reaches(row, actor, now)), None)
    if found is not None:
        return found, found.apart
    taken = {row.apart for row in rows}
    places = (str(uuid5(actor.id or actor.workspace_id, str(number))) for number in count())
    return None, next(place for place in places if place not in taken) if taken else ""


def visible_memory(memory_id: UUID, actor: Actor, now: datetime) -> Memory | None:
    """The memory with its current version; None where the actor sees none."""
    return Memory.objects.visible_to(actor, now=now).select_related("current").filter(id=memory_id).first()


def reachable_memory(memory_id: UUID, actor: Actor, now: datetime) -> Memory | None:
    """The memory with its current version, alive or not; None where the actor sees none."""
    found = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id=memory_id).first()
    return found if found is not None and found.current is not None else None


def default_category(memory_type: str, actor: Actor) -> str:
    """The type's category (R3), or the first of the writer's own when its allowlist does not cover that one."""
    natural = DEFAULT_CATEGORY[MemoryType(memory_type)]
    return natural if actor.may_write(natural) or not actor.categories else actor.categories[0]


def check_permission(target: Target, actor: Actor, now: datetime) -> Refused | None:
    """Why grants, allowlist or ceiling forbid a change of the target; None where they do not."""
    ceiling = actor.writing_ceiling(person_id=target.person_id, namespace_path=target.namespace_path, now=now)
    if ceiling is None:
        return NO_GRANT
    memory = target.memory
    is_hidden = memory is not None and not (
        actor.may_write(memory.category) and sensitivity.rank(memory.sensitivity) <= ceiling
    )
    # A draft's own category was named by its writer; one that was taken from what stands there is not disclosed.
    is_inherited = memory is not None and memory.category == target.category
    if not actor.may_write(target.category) and not (is_hidden and is_inherited):
        message = f"Category '{target.category}' is not on the allowlist of role '{actor.role}'."
        return Refused(Refusal.FORBIDDEN, message, target.category)
    if is_hidden:
        return TAKEN
    if sensitivity.rank(target.sensitivity) <= ceiling:
        return None
    return TOO_SENSITIVE if target.sensitivity in sensitivity.LABELS else UNKNOWN_LABEL

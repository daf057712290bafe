"""The target of a change: its address, the memory stored there, and the writer's permission."""

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
# Writing at a guessed address must not disclose what is stored there, such as its category or sensitivity.
TAKEN = Refused(Refusal.FORBIDDEN, gettext_noop("You may not write at this address."))
NO_GRANT = Refused(
    Refusal.FORBIDDEN, gettext_noop("No grant lets you write there. An owner or admin of the workspace can add one.")
)
TOO_SENSITIVE = Refused(Refusal.FORBIDDEN, gettext_noop("That is more sensitive than your grant allows."))
# An unknown label ranks as the highest (R27): if the writer may not use it there, it is most likely misspelt.
UNKNOWN_LABEL = Refused(
    Refusal.INVALID,
    f"There is no such sensitivity; the known ones are {', '.join(sensitivity.LABELS)}.",
    attribute="sensitivity",
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a change goes.

    `memory` is the one stored there, forgotten or not; `version` the one to restore; `other`, `relation` and `artifact`
    are those of a link, its removal and an attachment. `made` is the memory that an undone merge left at the key of a
    new merge. `apart` distinguishes it from other memories at the address, unknown to the writer.
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
        """The memory of a change by id, which exists."""
        assert self.memory is not None
        return self.memory

    @property
    def is_cut(self) -> bool:
        """Whether sentences that await consent are cut out of the current version."""
        return bool(self.memory and self.memory.current and self.memory.current.excisions)

    @property
    def is_active(self) -> bool:
        return self.memory is not None and self.memory.state == LifecycleState.ACTIVE

    @property
    def is_in_force(self) -> bool:
        """Whether a memory is stored that is neither forgotten nor rejected."""
        return self.is_active and self.existing.validation_status != ValidationStatus.REJECTED

    @property
    def base_version(self) -> int:
        return self.memory.version if self.memory else 0


def target_of(memory: Memory, **parts: object) -> Target:
    """Return the target of a change of an existing memory."""
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


def may_address(memory: Memory, actor: Actor, now: datetime) -> bool:
    """Whether a memory's address means this memory to the actor: it may read it, alive or not, or created it.

    For an agent that may not know of it the address is free, and what it writes is stored separately (`apart`).
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
    """Return which of the memories at one address a writer means, and its `apart`, or that of a new one.

    `rows` are in the order of `apart`; `pinned` is an earlier decision.
    """
    if pinned is not None:
        return next((row for row in rows if row.apart == pinned), None), pinned
    found = next((row for row in rows if may_address(row, actor, now)), None)
    if found is not None:
        return found, found.apart
    taken = {row.apart for row in rows}
    places = (str(uuid5(actor.id or actor.workspace_id, str(number))) for number in count())
    return None, next(place for place in places if place not in taken) if taken else ""


def visible_memory(memory_id: UUID, actor: Actor, now: datetime) -> Memory | None:
    """Return the memory with its current version; None if the actor may not see it."""
    return Memory.objects.visible_to(actor, now=now).select_related("current").filter(id=memory_id).first()


def reachable_memory(memory_id: UUID, actor: Actor, now: datetime) -> Memory | None:
    """Return the memory with its current version, alive or not; None if the actor may not see it."""
    found = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id=memory_id).first()
    return found if found is not None and found.current is not None else None


def default_category(memory_type: str, actor: Actor) -> str:
    """Return the type's category (R3), or the first of the writer's own if its allowlist lacks that one."""
    natural = DEFAULT_CATEGORY[MemoryType(memory_type)]
    return natural if actor.may_write(natural) or not actor.categories else actor.categories[0]


def check_permission(target: Target, actor: Actor, now: datetime) -> Refused | None:
    """Return why grants, allowlist or ceiling forbid a change of the target; None if they do not."""
    ceiling = actor.writing_ceiling(person_id=target.person_id, namespace_path=target.namespace_path, now=now)
    if ceiling is None:
        return NO_GRANT
    memory = target.memory
    is_hidden = memory is not None and not (
        actor.may_write(memory.category) and sensitivity.rank(memory.sensitivity) <= ceiling
    )
    # A draft's own category was named by its writer; an inherited one is not disclosed.
    is_inherited = memory is not None and memory.category == target.category
    if not actor.may_write(target.category) and not (is_hidden and is_inherited):
        message = f"Category '{target.category}' is not on the allowlist of role '{actor.role}'."
        return Refused(Refusal.FORBIDDEN, message, target.category)
    if is_hidden:
        return TAKEN
    if sensitivity.rank(target.sensitivity) <= ceiling:
        return None
    return TOO_SENSITIVE if target.sensitivity in sensitivity.LABELS else UNKNOWN_LABEL

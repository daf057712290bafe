"""What a change is about: the address it touches, what stands there now, and whether the writer may touch it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.changes import Change, ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.outcomes import Refusal, Refused
from memories import preparation
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Memory, MemoryVersion
from memories.models.choices import DEFAULT_CATEGORY, FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.preparation import PreparedText
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.namespaces import MEMORIES, person_id_of, to_path

RESERVED_PREFIX = "fact:"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a change goes.

    `memory` is what stands there now, forgotten or not; `version` what a restore brings back.
    """

    namespace_path: str
    key: str
    person_id: UUID | None
    category: str
    sensitivity: str
    memory: Memory | None = None
    version: MemoryVersion | None = None
    version_text: PreparedText | None = None

    @property
    def address(self) -> tuple[str, str]:
        return self.namespace_path, self.key

    @property
    def base_version(self) -> int:
        return self.memory.version if self.memory else 0


def addresses_of(changes: Sequence[Change]) -> set[tuple[str, str]]:
    """The (namespace path, key) pairs that the changes touch, to be locked before they are located."""
    drafts = [change.draft for change in changes if isinstance(change, WriteMemory | SetFact)]
    ids = [change.memory_id for change in changes if isinstance(change, ForgetMemory | RestoreMemory)]
    named = {(to_path(draft.namespace), _key_of(draft)) for draft in drafts}
    return named | set(Memory.objects.filter(id__in=ids).values_list("namespace_path", "key") if ids else ())


def _key_of(draft: MemoryDraft | FactDraft) -> str:
    return draft.memory_key if isinstance(draft, FactDraft) else draft.key


def locate(change: Change, *, actor: Actor, now: datetime) -> Target | Refused:
    """Find a change's target in the entered scope and check grant and allowlist."""
    target = _of_draft(change, actor) if isinstance(change, WriteMemory | SetFact) else _of_memory(change, actor, now)
    return target if isinstance(target, Refused) else _permitted(target, actor, now)


def _of_draft(change: WriteMemory | SetFact, actor: Actor) -> Target | Refused:
    draft = change.draft
    path = to_path(draft.namespace)
    person_id = person_id_of(draft.namespace)
    if draft.namespace[0] == MEMORIES and (person_id is None or not Person.objects.filter(id=person_id).exists()):
        return Refused(Refusal.NOT_FOUND, "There is no such person in this workspace.")
    key = _key_of(draft)
    if isinstance(change, WriteMemory) and key.startswith(RESERVED_PREFIX):
        return Refused(Refusal.INVALID, "Keys that begin with 'fact:' belong to facts; write those as facts.")
    memory = Memory.objects.select_related("current").at(path, key).first()
    if isinstance(change, SetFact):
        category, label = FACT_ALLOWLIST_CATEGORY[change.draft.category], change.draft.sensitivity
    else:
        category = change.draft.category or (memory.category if memory else _default_category(change, actor))
        label = change.draft.sensitivity or (memory.sensitivity if memory else sensitivity.INTERNAL)
    return Target(path, key, person_id, category, label, memory)


def _of_memory(change: ForgetMemory | RestoreMemory, actor: Actor, now: datetime) -> Target | Refused:
    found = Memory.objects.within_reach(actor, now=now).select_related("current").filter(id=change.memory_id).first()
    if found is None or found.current is None:
        return Refused(Refusal.NOT_FOUND, "There is no such memory.")
    version = text = None
    if isinstance(change, RestoreMemory):
        number = change.version or found.version
        version = MemoryVersion.objects.filter(memory=found, number=number).first()
        if version is None:
            return Refused(Refusal.NOT_FOUND, f"This memory has no version {number}.")
        text = _text_of(found, version)
    return Target(
        found.namespace_path,
        found.key,
        found.person_id,
        found.category,
        found.sensitivity,
        found,
        version,
        text,
    )


def _text_of(memory: Memory, version: MemoryVersion) -> PreparedText:
    """Chunks of an old content; its vectors are taken over where the text is known, else a job embeds them."""
    if memory.is_fact:
        return preparation.prepare_fact(version.content)
    return preparation.split(version.content, limit=None)


def _default_category(change: WriteMemory, actor: Actor) -> str:
    """The type's category (R3), or the first of the writer's own when its allowlist does not cover that one."""
    natural = DEFAULT_CATEGORY[change.draft.memory_type or MemoryType.SEMANTIC]
    if actor.may_write(natural) or not actor.categories:
        return natural
    return actor.categories[0]


def _permitted(target: Target, actor: Actor, now: datetime) -> Target | Refused:
    ceiling = actor.writing_ceiling(person_id=target.person_id, namespace_path=target.namespace_path, now=now)
    if ceiling is None:
        return Refused(Refusal.FORBIDDEN, "No grant lets you write there.")
    touched = [target.sensitivity, *([target.memory.sensitivity] if target.memory else [])]
    if any(sensitivity.rank(label) > ceiling for label in touched):
        return Refused(Refusal.FORBIDDEN, "That is more sensitive than your grant allows.")
    categories = {target.category, *([target.memory.category] if target.memory else [])}
    for category in sorted(categories):
        if not actor.may_write(category):
            message = f"Category '{category}' is not on the allowlist of role '{actor.role}'."
            return Refused(Refusal.FORBIDDEN, message, category)
    return target

"""What a change is about: the address it touches, what stands there now, and whether the writer may touch it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from consent.changes import (
    AttachArtifact,
    Change,
    ChangeById,
    DetachArtifact,
    DraftChange,
    ForgetMemory,
    IngestSource,
    JoinStatement,
    LinkMemories,
    MergeMemories,
    ReadmitMemory,
    RejectMemory,
    RestoreMemory,
    SetFact,
    UndoMerge,
    UnlinkMemories,
    WriteMemory,
)
from consent.changes.merge import of_merge, of_undo
from consent.evidence_targets import missing_evidence, of_artifact, of_link, of_unlink
from consent.outcomes import Refusal, Refused
from consent.rejection import of_rejection
from consent.source_targets import of_source, of_statement
from consent.standing import Standing
from consent.target import NO_MEMORY, NOBODY, Target, target_of, whose
from conversations.models import Session
from memories import preparation
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Memory, MemoryVersion, Merge
from memories.models.choices import DEFAULT_CATEGORY, FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.preparation import PreparedText
from memories.sources.drafts import KEY_PREFIX, SourceDraft
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.namespaces import to_path

RESERVED = ("fact:", KEY_PREFIX)
# What stands at a guessed address is nobody's to learn by writing there, its category and sensitivity least of all.
TAKEN = Refused(Refusal.FORBIDDEN, "You may not write at this address.")


def addresses_of(changes: Sequence[Change]) -> set[tuple[str, str]]:
    """The (namespace path, key) pairs that the changes touch, to be locked before they are located.

    A source object is locked by its identity too, which does not depend on its namespace.
    """
    drafts = [change.draft for change in changes if isinstance(change, DraftChange)]
    ids = [change.memory_id for change in changes if isinstance(change, ChangeById)]
    ids += [change.absorbed_id for change in changes if isinstance(change, MergeMemories)]
    undone = [change.memory_id for change in changes if isinstance(change, UndoMerge)]
    ids += Merge.objects.standing().filter(kept__in=undone).values_list("absorbed_id", flat=True) if undone else []
    named = {(to_path(draft.namespace), _key_of(draft)) for draft in drafts}
    named |= {("", draft.key) for draft in drafts if isinstance(draft, SourceDraft)}
    return named | set(Memory.objects.filter(id__in=ids).values_list("namespace_path", "key") if ids else ())


def _key_of(draft: MemoryDraft | FactDraft | SourceDraft) -> str:
    return draft.memory_key if isinstance(draft, FactDraft) else draft.key


def locate(change: Change, *, actor: Actor, now: datetime, standing: Standing | None = None) -> Target | Refused:
    """Find a change's target in the entered scope and check grant and allowlist.

    `standing` is what its batch has read already.
    """
    if isinstance(change, WriteMemory | SetFact):
        target = _of_draft(change, actor, standing or Standing())
    else:
        target = _found(change, actor, now)
    if isinstance(target, Target) and isinstance(change, WriteMemory):
        target = missing_evidence(change.draft, target, actor, now) or target
    return target if isinstance(target, Refused) else _permitted(target, actor, now)


def _found(change: Change, actor: Actor, now: datetime) -> Target | Refused:
    target: Target | Refused = FINDERS[type(change)](change, actor, now)
    if isinstance(target, Refused) or target.person_id is None or isinstance(change, IngestSource):
        return target
    # What is changed by its id may be about somebody who is being erased; drafts are asked where they are found.
    return target if Person.objects.hold([target.person_id]) else NOBODY


def _of_draft(change: WriteMemory | SetFact, actor: Actor, standing: Standing) -> Target | Refused:
    draft = change.draft
    path = to_path(draft.namespace)
    person_id = whose(draft.namespace, standing)
    if isinstance(person_id, Refused):
        return person_id
    key = _key_of(draft)
    if isinstance(change, WriteMemory) and key.startswith(RESERVED):
        return Refused(Refusal.INVALID, "Keys that begin with 'fact:' or 'source:' belong to facts and source objects.")
    memory = standing.take(path, key)
    if isinstance(change, WriteMemory) and (homeless := _homeless(change.draft, memory, person_id)):
        return homeless
    if isinstance(change, SetFact):
        category, label = FACT_ALLOWLIST_CATEGORY[change.draft.category], change.draft.sensitivity
    else:
        category = change.draft.category or (memory.category if memory else _default_category(change, actor))
        label = change.draft.sensitivity or (memory.sensitivity if memory else sensitivity.INTERNAL)
    return Target(path, key, person_id, category, label, memory, memory_type=_type_of(change, memory))


def _homeless(draft: MemoryDraft, memory: Memory | None, person_id: UUID | None) -> Refused | None:
    """Why a working memory cannot live there: it does in a conversation of its person (R30)."""
    if (draft.memory_type or (memory and memory.memory_type)) != MemoryType.WORKING:
        return None
    session_id = draft.session_id or (memory.session_id if memory else None)
    sessions = Session.objects.filter(Q(person_id=person_id), Q(id=session_id))
    if session_id is None or not sessions.exists():
        return Refused(Refusal.INVALID, "A working memory lives with a conversation of its person: session_id.")
    return None


def _of_memory(change: ForgetMemory | RestoreMemory, actor: Actor, now: datetime) -> Target | Refused:
    found = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id=change.memory_id).first()
    if found is None or found.current is None:
        return NO_MEMORY
    version = text = None
    if isinstance(change, RestoreMemory):
        number = change.version or found.version
        version = MemoryVersion.objects.filter(memory=found, number=number).first()
        if version is None:
            return Refused(Refusal.NOT_FOUND, f"This memory has no version {number}.")
        text = _text_of(found, version)
    return target_of(found, version=version, version_text=text)


def _text_of(memory: Memory, version: MemoryVersion) -> PreparedText:
    """Chunks of an old content; its vectors are taken over where the text is known, else a job embeds them."""
    if memory.is_fact:
        return preparation.prepare_fact(version.content)
    return preparation.split(version.content, limit=None)


def _type_of(change: WriteMemory | SetFact, memory: Memory | None) -> str:
    standing = memory.memory_type if memory else MemoryType.SEMANTIC
    return (change.draft.memory_type or standing) if isinstance(change, WriteMemory) else standing


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
    hidden = target.memory is not None and not _may_touch(target.memory, actor, ceiling)
    if not actor.may_write(target.category):
        # A draft's own category was named by its writer; one that was taken from what stands there is not told.
        if hidden and target.memory and target.memory.category == target.category:
            return TAKEN
        message = f"Category '{target.category}' is not on the allowlist of role '{actor.role}'."
        return Refused(Refusal.FORBIDDEN, message, target.category)
    if hidden:
        return TAKEN
    if sensitivity.rank(target.sensitivity) > ceiling:
        return Refused(Refusal.FORBIDDEN, "That is more sensitive than your grant allows.")
    return target


def _may_touch(memory: Memory, actor: Actor, ceiling: int) -> bool:
    return actor.may_write(memory.category) and sensitivity.rank(memory.sensitivity) <= ceiling


FINDERS: dict[type, Callable[[Any, Actor, datetime], Target | Refused]] = {
    IngestSource: of_source,
    ForgetMemory: _of_memory,
    RestoreMemory: _of_memory,
    RejectMemory: of_rejection,
    ReadmitMemory: of_rejection,
    JoinStatement: of_statement,
    LinkMemories: of_link,
    UnlinkMemories: of_unlink,
    AttachArtifact: of_artifact,
    DetachArtifact: of_artifact,
    MergeMemories: of_merge,
    UndoMerge: of_undo,
}

"""Saying that a memory is wrong (R17): whose word that is, and what nobody else brings back after it."""

from datetime import datetime

from consent import readings
from consent.changes import Change, ReadmitMemory, RejectMemory, RestoreMemory, SetFact, WriteMemory
from consent.detection import texts as detection
from consent.outcomes import Refusal, Refused
from consent.policies import rules as policies
from consent.policies.delegation import STAND_INS
from consent.policies.rules import subject_of
from consent.target import NO_MEMORY, Target, target_of
from memories.denials import is_denied, last_rejection
from memories.models import Fact, Memory
from memories.models.choices import LifecycleState
from workspaces.actors import Actor, ActorKind

THEIRS = Refused(Refusal.FORBIDDEN, "Only the person whom a memory is about says whether it is right.")
SAID_BY_THEM = Refused(Refusal.FORBIDDEN, "The person said that it is wrong; only they take that back.")
WRONG = Refused(Refusal.REFUSED_BEFORE, "The person said that this is wrong.")


def of_rejection(change: RejectMemory | ReadmitMemory, actor: Actor, now: datetime) -> Target | Refused:
    """The memory, for the person it is about, or for staff to whom every policy that rules it hands decisions."""
    rows = Memory.objects.authorized_for(actor, now=now).select_related("current")
    memory = rows.filter(id=change.memory_id, state=LifecycleState.ACTIVE, current__isnull=False).first()
    if memory is None:
        return NO_MEMORY
    target = target_of(memory)
    if _is_theirs(memory, actor):
        return target
    if actor.kind is not ActorKind.STAFF or actor.role not in STAND_INS or not _is_delegated(target, actor):
        return THEIRS
    said = last_rejection(memory) if isinstance(change, ReadmitMemory) else None
    return SAID_BY_THEM if said is not None and said.actor_kind == ActorKind.PERSON else target


def barred(change: Change, target: Target, actor: Actor) -> Refused | None:
    """A refusal where the change would bring back what the person said is wrong, in the same words."""
    if target.memory is None or not target.memory.denied_hashes or _is_theirs(target.memory, actor):
        return None
    match change:
        case WriteMemory() | SetFact():
            content = change.draft.content
        case RestoreMemory() if target.version is not None:
            content = target.version.content
        case _:
            return None
    return WRONG if is_denied(target.memory, content) else None


def _is_theirs(memory: Memory, actor: Actor) -> bool:
    return actor.kind is ActorKind.PERSON and actor.person_id is not None and actor.person_id == memory.person_id


def _is_delegated(target: Target, actor: Actor) -> bool:
    """As with questions: each policy that rules what the memory tells has to say so; without one nobody stands in."""
    rules = policies.in_force()
    subjects = [subject_of(target, *field) for field in sorted(_fields_of(target))] or [subject_of(target)]
    found = [policies.ruling(subject, actor=actor, rules=rules) for subject in subjects]
    return all(policy is not None and policy.delegates_to_reviewers for policy in found)


def _fields_of(target: Target) -> set[tuple[str, str]]:
    memory = target.memory
    assert memory is not None and memory.current is not None
    if memory.is_fact:
        return set(Fact.objects.filter(memory=memory).values_list("category", "key"))
    texts = detection.texts_of_version(memory, memory.current)
    return {(one.category, one.key) for text in texts for one in readings.sensitive(text)}

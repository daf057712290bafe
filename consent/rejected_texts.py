"""Texts that the person rejected or forgot: storing them at another address needs their consent (R15, R17)."""

from collections.abc import Sequence

from consent.changes import Change
from consent.outcomes import REJECTED, REJECTED_BY_STAFF, Refused
from consent.policies.rules import is_person
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.denials import digest, is_denied, last_rejection
from memories.models import Memory
from memories.models.choices import LifecycleState, Trust, ValidationStatus
from providers.statements import DIET_KEYS, is_near_duplicate, stated_needs
from workspaces.actors import ActorKind


def rejected_elsewhere(change: Change, target: Target, snapshot: BatchSnapshot) -> list[Memory]:
    """Return the person's rejected or forgotten memories with the same text at other addresses, in any category; none
    for the person themselves, nor if they have stated the text again since.

    What was read before the locks says where to look, so only a match costs a query.
    """
    content = change.content_after(target)
    if content is None or target.person_id is None or is_person(snapshot.actor, target.person_id):
        return []
    wanted = digest(content)
    same = [one for one in snapshot.same_texts if one.person_id == target.person_id and _says(one, wanted)]
    if not any(_is_revoked(one, content) for one in same) or any(_is_own_text(one, snapshot) for one in same):
        return []
    now = Memory.objects.filter(id__in=[one.id for one in same]).select_related("current").order_by("id")
    elsewhere = now.exclude(namespace_path=target.namespace_path, key=target.key)
    return [one for one in elsewhere if _says(one, wanted) and _is_revoked(one, content)]


def rejected_in_other_words(change: Change, target: Target, snapshot: BatchSnapshot) -> list[Memory]:
    """Return the person's rejected or forgotten memories with nearly the same text, or with the same need. They need
    consent, because the text may mean another thing; none if the person has stated the same text since."""
    content = change.content_after(target)
    if content is None or is_person(snapshot.actor, target.person_id):
        return []
    wanted = digest(content)
    if any(_is_own_text(one, snapshot) and _says(one, wanted) for one in snapshot.same_texts):
        return []
    others = [
        one
        for one in snapshot.revoked
        if one.person_id == target.person_id
        and (target.memory is None or one.id != target.memory.id)
        and one.current is not None
    ]
    near = [] if change.sets_a_field else _near(content, others)
    return near or _same_need(content, others, snapshot)


def says_alike(content: str, others: Sequence[Memory], *, is_field: bool) -> list[Memory]:
    """Return the memories with nearly the same text as the content, or else with one of its needs."""
    return ([] if is_field else _near(content, others)) or [*_common_needs(content, others)]


def _near(content: str, others: Sequence[Memory]) -> list[Memory]:
    return [one for one in others if one.current and is_near_duplicate(one.current.content, content)]


def _same_need(content: str, others: Sequence[Memory], snapshot: BatchSnapshot) -> list[Memory]:
    """Return the memories that state a need of the content, for an agent's request, and only needs that no fact which
    the agent may read states."""
    found = _common_needs(content, others) if snapshot.actor.is_agent else {}
    person_id = next((one.person_id for one in found), None)
    if person_id is None:
        return []
    facts = (f"{key}: {value}" for key, value in snapshot.known_values(person_id) if key in DIET_KEYS)
    known = frozenset(need for fact in facts for need in stated_needs(fact))
    return [one for one, needs in found.items() if needs - known]


def _common_needs(content: str, others: Sequence[Memory]) -> dict[Memory, frozenset[str]]:
    """Return the memories that state an allergy, an excluded food or a diet of the content, in any words and fields,
    with these needs."""
    by_memory = {one: needs for one in others if one.current and (needs := stated_needs(one.current.content))}
    requested = stated_needs(content) if by_memory else frozenset()
    return {one: common for one, needs in by_memory.items() if (common := needs & requested)}


def _says(memory: Memory, wanted: str) -> bool:
    return memory.current is not None and digest(memory.current.content) == wanted


def _is_revoked(memory: Memory, content: str) -> bool:
    return memory.state == LifecycleState.SOFT_DELETED or is_denied(memory, content)


def _is_own_text(memory: Memory, snapshot: BatchSnapshot) -> bool:
    is_active = memory.state == LifecycleState.ACTIVE and not memory.has_expired(snapshot.now)
    return is_active and memory.trust == Trust.PERSON and memory.validation_status != ValidationStatus.REJECTED


def rejected_at_address(change: Change, target: Target, snapshot: BatchSnapshot) -> list[Memory]:
    """Return the memories at its address whose text was rejected; none for the person, who may restore it."""
    content = change.content_after(target)
    if content is None or is_person(snapshot.actor, target.person_id):
        return []
    stored = [target.memory] if target.memory else []
    if target.apart:
        stored = snapshot.memories_at(target.namespace_path, target.key)
    return [memory for memory in stored if is_denied(memory, content)]


def refusal_of_rejected(denied: Sequence[Memory], content: str | None) -> Refused:
    """Return the refusal, by who rejected this text last."""
    rejection = next(filter(None, (last_rejection(memory, content) for memory in denied)), None)
    return REJECTED_BY_STAFF if rejection and rejection.actor_kind == ActorKind.STAFF else REJECTED


def is_rejected(memory: Memory) -> bool:
    return memory.validation_status == ValidationStatus.REJECTED

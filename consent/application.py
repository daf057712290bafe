"""Applies a change inside the gate's transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from consent.changes import Change, DraftChange
from consent.changes.proposable import field_at
from consent.detection.statements import Detected
from consent.detection.values import Pair
from consent.detection.withholding import release_values, update_marked_wrong
from consent.outcomes import Applied
from consent.outdated_texts import mark_outdated
from consent.prepared import Prepared
from consent.proposals.queue import queue_statements
from consent.proposals.rebase import close_answered, close_inapplicable, refresh_questions
from consent.single_value_fields import SINGLE_VALUE_FIELDS, may_state, stated_single_value
from consent.target import Target
from conversations.turn_events import event_of
from memories import cache
from memories.actions.link_references import link_references
from memories.actions.record_history import record_provenance
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Memory
from memories.models.choices import Event, ValidationStatus
from workspaces.actors import ActorKind
from workspaces.models import Person

# Events that forget or restore a memory without changing its text.
LIFECYCLE_EVENTS = (Event.DELETE, Event.RESTORE)
SEES_ALL = (ActorKind.PERSON, ActorKind.STAFF)


def apply(
    item: Prepared,
    target: Target,
    authority: WriteAuthority,
    detected: Detected,
    *,
    evidence: Sequence[tuple[str, str]] = (),
) -> Applied:
    """Apply a change whose address is locked and whose target was found.

    `evidence` lists the signals that corroborated it: (actor, evidence).
    """
    change = item.change
    authority = replace(authority, thread_id=change.origin.thread_id, session_id=change.origin.session_id)
    before, was_cut, status = target.base_version, target.is_cut, _validation(target)
    written = change.write(item, target, authority)
    memory = written.memory
    is_new = memory.version != before
    waiting = tuple[UUID, ...]()
    if isinstance(change, DraftChange) and (item.cuts or was_cut):
        waiting = queue_statements(
            item.cuts, change=change, memory=memory, authority=authority, detected=detected, is_new=is_new
        )
    _note_sources(change, written, authority, evidence, is_new=is_new)
    _update_related(memory, change, authority, has_moved=is_new or written.event in LIFECYCLE_EVENTS)
    if is_new or written.event:
        _close_inapplicable(target, authority)
    if ValidationStatus.REJECTED in {status, memory.validation_status} and status != memory.validation_status:
        update_marked_wrong(memory)
    cache.renew_on_commit(memory)
    return Applied(
        memory.id,
        memory.version,
        written.event,
        waiting,
        relation_id=written.relation_id,
        change_id=memory.change_id,
        category=memory.category,
        is_new_text=is_new,
    )


def _validation(target: Target) -> str:
    return target.memory.validation_status if target.memory else ""


def _note_sources(
    change: Change,
    written: Written,
    authority: WriteAuthority,
    evidence: Sequence[tuple[str, str]],
    *,
    is_new: bool,
) -> None:
    """Record what its source refers to and where its text comes from; links, categories and evidence have neither."""
    if is_new and written.memory.source_id:
        link_references(memory=written.memory, authority=authority)
    if change.sets_a_field and not _is_stored(change, written):
        return  # less confident than the stored value, which stays
    if change.event_id or is_new or (written.event and isinstance(change, DraftChange)):
        record_provenance(
            memory=written.memory,
            evidence=dict.fromkeys([*_evidence(change, authority), *evidence]),
            authority=authority,
            at_once=bool(change.event_id),
        )


def _is_stored(change: Change, written: Written) -> bool:
    current = written.memory.current
    return change.fact is None or current is None or current.content == change.fact.content


def _close_inapplicable(target: Target, authority: WriteAuthority) -> None:
    """Close questions that can no longer be applied, if the actor sees all of them."""
    if authority.actor.kind in SEES_ALL:
        changed = [one.id for one in (target.memory, target.other) if one is not None]
        close_inapplicable(changed, authority=authority)


def _update_related(memory: Memory, change: Change, authority: WriteAuthority, *, has_moved: bool) -> None:
    """Update what depends on the memory: release withheld values that the person stated or agreed to, mark earlier
    texts as outdated, close the questions that the change answers, and refresh those about a changed field."""
    is_own = authority.actor.kind is ActorKind.PERSON
    # Read only when needed: reading takes a millisecond or two a sentence.
    stated = change.pairs() if is_own or authority.decision_id else set[Pair]()
    if is_own:
        release_values(memory.person_id, stated, category=memory.category)
    keys = {key for key, _value in stated}
    keys |= _single_value_keys(memory) if has_moved else set()
    if keys:
        authority.inserts.flush()  # what is read now may be an unwritten row of this batch
        mark_outdated(memory.person_id, keys, written=memory)
    if is_own and has_moved:
        authority.inserts.flush()
        close_answered(memory, authority=authority)
    elif has_moved and memory.is_fact:
        authority.inserts.flush()
        refresh_questions(memory, actor=authority.actor, now=authority.now)


def _single_value_keys(memory: Memory) -> set[str]:
    """Keys of the single-value fields without consent (`SINGLE_VALUE_FIELDS`) that a memory states; at most one."""
    if memory.person_id is None or memory.current is None:
        return set()
    if memory.is_fact:
        return {field_at(memory.key)[1]} & SINGLE_VALUE_FIELDS
    content = memory.current.content
    stated = stated_single_value(content, Person.objects.name_of(memory.person_id))[0] if may_state(content) else ""
    return {stated} - {""}


def _evidence(change: Change, authority: WriteAuthority) -> Iterator[tuple[str, str]]:
    """Yield (speaker or source, event): the event is a source's, a turn, or else the change itself."""
    who = authority.actor.label
    speaker = change.speaker or who
    if change.event_id:
        yield speaker, change.event_id
    if change.evidence_turn_id:
        yield who, event_of(change.evidence_turn_id)
    if not change.event_id and not change.evidence_turn_id:
        yield speaker, f"change:{authority.id}"

"""Carrying out a change inside the gate's transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from consent.changes import Change, DraftChange
from consent.changes.proposable import field_at
from consent.detection.statements import Detected
from consent.detection.values import Pair
from consent.detection.withholding import agree
from consent.outcomes import Applied
from consent.outdated_texts import mark_outdated
from consent.prepared import Prepared
from consent.proposals.queue import queue_statements
from consent.proposals.rebase import close_answered, close_groundless, show_anew
from consent.single_value_fields import SINGLE_VALUE_FIELDS, may_state, stated_single_value
from consent.target import Target
from memories import cache
from memories.actions.link_references import link_references
from memories.actions.record_history import record_provenance
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Memory
from memories.models.choices import Event
from workspaces.actors import ActorKind
from workspaces.models import Person

# Events that change whether a memory stands, not what it says.
STANDING = (Event.DELETE, Event.RESTORE)
SEEING_ALL = (ActorKind.PERSON, ActorKind.STAFF)


def apply(
    item: Prepared,
    target: Target,
    authority: WriteAuthority,
    detected: Detected,
    *,
    evidence: Sequence[tuple[str, str]] = (),
) -> Applied:
    """Apply a change whose address is locked and whose target was found.

    `evidence` are the signals that corroborated it: who gave it, and by what.
    """
    change = item.change
    authority = replace(authority, thread_id=change.origin.thread_id, session_id=change.origin.session_id)
    before, was_cut = target.base_version, target.is_cut
    written = change.write(item, target, authority)
    memory = written.memory
    is_new = memory.version != before
    waiting = tuple[UUID, ...]()
    if isinstance(change, DraftChange) and (item.cuts or was_cut):
        waiting = queue_statements(
            item.cuts, change=change, memory=memory, authority=authority, detected=detected, is_new=is_new
        )
    _note_sources(change, written, authority, evidence, is_new=is_new)
    _follow_person(memory, change, authority, has_moved=is_new or written.event in STANDING)
    if is_new or written.event:
        _close_groundless(target, authority)
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


def _note_sources(
    change: Change,
    written: Written,
    authority: WriteAuthority,
    evidence: Sequence[tuple[str, str]],
    *,
    is_new: bool,
) -> None:
    """What its source refers to, and where its text comes from; a link, a category or evidence tells neither."""
    if is_new and written.memory.source_id:
        link_references(memory=written.memory, authority=authority)
    if change.sets_a_field and not _holds(change, written):
        return  # less sure than what stands there, of which it says nothing
    if change.event_id or is_new or (written.event and isinstance(change, DraftChange)):
        record_provenance(
            memory=written.memory,
            evidence=dict.fromkeys([*_evidence(change, authority), *evidence]),
            authority=authority,
            at_once=bool(change.event_id),
        )


def _holds(change: Change, written: Written) -> bool:
    current = written.memory.current
    return change.fact is None or current is None or current.content == change.fact.content


def _close_groundless(target: Target, authority: WriteAuthority) -> None:
    """Where somebody who sees all of them has changed what questions are about."""
    if authority.actor.kind in SEEING_ALL:
        changed = [one.id for one in (target.memory, target.other) if one is not None]
        close_groundless(changed, authority=authority)


def _follow_person(memory: Memory, change: Change, authority: WriteAuthority, *, has_moved: bool) -> None:
    """What the person has said, or agreed to, ends what was held back of it, makes earlier texts outdated and, where
    the memory says something else now or stands no more, closes the questions that it answers. Those about a field
    that others changed show what it says now."""
    is_own = authority.actor.kind is ActorKind.PERSON
    # Read only where it counts: reading takes a millisecond or two a sentence.
    stated = change.pairs() if is_own or authority.decision_id else set[Pair]()
    if is_own:
        agree(memory.person_id, stated, category=memory.category)
    keys = {key for key, _value in stated}
    keys |= _kept_unasked(memory) if has_moved else set()
    if keys:
        authority.inserts.flush()  # of a batch, what is read now may still wait to be written
        mark_outdated(memory.person_id, keys, written=memory)
    if is_own and has_moved:
        authority.inserts.flush()
        close_answered(memory, authority=authority)
    elif has_moved and memory.is_fact:
        authority.inserts.flush()
        show_anew(memory, actor=authority.actor, now=authority.now)


def _kept_unasked(memory: Memory) -> set[str]:
    """Of the fields that have one value at a time and need nobody's yes, that which a memory tells something of."""
    if memory.person_id is None or memory.current is None:
        return set()
    if memory.is_fact:
        return {field_at(memory.key)[1]} & SINGLE_VALUE_FIELDS
    content = memory.current.content
    stated = stated_single_value(content, Person.objects.name_of(memory.person_id))[0] if may_state(content) else ""
    return {stated} - {""}


def _evidence(change: Change, authority: WriteAuthority) -> Iterator[tuple[str, str]]:
    """Who said it, or which source, and by which event: a source's, a turn, or else the change itself."""
    who = authority.actor.label
    speaker = change.speaker or who
    if change.event_id:
        yield speaker, change.event_id
    if change.evidence_turn_id:
        yield who, f"turn:{change.evidence_turn_id}"
    if not change.event_id and not change.evidence_turn_id:
        yield speaker, f"change:{authority.id}"

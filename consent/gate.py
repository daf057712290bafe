"""The write gateway: every change of what is remembered about a person goes through `submit` (architecture, rule 1)."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from consent import rejected_texts, write_notifications
from consent.application import apply
from consent.changes import Change, DraftChange
from consent.changes.evidence import fields_of_artifacts, is_partly_unread
from consent.classification_events import node_of, record_classification
from consent.detection.statements import discloses_personal_data, may_read
from consent.detection.texts import texts_of_version
from consent.detection.values import normalized_pair
from consent.models import Signal
from consent.models.policy import Outcome as PolicyOutcome
from consent.outcomes import (
    NEVER,
    NEVER_FOR_YOU,
    NOTHING_YET,
    OTHERS_SHARED,
    SENSITIVE_CONTEXT,
    SHARED,
    STALE,
    Applied,
    Outcome,
    Refusal,
    Refused,
    Waiting,
)
from consent.policies import rules as policies
from consent.policies.corroboration import corroborate, mark_used
from consent.policies.memories_of_others import removes_notes_of_others
from consent.policies.named_illnesses import illness_of, with_illnesses
from consent.policies.own_statements import changes_own_statements
from consent.policies.rules import NO_FIELD, TRUST, Ruling, subject_of
from consent.policies.wider_fields import without_wider_fields
from consent.prepare import prepare_batch
from consent.prepared import Prepared, PreparedBatch
from consent.proposals.admission import too_many
from consent.proposals.queue import queue_proposal
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.authority import WriteAuthority, authorize
from memories.maintenance.record_event import noted_failure
from memories.models import Memory, MemoryVersion, Provenance
from memories.models.choices import Event
from memories.models.operational_event import Operation
from telemetry.metrics import GATE_OUTCOMES
from workspaces import scope
from workspaces.actors import Actor

Inspect = Callable[[Sequence[Outcome]], object]
ASKING = (PolicyOutcome.CONSENT, PolicyOutcome.CORROBORATION)


def submit(change: Change, *, actor: Actor, now: datetime) -> Outcome:
    """Apply, queue or refuse one change, in a transaction of its own. Call it outside any scope: it embeds first."""
    return submit_many([change], actor=actor, now=now)[0]


def submit_many(changes: Sequence[Change], *, actor: Actor, now: datetime) -> list[Outcome]:
    """Decide a batch in one transaction, in order.

    Each change has its own outcome, and a refused one stops no other.
    """
    with noted_failure(node_of(actor), Operation.CLASSIFY, workspace_id=actor.workspace_id, now=now):
        return _submit_many(changes, actor, now)


def _submit_many(changes: Sequence[Change], actor: Actor, now: datetime) -> list[Outcome]:
    batch = prepare_batch(changes, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        outcomes = _decide_batch(batch, actor, now)
    for outcome in outcomes:
        GATE_OUTCOMES.labels(type(outcome).__name__.lower(), getattr(outcome, "reason", "")).inc()
    write_notifications.notify(batch.items, outcomes, workspace_id=actor.workspace_id)
    return outcomes


def preview(
    changes: Sequence[Change], *, actor: Actor, now: datetime, inspect: Inspect = lambda outcomes: None
) -> list[Outcome]:
    """Return what `submit_many` would answer now, and roll it back: the ids in it exist nowhere. `inspect` is called
    with the outcomes before that, in the scope."""
    batch = prepare_batch(changes, actor=actor, now=now)
    outcomes: list[Outcome] = []
    with suppress(_Rollback), scope.enter(actor.workspace_id):
        outcomes = _decide_batch(batch, actor, now)
        inspect(outcomes)
        raise _Rollback
    return outcomes


class _Rollback(Exception):
    """Rolls back a preview."""


def _decide_batch(batch: PreparedBatch, actor: Actor, now: datetime) -> list[Outcome]:
    snapshot = BatchSnapshot.lock(
        batch.addresses,
        locked=batch.locks,
        sessions=batch.sessions,
        actor=actor,
        now=now,
        detected=batch.detected,
        with_rules=True,
    )
    snapshot.same_texts, snapshot.revoked = batch.same_texts, batch.revoked
    with authorize(actor=actor, now=now, trust=TRUST[actor.kind]) as authority:
        return [_with_redacted(_decide_in_batch(item, snapshot, authority), item) for item in batch.items]


def _with_redacted(outcome: Outcome, item: Prepared) -> Outcome:
    """Add to an outcome the kinds of secrets that were cut out; a refused change stores nothing."""
    if isinstance(outcome, Refused) or not item.redactions:
        return outcome
    return replace(outcome, redacted=item.redacted)


def _decide_in_batch(item: Prepared, snapshot: BatchSnapshot, authority: WriteAuthority) -> Outcome:
    """One change of a batch.

    If it touches nothing that an earlier one touched it may be written together with it; else the earlier is flushed.
    """
    addresses = item.change.addresses()
    if item.change.is_independent and snapshot.holds(addresses):
        with authority.inserts.gathering():
            outcome = _decide(item, snapshot, authority)
        snapshot.drop(addresses)
    else:
        authority.inserts.flush()
        outcome = _decide(item, snapshot, authority)
        snapshot.clear()
    return outcome


def _decide(item: Prepared, snapshot: BatchSnapshot, authority: WriteAuthority) -> Outcome:
    """Decide one change, under its lock."""
    if item.problem:
        return Refused(Refusal.INVALID, item.problem)
    target = item.change.locate(snapshot)
    if isinstance(target, Refused):
        outcome: Outcome = target
    elif _has_sensitive_context(item.change, target, snapshot):
        outcome = SENSITIVE_CONTEXT
    else:
        outcome = _earlier_answer(item.change, target) or _by_policy(item, target, snapshot, authority)
    record_classification(item.change, outcome, target, snapshot, authority)
    return outcome


def _has_sensitive_context(change: Change, target: Target, snapshot: BatchSnapshot) -> bool:
    """Whether an agent's reason or thread, which others read and no policy covers, states something sensitive that the
    memory does not, as far as the agent may know."""
    if not snapshot.actor.is_agent:
        return False
    extra = {normalized_pair(one) for one in snapshot.detected.among(change.context_texts())}
    memory = target.memory
    if extra and memory is not None and memory.current is not None and _may_know(target, snapshot):
        stated = snapshot.detected.among(texts_of_version(memory, memory.current))
        extra -= {normalized_pair(one) for one in stated}
    return bool(extra)


def _earlier_answer(change: Change, target: Target) -> Applied | None:
    """Return the outcome of a source's event that was sent before (004, "Idempotency"); None for a new one."""
    event_id, memory = change.event_id, target.memory
    if not event_id or memory is None:
        return None
    row = Provenance.objects.filter(memory=memory, source_event=event_id).order_by("id").first()
    if row is None or row.version is None:
        return None
    made = MemoryVersion.objects.filter(memory=memory, number=row.version, source_event_id=event_id).exists()
    event = (Event.ADD if row.version == 1 else Event.UPDATE) if made else None
    return Applied(memory.id, row.version, event, category=memory.category)


def _by_policy(item: Prepared, target: Target, snapshot: BatchSnapshot, authority: WriteAuthority) -> Outcome:
    """Decide a change that the actor may request."""
    change, memory, actor = item.change, target.memory, authority.actor
    if change.expected_change_id not in (None, memory.change_id if memory else None):
        return STALE if memory else NOTHING_YET
    if change.needs_no_policy:
        return apply(item, target, authority, snapshot.detected)
    elsewhere = rejected_texts.rejected_elsewhere(change, target, snapshot)
    denied = [
        *rejected_texts.rejected_at_address(change, target, snapshot),
        *(one for one in elsewhere if rejected_texts.is_rejected(one)),
    ]
    elsewhere = elsewhere or rejected_texts.rejected_in_other_words(change, target, snapshot)
    if any(may_read(one, actor=actor, now=snapshot.now) for one in denied):
        return rejected_texts.refusal_of_rejected(denied, change.content_after(target))
    texts = change.shared_texts(target) if target.person_id is None else ()
    if discloses_personal_data(texts, snapshot.detected, is_source=change.is_source):
        return SHARED
    if target.person_id is None and removes_notes_of_others(change, target, [subject_of(target)], snapshot):
        return OTHERS_SHARED
    ruling = _ruling(item, target, snapshot, elsewhere)
    if ruling.outcome in ASKING and change.is_noop(target, snapshot) and _may_know(target, snapshot):
        # It is true already, as the actor may know: nothing would change, so it needs no consent.
        ruling = replace(ruling, outcome=PolicyOutcome.APPLY)
    return _by_ruling(item, target, snapshot, authority, ruling, denied=denied)


def _may_know(target: Target, snapshot: BatchSnapshot) -> bool:
    """Whether the actor may know what is stored at the target."""
    return target.memory is None or may_read(target.memory, actor=snapshot.actor, now=snapshot.now)


def _ruling(item: Prepared, target: Target, snapshot: BatchSnapshot, elsewhere: Sequence[Memory]) -> Ruling:
    """Return the ruling of the policies on the change itself and on each sensitive statement that it would add or
    remove.

    Consent is needed in any case to change what the person said themselves, to store what they rejected `elsewhere`,
    and to remove what another agent noted.
    """
    change = item.change
    statements = change.statements(target, snapshot) if item.residual is None else item.residual
    statements = with_illnesses(statements, target, snapshot)
    files = list(change.disclosed_artifacts(target))
    fields = [*change.policy_fields(target), *illness_of(change, target, snapshot), *fields_of_artifacts(files)]
    fields += ((one.category, one.key) for one in without_wider_fields(statements, change, target, snapshot))
    fields = fields if change.sets_a_field else [*fields, NO_FIELD]
    places, memory = [target], target.memory
    if memory is not None and (memory.category, memory.sensitivity) != (target.category, target.sensitivity):
        # Its category or sensitivity would change: policies of both count.
        places.append(replace(target, category=memory.category, sensitivity=memory.sensitivity))
    subjects = [subject_of(place, *field) for place in places for field in fields]
    ruling = policies.verdict(subjects, actor=snapshot.actor, rules=snapshot.rules)
    if ruling.outcome in (PolicyOutcome.NEVER, PolicyOutcome.CONSENT):
        return ruling
    asks = changes_own_statements(change, target, subjects, snapshot, elsewhere=elsewhere)
    values = change.pairs() if change.sets_a_field else map(normalized_pair, statements)
    asks = asks or bool(snapshot.refused_among(values, target.person_id))
    asks = asks or any(rejected_texts.is_rejected(one) for one in elsewhere) or is_partly_unread(files)
    if target.person_id is not None:
        asks = asks or removes_notes_of_others(change, target, subjects, snapshot)
    return replace(ruling, outcome=PolicyOutcome.CONSENT) if asks else ruling


def _by_ruling(
    item: Prepared,
    target: Target,
    snapshot: BatchSnapshot,
    authority: WriteAuthority,
    ruling: Ruling,
    *,
    denied: Sequence[Memory],
) -> Outcome:
    """Refuse, ask or apply. `denied` are rejected memories that the actor may not know of; a question about them is
    muted."""
    change, actor = item.change, authority.actor
    if ruling.outcome is PolicyOutcome.NEVER:
        return NEVER_FOR_YOU if ruling.is_personal_rule else replace(NEVER, policies=ruling.policies)
    asks = ruling.outcome is PolicyOutcome.CONSENT
    if denied and not asks:
        return rejected_texts.refusal_of_rejected(denied, change.content_after(target))
    asks = asks or (change.is_persons_only and (actor.person_id is None or actor.person_id != target.person_id))
    full = too_many(target, actor, more=asks or sum(cut.is_queued for cut in item.cuts))
    if full is not None:
        return full
    if asks:
        return queue_proposal(change, target=target, snapshot=snapshot, was_denied=bool(denied))
    signals = _signals(change, target, authority, ruling)
    if isinstance(signals, Waiting):
        return signals
    evidence = [(signal.actor_label, signal.evidence) for signal in signals]
    applied = apply(item, target, authority, snapshot.detected, evidence=evidence)
    if signals:
        mark_used(signals, memory_id=applied.memory_id, authority=authority)
    return applied


def _signals(change: Change, target: Target, authority: WriteAuthority, ruling: Ruling) -> Waiting | Sequence[Signal]:
    """Return the signals that together allow it. Only drafts need any: forgetting and restoring state nothing new."""
    if ruling.outcome is not PolicyOutcome.CORROBORATION or not isinstance(change, DraftChange):
        return ()
    return corroborate(change, target=target, authority=authority, ruling=ruling)

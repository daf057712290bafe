"""Queues changes and sentences that need consent as questions to the person (001 §10, R19)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from consent.changes import KINDS, Change, DraftChange, JoinStatement, from_json
from consent.detection.excision import Cut
from consent.detection.statements import Detected
from consent.detection.withholding import update_withheld_values
from consent.models import Proposal
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalQuerySet, ProposalState
from consent.outcomes import Queued, Refused
from consent.proposals.admission import answer_refused, answer_reworded, may_know
from consent.proposals.competing import is_same_asker
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.authority import WriteAuthority
from memories.models import Memory
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import uuid7

# Kinds whose proposals are named by a field, not by a memory's key.
FIELD_TYPES = [name for name, kind in KINDS.items() if kind.sets_a_field]
# How many entries about earlier requests a question stores.
EVIDENCE_ENTRIES = 20
FIELD_CHARACTERS = 600
GONE = gettext_noop("The text that this sentence was cut from was replaced.")
SUPERSEDED = "A later question about the same took its place."


def queue_proposal(
    change: Change, *, target: Target, snapshot: BatchSnapshot, was_denied: bool = False
) -> Queued | Refused:
    """Queue a change for the person to decide (001 §10).

    A repeated request adds evidence to the same proposal. Another value for the same field, or another change of a
    memory, replaces the same asker's earlier question and keeps its evidence. Questions of several askers wait
    separately, even for the same value or text, since the id of another agent's question would disclose that it is
    pending; the person sees them as one (`duplicates`).

    A value that the person refused is refused until its block ends. An agent that may not know of the refusal gets the
    usual answer, but the question is muted; `was_denied` does the same for a rejected memory. The address is locked, so
    two callers cannot both find no pending proposal.
    """
    actor, now = snapshot.actor, snapshot.now
    change = change.with_place(target)
    proposal = _proposal(change, target, snapshot)
    refusal = answer_reworded(change, proposal) or answer_refused(proposal, actor=actor, now=now)
    if refusal is not None:
        return refusal
    proposal.is_muted |= was_denied
    earlier = list(_same_field(change, proposal))
    same = next((row for row in earlier if _is_same(row, proposal, change)), None)
    same = same or _repeated_question(change, proposal)
    if same is not None:
        _add_evidence(same, proposal)
        return Queued(same.id, same.memory_id)
    _supersede([row for row in earlier if is_same_asker(row, proposal)], proposal)
    proposal.shown_hash = proposal.hash_of_shown()
    proposal.save(force_insert=True)
    update_withheld_values(proposal)
    return Queued(proposal.id, proposal.memory_id)


def new_proposal(change: Change, *, actor: Actor, now: datetime, **values: Any) -> Proposal:
    """Build an unsaved proposal of a change by its asker."""
    return Proposal(
        id=uuid7(),
        change=change.model_dump(mode="json"),
        change_hash=change.digest(),
        reason=change.origin.reason,
        agent_id=actor.id if actor.is_agent else None,
        account_id=None if actor.is_agent else actor.id,
        key_id=actor.key_id,
        actor_label=actor.label[:128],
        created_at=now,
        expires_at=now + timedelta(days=settings.PROPOSAL_DAYS),
        **values,
    )


def _proposal(change: Change, target: Target, snapshot: BatchSnapshot) -> Proposal:
    described = change.describe(target)
    return new_proposal(
        change,
        actor=snapshot.actor,
        now=snapshot.now,
        person_id=target.person_id,
        namespace_path=target.namespace_path,
        category=target.category,
        sensitivity_rank=sensitivity.rank(target.sensitivity),
        field=described.field,
        memory_id=target.memory.id if target.memory else None,
        apart=target.apart,
        base_version=target.base_version,
        old_value=described.old,
        new_value=described.new,
        claims=change.claims(described.text, snapshot.detected, key=target.key),
        evidence_turn_id=change.evidence_turn_id,
    )


def _same_field(change: Change, proposal: Proposal) -> QuerySet[Proposal]:
    """Return the open questions about the same field or memory. A memory's key may be spelt like a field; its questions
    do not replace those about the field."""
    alike = Q(change__type=change.type) if change.sets_a_field else ~Q(change__type__in=FIELD_TYPES)
    return Proposal.objects.pending().about_the_same(proposal).filter(alike, Q(person_id=proposal.person_id))


def _is_same(earlier: Proposal, proposal: Proposal, change: Change) -> bool:
    """Whether it is the same change; for drafts only by the same agent. Other changes disclose nothing by that."""
    is_own = earlier.agent_id == proposal.agent_id or not isinstance(change, DraftChange)
    return is_own and earlier.change_hash == proposal.change_hash


def _repeated_question(change: Change, proposal: Proposal) -> Proposal | None:
    """Return the open question of the same asker that differs only by its key, if both keys were generated."""
    if change.repeatable is None or not isinstance(change, DraftChange):
        return None
    place = {name: getattr(proposal, name) for name in ("person_id", "namespace_path", "agent_id", "new_value")}
    rows = Proposal.objects.pending().filter(change__type=change.type, change__may_repeat=True, **place)
    return next((row for row in rows if _with_key_of(row, change).digest() == row.change_hash), None)


def _with_key_of(row: Proposal, change: DraftChange) -> DraftChange:
    return change.with_draft(key=row.change["draft"]["key"])


def _add_evidence(waiting: Proposal, asked: Proposal) -> None:
    """Add a repeated request as evidence. What is shown of the change itself stays, and so does its hash."""
    row = Proposal.objects.pending().filter(id=waiting.id)
    if waiting.is_muted and not asked.is_muted:
        # The person has allowed it to be requested again meanwhile.
        row.update(is_muted=False)
    entry = entry_of(asked)
    values = {key: value for key, value in entry.items() if key != "asked_at"}
    if not any(values.items() <= each.items() for each in [entry_of(waiting), *waiting.evidence]):
        row.update(evidence=[*waiting.evidence, entry][-EVIDENCE_ENTRIES:])


def _supersede(earlier: list[Proposal], later: Proposal) -> None:
    """Close the earlier questions; one that was decided meanwhile stays as it is."""
    for row in earlier:
        closed = Proposal.objects.pending().filter(id=row.id)
        if closed.update(
            state=ProposalState.SUPERSEDED,
            decided_at=later.created_at,
            superseded_by=later.id,
            closed_because=SUPERSEDED,
        ):
            update_withheld_values(row)
            # If one of the two is muted the person sees only the other, so their answer does not concern it.
            entries = [] if row.is_muted or later.is_muted else [*row.evidence, entry_of(row)]
            later.evidence = [*later.evidence, *entries][-EVIDENCE_ENTRIES:]
            Notice.objects.create(
                proposal_id=row.id, kind=NoticeKind.CLOSED, state=ProposalState.SUPERSEDED, created_at=later.created_at
            )


def entry_of(proposal: Proposal) -> dict[str, Any]:
    """Return a question as an evidence entry of another one."""
    return {
        "asked_by": proposal.actor_label,
        "agent_id": str(proposal.agent_id) if proposal.agent_id else None,
        "value": proposal.new_value,
        "reason": proposal.reason,
        "turn_id": str(proposal.evidence_turn_id) if proposal.evidence_turn_id else None,
        "asked_at": proposal.created_at.isoformat(),
    }


def queue_statements(
    cuts: Sequence[Cut],
    *,
    change: DraftChange,
    memory: Memory,
    authority: WriteAuthority,
    detected: Detected,
    is_new: bool,
) -> tuple[UUID, ...]:
    """Ask the person about each sentence that was cut out (R19); return the ids of the pending proposals.

    Pending sentences are not asked again, nor refused ones, here or in another form, nor any without a new version. For
    an agent that may not know of the refusal the question is muted. Questions about sentences that are no longer cut
    out of the version are closed.
    """
    asked = Proposal.objects.of_statements(memory)
    refused = set(asked.refused().values_list("change__statement", flat=True))
    disclosed = _known_sentences(asked.refused(), authority)
    wanted = {cut.id: cut for cut in cuts if cut.is_queued and cut.text not in disclosed}
    pending = {UUID(row.change["excision_id"]): row for row in asked.pending()}
    _close([row for excision_id, row in pending.items() if excision_id not in wanted], authority)
    waiting = {excision_id: row.id for excision_id, row in pending.items()}
    if is_new:
        for cut in [one for one in wanted.values() if one.id not in waiting]:
            proposal = _statement_proposal(cut, change, memory, authority, detected)
            if asked_id := _ask(proposal, refused, authority):
                waiting[cut.id] = asked_id
    return tuple(waiting[excision_id] for excision_id in wanted if excision_id in waiting)


def _close(rows: Sequence[Proposal], authority: WriteAuthority) -> None:
    state, now = ProposalState.SUPERSEDED, authority.now
    for row in rows:
        if Proposal.objects.pending().filter(id=row.id).update(state=state, decided_at=now, closed_because=GONE):
            update_withheld_values(row)
            Notice.objects.create(proposal_id=row.id, kind=NoticeKind.CLOSED, state=state, created_at=now)


def _known_sentences(refused: ProposalQuerySet, authority: WriteAuthority) -> set[str]:
    """Return the refused sentences that the actor may know of."""
    actor = authority.actor
    known = refused.authorized_for(actor, now=authority.now).disclosed_to(actor)
    rows = known.values_list("change__statement", "claims", "agent_id")
    return {sentence for sentence, claims, agent_id in rows if agent_id == actor.id or may_know(claims, actor)}


def _ask(proposal: Proposal, refused: set[str], authority: WriteAuthority) -> UUID | None:
    """Ask the question and return its id; None if the person refused it and the actor may know that."""
    join = from_json(proposal.change)
    if answer_reworded(join, proposal) or answer_refused(proposal, actor=authority.actor, now=authority.now):
        return None
    proposal.is_muted |= proposal.change["statement"] in refused
    proposal.shown_hash = proposal.hash_of_shown()
    proposal.save(force_insert=True)
    update_withheld_values(proposal)
    return proposal.id


def _statement_proposal(
    cut: Cut, change: DraftChange, memory: Memory, authority: WriteAuthority, detected: Detected
) -> Proposal:
    reason = change.origin.reason
    join = JoinStatement(memory_id=memory.id, excision_id=cut.id, statement=cut.text, reason=reason)
    return new_proposal(
        join,
        actor=authority.actor,
        now=authority.now,
        person_id=memory.person_id,
        namespace_path=memory.namespace_path,
        category=memory.category,
        sensitivity_rank=sensitivity.rank(memory.sensitivity),
        field=f"{', '.join(cut.keys)} in {memory.key}"[:FIELD_CHARACTERS],
        memory_id=memory.id,
        apart=memory.apart,
        base_version=memory.version,
        new_value=cut.shown,
        claims=join.claims(cut.shown, detected),
        evidence_turn_id=change.evidence_turn_id,
    )

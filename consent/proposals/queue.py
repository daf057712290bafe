"""Questions to the person, instead of changes and sentences that need their consent (001 §10, R19)."""

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
from consent.detection.withholding import follow
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
# Of what was asked before, this much is kept with the question that took its place.
EVIDENCE_KEPT = 20
FIELD_CHARACTERS = 600
GONE = gettext_noop("The text that this sentence was cut from was replaced.")
SUPERSEDED = "A later question about the same took its place."


def queue_proposal(
    change: Change, *, target: Target, snapshot: BatchSnapshot, was_denied: bool = False
) -> Queued | Refused:
    """Keep a change for the person to decide (001 §10).

    The same change asked for again is the same proposal, with one more piece of evidence. Another value for the same
    field, or another change of a memory, takes the place of the same asker's earlier question and keeps its evidence;
    those of several askers wait beside one another, and so does a value or text that several agents ask for: the id of
    another's question would tell that it waits (`alike` makes one of them for the person). A value that the person
    refused is refused until the time for that has passed; an agent that may not know of it gets the answer of any other
    value, and the person is not asked: what another agent asked of them stays. `was_denied`: so it is with what the
    person said is wrong. The address is locked, so two callers cannot both find no pending proposal.
    """
    actor, now = snapshot.actor, snapshot.now
    change = change.pinned(target)
    proposal = _proposal(change, target, snapshot)
    refusal = answer_reworded(change, proposal) or answer_refused(proposal, actor=actor, now=now)
    if refusal is not None:
        return refusal
    proposal.is_muted |= was_denied
    earlier = list(_same_field(change, proposal))
    same = next((row for row in earlier if _is_same(row, proposal, change)), None)
    same = same or _said_again(change, proposal)
    if same is not None:
        _note_again(same, proposal)
        return Queued(same.id, same.memory_id)
    _supersede([row for row in earlier if is_same_asker(row, proposal)], proposal)
    proposal.shown_hash = proposal.hash_of_shown()
    proposal.save(force_insert=True)
    follow(proposal)
    return Queued(proposal.id, proposal.memory_id)


def new_proposal(change: Change, *, actor: Actor, now: datetime, **values: Any) -> Proposal:
    """A proposal of a change by its asker, not saved."""
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
        claims=change.claims(described.said, snapshot.detected, key=target.key),
        evidence_turn_id=change.evidence_turn_id,
    )


def _same_field(change: Change, proposal: Proposal) -> QuerySet[Proposal]:
    """A memory's key may be spelt like a field; it takes the place of no question about the field."""
    alike = Q(change__type=change.type) if change.sets_a_field else ~Q(change__type__in=FIELD_TYPES)
    return Proposal.objects.pending().about_the_same(proposal).filter(alike, Q(person_id=proposal.person_id))


def _is_same(earlier: Proposal, proposal: Proposal, change: Change) -> bool:
    """The same change; what is told, of one agent. What only names a memory has nothing to guess."""
    is_own = earlier.agent_id == proposal.agent_id or not isinstance(change, DraftChange)
    return is_own and earlier.change_hash == proposal.change_hash


def _said_again(change: Change, proposal: Proposal) -> Proposal | None:
    """The open question of the same asker that differs by its key alone, where both keys were made up."""
    if change.repeatable is None or not isinstance(change, DraftChange):
        return None
    place = {name: getattr(proposal, name) for name in ("person_id", "namespace_path", "agent_id", "new_value")}
    rows = Proposal.objects.pending().filter(change__type=change.type, change__may_repeat=True, **place)
    return next((row for row in rows if _under_key_of(row, change).digest() == row.change_hash), None)


def _under_key_of(row: Proposal, change: DraftChange) -> DraftChange:
    return change.with_draft(key=row.change["draft"]["key"])


def _note_again(waiting: Proposal, asked: Proposal) -> None:
    """One more who asks for the same. What is shown of the change itself stays, and so does its hash."""
    row = Proposal.objects.pending().filter(id=waiting.id)
    if waiting.is_muted and not asked.is_muted:
        # The person lets it be asked again meanwhile: now it is.
        row.update(is_muted=False)
    entry = entry_of(asked)
    values = {key: value for key, value in entry.items() if key != "asked_at"}
    if not any(values.items() <= each.items() for each in [entry_of(waiting), *waiting.evidence]):
        row.update(evidence=[*waiting.evidence, entry][-EVIDENCE_KEPT:])


def _supersede(earlier: list[Proposal], later: Proposal) -> None:
    """Close the earlier questions; one that was decided meanwhile has its outcome and stays as it is."""
    for row in earlier:
        closed = Proposal.objects.pending().filter(id=row.id)
        if closed.update(
            state=ProposalState.SUPERSEDED,
            decided_at=later.created_at,
            superseded_by=later.id,
            closed_because=SUPERSEDED,
        ):
            follow(row)
            # Of two of which one is muted the person is shown but one: what they answer says nothing of the other.
            entries = [] if row.is_muted or later.is_muted else [*row.evidence, entry_of(row)]
            later.evidence = [*later.evidence, *entries][-EVIDENCE_KEPT:]
            Notice.objects.create(
                proposal_id=row.id, kind=NoticeKind.CLOSED, state=ProposalState.SUPERSEDED, created_at=later.created_at
            )


def entry_of(proposal: Proposal) -> dict[str, Any]:
    """A question as the evidence of another one keeps it."""
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
    """Ask the person about each sentence that was cut out (R19); returns the ids of the proposals that wait.

    One that waits already is not asked again, nor one that was refused, here or in another form, nor any when no new
    version was made; for an agent that may not know of the refusal the question is muted. Those that the version no
    longer lacks are closed.
    """
    asked = Proposal.objects.of_statements(memory)
    refused = set(asked.refused().values_list("change__statement", flat=True))
    disclosed = _disclosed(asked.refused(), authority)
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
            follow(row)
            Notice.objects.create(proposal_id=row.id, kind=NoticeKind.CLOSED, state=state, created_at=now)


def _disclosed(refused: ProposalQuerySet, authority: WriteAuthority) -> set[str]:
    """The refused sentences that the actor may know of."""
    actor = authority.actor
    known = refused.authorized_for(actor, now=authority.now).told_to(actor)
    rows = known.values_list("change__statement", "claims", "agent_id")
    return {sentence for sentence, claims, agent_id in rows if agent_id == actor.id or may_know(claims, actor)}


def _ask(proposal: Proposal, refused: set[str], authority: WriteAuthority) -> UUID | None:
    """The id of the question, None where the person refused it and the actor may know that."""
    join = from_json(proposal.change)
    if answer_reworded(join, proposal) or answer_refused(proposal, actor=authority.actor, now=authority.now):
        return None
    proposal.is_muted |= proposal.change["statement"] in refused
    proposal.shown_hash = proposal.hash_of_shown()
    proposal.save(force_insert=True)
    follow(proposal)
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

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from consent.changes import Change, DraftChange, IngestSource, SetFact, WriteMemory, hash_of
from consent.models import Proposal
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalState
from consent.outcomes import Queued, Refused
from consent.preparation import PreparedChange
from consent.proposals.refused_values import answer_refused
from consent.proposals.shown import shown_hash_of
from consent.target import Target
from consent.values import claims_of, field_of, new_value, old_value
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import uuid7

# Of what was asked before, this much is kept with the question that took its place.
EVIDENCE_KEPT = 20
SUPERSEDED = "A later question about the same took its place."


def queue_proposal(
    *, item: PreparedChange, target: Target, actor: Actor, now: datetime, was_denied: bool = False
) -> Queued | Refused:
    """Keep a change for the person to decide (001 §10).

    The same change asked for again is the same proposal, with one more piece of evidence. Another value for the same
    field takes the earlier question's place and keeps its evidence. A value that the person refused is refused until
    the time for that has passed; an agent that may not know of it gets the answer of any other value, and the person is
    not asked. `was_denied`: so it is with what the person said is wrong. The address is locked, so two callers cannot
    both find no pending proposal.
    """
    change = _pinned(item, target)
    proposal = _proposal(change, target, actor, now)
    told = answer_refused(proposal, actor=actor, now=now)
    if told is not None:
        return told
    proposal.is_muted |= was_denied
    earlier = list(_same_field(change, proposal))
    same = next((row for row in earlier if row.change_hash == proposal.change_hash), None)
    if same is not None:
        _note_again(same, proposal)
        _unmute(same, proposal)
        return Queued(same.id, same.memory_id)
    _supersede(earlier, proposal)
    proposal.shown_hash = shown_hash_of(proposal)
    proposal.save(force_insert=True)
    return Queued(proposal.id, proposal.memory_id)


def expiry(asked_at: datetime) -> datetime:
    return asked_at + timedelta(days=settings.PROPOSAL_DAYS)


def _pinned(item: PreparedChange, target: Target) -> Change:
    """The change with its category written out: whoever approves it may have other defaults."""
    if not isinstance(item.change, WriteMemory | IngestSource):
        return item.change
    draft = item.change.draft.model_copy(update={"category": target.category})
    return item.change.model_copy(update={"draft": draft})


def _proposal(change: Change, target: Target, actor: Actor, now: datetime) -> Proposal:
    value = new_value(change, target)
    reason, turn_id = evidence_of(change)
    return Proposal(
        id=uuid7(),
        person_id=target.person_id,
        namespace_path=target.namespace_path,
        category=target.category,
        sensitivity_rank=sensitivity.rank(target.sensitivity),
        field=field_of(change, target),
        memory_id=target.memory.id if target.memory else None,
        base_version=target.base_version,
        change=change.model_dump(mode="json"),
        change_hash=hash_of(change),
        old_value=old_value(change, target),
        new_value=value,
        claims=claims_of(change, value, key=target.key),
        reason=reason,
        evidence_turn_id=turn_id,
        agent_id=actor.id if actor.is_agent else None,
        key_id=actor.key_id,
        actor_label=actor.label[:128],
        created_at=now,
        expires_at=expiry(now),
    )


def evidence_of(change: Change) -> tuple[str, UUID | None]:
    """The asker's own words, and the turn that it came from."""
    if isinstance(change, DraftChange):
        return change.draft.reason, change.draft.evidence_turn_id
    return getattr(change, "reason", ""), None


def _same_field(change: Change, proposal: Proposal) -> QuerySet[Proposal]:
    """A memory's key may be spelt like a field; it takes the place of no question about the field."""
    alike = Q(change__type="set_fact") if isinstance(change, SetFact) else ~Q(change__type="set_fact")
    return Proposal.objects.pending().filter(
        alike, Q(person_id=proposal.person_id), namespace_path=proposal.namespace_path, field=proposal.field
    )


def _note_again(standing: Proposal, asked: Proposal) -> None:
    """One more who asks for the same. What is shown of the change itself stays, and so does its hash."""
    entry = _told_by(asked)
    known = [_told_by(standing), *standing.evidence]
    told = {key: value for key, value in entry.items() if key != "asked_at"}
    if any(told.items() <= each.items() for each in known):
        return
    standing.evidence = [*standing.evidence, entry][-EVIDENCE_KEPT:]
    Proposal.objects.pending().filter(id=standing.id).update(evidence=standing.evidence)


def _unmute(standing: Proposal, asked: Proposal) -> None:
    """The person lets it be asked again meanwhile: now it is."""
    if standing.is_muted and not asked.is_muted:
        Proposal.objects.pending().filter(id=standing.id).update(is_muted=False)


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
            told = [] if row.is_muted else [*row.evidence, _told_by(row)]
            later.evidence = [*later.evidence, *told][-EVIDENCE_KEPT:]
            Notice.objects.create(
                proposal_id=row.id, kind=NoticeKind.CLOSED, state=ProposalState.SUPERSEDED, created_at=later.created_at
            )


def _told_by(proposal: Proposal) -> dict[str, Any]:
    return {
        "asked_by": proposal.actor_label,
        "value": proposal.new_value,
        "reason": proposal.reason,
        "turn_id": str(proposal.evidence_turn_id) if proposal.evidence_turn_id else None,
        "asked_at": proposal.created_at.isoformat(),
    }

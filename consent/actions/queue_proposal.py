from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from consent.changes import (
    AttachArtifact,
    Change,
    DraftChange,
    IngestSource,
    JoinStatement,
    LinkMemories,
    MergeMemories,
    RestoreMemory,
    SetFact,
    WriteMemory,
    hash_of,
)
from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.outcomes import Queued
from consent.preparation import PreparedChange
from consent.target import Target
from workspaces import sensitivity
from workspaces.actors import Actor


def queue_proposal(*, item: PreparedChange, target: Target, actor: Actor, now: datetime) -> Queued:
    """Keep a change for the person to decide (001 §10). The same change asked for again is the same proposal.

    The address is locked, so two callers cannot both find no pending proposal.
    """
    change = _pinned(item, target)
    digest = hash_of(change)
    field = _field(item, target)
    # A memory's key may be spelt like a field; it takes the place of no question about the field.
    alike = Q(change__type="set_fact") if isinstance(change, SetFact) else ~Q(change__type="set_fact")
    pending = Proposal.objects.pending().filter(alike, namespace_path=target.namespace_path, field=field)
    same = pending.filter(change_hash=digest).first()
    if same is not None:
        return Queued(same.id, same.memory_id)
    pending.update(state=ProposalState.SUPERSEDED, decided_at=now)
    proposal = Proposal.objects.create(
        person_id=target.person_id,
        namespace_path=target.namespace_path,
        category=target.category,
        sensitivity_rank=sensitivity.rank(target.sensitivity),
        field=field,
        memory_id=target.memory.id if target.memory else None,
        base_version=target.base_version,
        change=change.model_dump(mode="json"),
        change_hash=digest,
        old_value=_old_value(target),
        new_value=_new_value(item, target),
        agent_id=actor.id if actor.is_agent else None,
        key_id=actor.key_id,
        actor_label=actor.label[:128],
        created_at=now,
        expires_at=now + timedelta(days=settings.PROPOSAL_DAYS),
        **_evidence(item),
    )
    return Queued(proposal.id, proposal.memory_id)


def _pinned(item: PreparedChange, target: Target) -> Change:
    """The change with its category written out: whoever approves it may have other defaults."""
    if not isinstance(item.change, WriteMemory | IngestSource):
        return item.change
    draft = item.change.draft.model_copy(update={"category": target.category})
    return item.change.model_copy(update={"draft": draft})


def _field(item: PreparedChange, target: Target) -> str:
    if isinstance(item.change, SetFact):
        draft = item.change.draft
        return f"{draft.category}.{draft.key}" + (f":{draft.item}" if draft.item else "")
    return target.key


def _old_value(target: Target) -> str:
    current = target.memory.current if target.memory and target.memory.state == "active" else None
    if current is None:
        return ""
    return _value_of_fact(current.content) if target.memory and target.memory.is_fact else current.content


def _new_value(item: PreparedChange, target: Target) -> str:
    match item.change:
        case SetFact(draft=fact):
            return fact.value
        case WriteMemory() | IngestSource():
            return item.change.draft.content
        case RestoreMemory() if target.version and target.memory:
            return _value_of_fact(target.version.content) if target.memory.is_fact else target.version.content
        case _:
            return _told(item.change, target)


def _told(change: Change, target: Target) -> str:
    """What a change of one piece would add."""
    match change:
        case JoinStatement():
            return change.statement
        case MergeMemories():
            return change.content or (target.memory.current.content if target.memory and target.memory.current else "")
        case LinkMemories() if target.other:
            return f"{change.relation_type} {target.other.key}"
        case AttachArtifact() if target.artifact:
            return str(target.artifact)
        case _:
            return ""


def _value_of_fact(content: str) -> str:
    return content.partition(": ")[2]


def _evidence(item: PreparedChange) -> dict[str, Any]:
    change = item.change
    if not isinstance(change, DraftChange):
        return {"reason": change.reason}
    turn_id: UUID | None = change.draft.evidence_turn_id
    return {"reason": change.draft.reason, "evidence_turn_id": turn_id}

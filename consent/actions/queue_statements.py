from datetime import timedelta
from uuid import UUID

from django.conf import settings

from consent.changes import DraftChange, JoinStatement, hash_of
from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.preparation import Cut, PreparedChange
from memories.change import Change as Authority
from memories.models import Memory
from workspaces import sensitivity

FIELD_CHARACTERS = 600


def queue_statements(*, item: PreparedChange, memory: Memory, authority: Authority, is_new: bool) -> tuple[UUID, ...]:
    """Ask the person about each sentence that was cut out (R19); returns the ids of the proposals that wait.

    One that waits already is not asked again, nor one that was refused, nor any when no new version was made. Those
    that the version no longer lacks are closed.
    """
    asked = Proposal.objects.of_statements(memory)
    refused = set(asked.refused().values_list("change__statement", flat=True))
    wanted = {cut.id: cut for cut in item.cuts if cut.is_queued and cut.text not in refused}
    waiting = {UUID(row.change["excision_id"]): row.id for row in asked.pending()}
    gone = [row_id for excision_id, row_id in waiting.items() if excision_id not in wanted]
    Proposal.objects.filter(id__in=gone).update(state=ProposalState.SUPERSEDED, decided_at=authority.now)
    if is_new:
        waiting |= {cut.id: _queue(cut, item, memory, authority) for cut in wanted.values() if cut.id not in waiting}
    return tuple(waiting[excision_id] for excision_id in wanted if excision_id in waiting)


def _queue(cut: Cut, item: PreparedChange, memory: Memory, authority: Authority) -> UUID:
    assert isinstance(item.change, DraftChange)
    draft = item.change.draft
    change = JoinStatement(memory_id=memory.id, excision_id=cut.id, statement=cut.text, reason=draft.reason)
    actor, now = authority.actor, authority.now
    proposal = Proposal.objects.create(
        person_id=memory.person_id,
        namespace_path=memory.namespace_path,
        category=memory.category,
        sensitivity_rank=sensitivity.rank(memory.sensitivity),
        field=f"{', '.join(cut.keys)} in {memory.key}"[:FIELD_CHARACTERS],
        memory_id=memory.id,
        base_version=memory.version,
        change=change.model_dump(mode="json"),
        change_hash=hash_of(change),
        new_value=cut.told,
        reason=draft.reason,
        evidence_turn_id=draft.evidence_turn_id,
        agent_id=actor.id if actor.is_agent else None,
        key_id=actor.key_id,
        actor_label=actor.label[:128],
        created_at=now,
        expires_at=now + timedelta(days=settings.PROPOSAL_DAYS),
    )
    return proposal.id

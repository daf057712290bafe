from datetime import timedelta
from uuid import UUID

from django.conf import settings

from consent.changes import JoinStatement, hash_of
from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.preparation import Cut, PreparedChange
from consent.target import Target
from memories.change import Change as Authority
from memories.models import Memory
from workspaces import sensitivity

FIELD_CHARACTERS = 600


def queue_statements(*, item: PreparedChange, target: Target, memory: Memory, authority: Authority) -> tuple[UUID, ...]:
    """Ask the person about each sentence that was cut out of a new version (R19); returns the proposals' ids.

    One that waits already is not asked again, nor one that was refused. Those that the new version no longer has
    are closed.
    """
    asked = Proposal.objects.of_statements(memory)
    refused = set(asked.refused().values_list("change__statement", flat=True))
    wanted = [cut for cut in item.cuts if cut.is_queued and cut.text not in refused]
    waiting = {UUID(row.change["excision_id"]): row.id for row in asked.pending()}
    gone = [row_id for excision_id, row_id in waiting.items() if excision_id not in {cut.id for cut in wanted}]
    Proposal.objects.filter(id__in=gone).update(state=ProposalState.SUPERSEDED, decided_at=authority.now)
    return tuple(waiting.get(cut.id) or _queue(cut, item, target, memory, authority) for cut in wanted)


def _queue(cut: Cut, item: PreparedChange, target: Target, memory: Memory, authority: Authority) -> UUID:
    draft = item.change.draft  # type: ignore[union-attr]
    change = JoinStatement(memory_id=memory.id, excision_id=cut.id, statement=cut.text, reason=draft.reason)
    actor, now = authority.actor, authority.now
    proposal = Proposal.objects.create(
        person_id=target.person_id,
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

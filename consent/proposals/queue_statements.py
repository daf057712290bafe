"""Questions about sentences that were cut out of what was stored without them (R19)."""

from collections.abc import Sequence
from uuid import UUID

from consent.changes import DraftChange, JoinStatement
from consent.detection.excision import Cut
from consent.detection.statements import Detected
from consent.models import Proposal
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalQuerySet, ProposalState
from consent.proposals.admission import answer_refused, may_know
from consent.proposals.queue import new_proposal
from memories.authority import WriteAuthority
from memories.models import Memory
from workspaces import sensitivity

FIELD_CHARACTERS = 600
GONE = "The text that this sentence was cut from was replaced."


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
    waiting = {UUID(row.change["excision_id"]): row.id for row in asked.pending()}
    gone = [row_id for excision_id, row_id in waiting.items() if excision_id not in wanted]
    _close(gone, authority)
    if is_new:
        for cut in [one for one in wanted.values() if one.id not in waiting]:
            proposal = _proposal(cut, change, memory, authority, detected)
            if asked_id := _ask(proposal, refused, authority):
                waiting[cut.id] = asked_id
    return tuple(waiting[excision_id] for excision_id in wanted if excision_id in waiting)


def _close(ids: Sequence[UUID], authority: WriteAuthority) -> None:
    state, now = ProposalState.SUPERSEDED, authority.now
    for one in ids:
        if Proposal.objects.pending().filter(id=one).update(state=state, decided_at=now, closed_because=GONE):
            Notice.objects.create(proposal_id=one, kind=NoticeKind.CLOSED, state=state, created_at=now)


def _disclosed(refused: ProposalQuerySet, authority: WriteAuthority) -> set[str]:
    """The refused sentences that the actor may know of."""
    actor = authority.actor
    rows = refused.authorized_for(actor, now=authority.now).values_list("change__statement", "claims", "agent_id")
    return {sentence for sentence, claims, agent_id in rows if agent_id == actor.id or may_know(claims, actor)}


def _ask(proposal: Proposal, refused: set[str], authority: WriteAuthority) -> UUID | None:
    """The id of the question, None where the person refused it and the actor may know that."""
    if answer_refused(proposal, actor=authority.actor, now=authority.now) is not None:
        return None
    proposal.is_muted |= proposal.change["statement"] in refused
    proposal.shown_hash = proposal.hash_of_shown()
    proposal.save(force_insert=True)
    return proposal.id


def _proposal(cut: Cut, change: DraftChange, memory: Memory, authority: WriteAuthority, detected: Detected) -> Proposal:
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
        base_version=memory.version,
        new_value=cut.shown,
        claims=join.claims(cut.shown, detected),
        evidence_turn_id=change.evidence_turn_id,
    )

"""An answer that the person gave in a chat and an agent relays: weaker than a click, and recorded as such."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.actions.decide_proposal import carry_out, reject_in_scope
from consent.actions.record_decision import Answer
from consent.codes import is_code, said_in
from consent.deciders import decidable, relayable
from consent.models import AcknowledgementCode, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from consent.outcomes import Applied
from consent.refusals import NotSaid, NotYours
from conversations.models import Turn
from conversations.models.turn import TurnRole
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """What the person's words did; `applied` when they agreed."""

    state: ProposalState
    applied: Applied | None = None


def acknowledge_proposal(*, proposal_id: UUID, turn_id: UUID, actor: Actor, now: datetime) -> Acknowledged:
    """Carry out what the person said in a turn: "yes" or "no" and the code that the server gave them.

    It counts only from a turn of role user in their own session, recorded after the code was issued, through an agent
    that they let relay consent, where the policies permit it. Each try counts, five for a code. Raises UnknownProposal,
    NotYours, NoRelay, NotPending, NotSaid, and NotShown where something else was shown when the code was issued.
    """
    if not actor.is_agent:
        raise NotYours("Only an agent relays; decide it yourself.")
    with scope.enter(actor.workspace_id):
        proposal = relayable(proposal_id, actor, now)
        turn = Turn.objects.visible_to(actor, now=now).filter(id=turn_id).first()
        code, verdict = _heard(proposal, turn, now)
        person = _as_person(proposal, actor)
    # The attempt is committed, whatever follows.
    if code is None or verdict is None:
        raise NotSaid("No turn of theirs says yes or no with a code that still counts.")
    answer = Answer(verdict, Method.CHAT, key_id=actor.key_id, turn_id=turn_id)
    return _decide(proposal_id, answer, code.shown_hash, person=person, now=now)


def _heard(proposal: Proposal, turn: Turn | None, now: datetime) -> tuple[AcknowledgementCode | None, Verdict | None]:
    """The code that a turn uses up, and the answer it gives; None where it is no answer."""
    codes = AcknowledgementCode.objects.filter(proposal=proposal)
    code = codes.usable().order_by("-issued_at").first()
    if code is None or not codes.filter(id=code.id).spend_attempt():
        return None, None
    said = said_in(turn.spoken) if turn is not None and _is_theirs(turn, proposal, code) else None
    if said is None or not is_code(code, said[1]):
        return None, None
    used = codes.filter(id=code.id, used_at__isnull=True).update(used_at=now)
    return (code, said[0]) if used else (None, None)


def _is_theirs(turn: Turn, proposal: Proposal, code: AcknowledgementCode) -> bool:
    """Whether the person themselves said it, after the code was issued. A turn may name another speaker."""
    if turn.role != TurnRole.USER or turn.person_id != proposal.person_id or turn.created_at < code.issued_at:
        return False
    name = Person.objects.values_list("name", flat=True).get(id=proposal.person_id)
    return set(turn.speaker.casefold().split()) <= set(name.casefold().split())


def _as_person(proposal: Proposal, agent: Actor) -> Actor:
    """The person, heard through an agent: no account of theirs took part."""
    return Actor(
        kind=ActorKind.PERSON,
        workspace_id=agent.workspace_id,
        id=None,
        name=f"chat via {agent.label}",
        person_id=proposal.person_id,
        key_id=agent.key_id,
    )


def _decide(proposal_id: UUID, answer: Answer, shown_hash: str, *, person: Actor, now: datetime) -> Acknowledged:
    if answer.verdict == Verdict.APPROVE:
        applied = carry_out(proposal_id, answer, actor=person, now=now, shown_hash=shown_hash)
        return Acknowledged(ProposalState.APPROVED, applied)
    with scope.enter(person.workspace_id):
        proposal = decidable(proposal_id, person, now)
        late = reject_in_scope(proposal, answer, actor=person, now=now, shown_hash=shown_hash)
    if late is not None:
        raise late
    return Acknowledged(ProposalState.REJECTED)

"""Answers that the person gives in a chat and an agent relays: weaker than a click, and recorded as such.

The person gets a short code from the server, on a page or by mail, never from the agent. So a turn that contains it
proves that the person wrote it.
"""

import hmac
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Case, F, Sum, When
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from consent.models import AcknowledgementCode, Proposal
from consent.models.decision import Method, Verdict
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ProposalState
from consent.outcomes import Applied
from consent.proposals.decide import apply_answer, reject_in_scope
from consent.proposals.decision import Answer, decidable, relayable
from consent.proposals.errors import NotYours, NoValidAnswer, TooManyCodes
from consent.proposals.guesses import messages_of_guesses, sentences_stating
from conversations.models import Turn
from conversations.models.turn import TurnRole
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person

# Letters and digits that are not easily confused: 30^6 codes, of which five may be tried.
ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
LENGTH = 6
ANSWERS = {"YES": Verdict.APPROVE, "NO": Verdict.REJECT}


def code_of(row: AcknowledgementCode) -> str:
    """Return the code in capitals, e.g. K7QF2M; it is derived from SECRET_KEY and not stored."""
    digest = salted_hmac("consent.code", f"{row.id}:{row.shown_hash}", algorithm="sha256").digest()
    number = int.from_bytes(digest)
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def formatted_code(code: str) -> str:
    """Format a code for display: K7Q-F2M."""
    return f"{code[:3]}-{code[3:]}"


def parse_answer(message: str) -> tuple[Verdict, str] | None:
    """Return the answer and the code of a message that is exactly "yes K7Q-F2M" or "no K7Q-F2M"; else None."""
    words = re.sub(r"[^A-Z0-9]+", " ", message.upper()).split()
    if not words or words[0] not in ANSWERS:
        words = words[::-1] if len(words) == 2 else words
    if len(words) < 2 or words[0] not in ANSWERS:
        return None
    code = "".join(words[1:])
    return (ANSWERS[words[0]], code) if len(code) == LENGTH else None


def is_code(row: AcknowledgementCode, guess: str) -> bool:
    return hmac.compare_digest(code_of(row).encode(), guess.encode())


CODES_A_DAY = 3
# For one person, over all proposals and codes: 5 of 729 million a day.
WRONG_GUESSES_A_DAY = 5


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """`code` is for the person only: None if an agent requested it; it is mailed to the person then."""

    code: str | None
    expires_at: datetime


def issue_code(*, proposal_id: UUID, actor: Actor, now: datetime) -> IssuedCode:
    """Issue the code with which the person may answer one proposal in a chat, as it is shown now.

    A new code ends the previous one. Raises UnknownProposal, NotYours, NoRelay, NotPending, TooManyCodes.
    """
    with scope.enter(actor.workspace_id):
        proposal = relayable(proposal_id, actor, now)
        earlier = AcknowledgementCode.objects.filter(proposal=proposal)
        if earlier.filter(issued_at__gt=now - timedelta(days=1)).count() >= CODES_A_DAY:
            raise TooManyCodes("So many codes were issued for this today that no further one is.")
        earlier.usable().update(expires_at=now)
        row = AcknowledgementCode.objects.create(
            proposal=proposal,
            shown_hash=proposal.shown_hash,
            issued_at=now,
            expires_at=now + timedelta(minutes=settings.CODE_MINUTES),
        )
        if actor.is_agent:
            Notice.objects.create(proposal=proposal, kind=NoticeKind.CODE, state=proposal.state, created_at=now)
    return IssuedCode(None if actor.is_agent else formatted_code(code_of(row)), row.expires_at)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The result of the person's answer; `applied` if they agreed."""

    state: ProposalState
    applied: Applied | None = None


def acknowledge_proposal(*, proposal_id: UUID, turn_id: UUID, actor: Actor, now: datetime) -> Acknowledged:
    """Apply the person's answer in a turn: "yes" or "no" and the code that the server gave them.

    Only a turn of role user counts, in their own session, recorded after the code was issued, through an agent that may
    relay their consent, if the policies permit it. Attempts are limited to five for a code and five wrong ones for a
    person a day. Raises UnknownProposal, NotYours, NoRelay, NotPending, NoValidAnswer, and NotShown if the proposal was
    shown differently when the code was issued.
    """
    if not actor.is_agent:
        raise NotYours("Only an agent relays; decide it yourself.")
    with scope.enter(actor.workspace_id):
        proposal = relayable(proposal_id, actor, now)
        turn = Turn.objects.visible_to(actor, now=now).filter(id=turn_id).first()
        code, verdict = _use_code(proposal, turn, now)
        person = _as_person(proposal, actor)
    # The attempt is committed in any case.
    if code is None or verdict is None:
        raise NoValidAnswer("No turn of theirs says yes or no with a code that still counts.")
    answer = Answer(verdict, Method.CHAT, key_id=actor.key_id, turn_id=turn_id)
    return _decide(proposal_id, answer, code.shown_hash, person=person, now=now)


def _use_code(
    proposal: Proposal, turn: Turn | None, now: datetime
) -> tuple[AcknowledgementCode | None, Verdict | None]:
    """Use up the code in a turn and return it with the answer; (None, None) if the turn is no valid answer."""
    codes = AcknowledgementCode.objects.filter(proposal=proposal)
    code = codes.usable().order_by("-issued_at").first()
    if code is None or proposal.person_id is None or _wrong_guesses(proposal.person_id, now) >= WRONG_GUESSES_A_DAY:
        return None, None
    if not codes.filter(id=code.id).spend_attempt():
        return None, None
    answer = parse_answer(turn.spoken) if turn is not None and _is_theirs(turn, proposal, code) else None
    if answer is None or not is_code(code, answer[1]):
        return None, None
    used = codes.filter(id=code.id, used_at__isnull=True).update(used_at=now)
    return (code, answer[0]) if used else (None, None)


def _wrong_guesses(person_id: UUID, now: datetime) -> int:
    """Count the person's wrong guesses of the last day, under a lock that serialises attempts."""
    Person.objects.select_for_update(no_key=True).get(id=person_id)
    codes = AcknowledgementCode.objects.filter(proposal__person_id=person_id, issued_at__gt=now - timedelta(days=1))
    wrong = Case(When(used_at__isnull=True, then=F("attempts")), default=F("attempts") - 1)
    wrong_ones: int = codes.aggregate(sum=Coalesce(Sum(wrong), 0))["sum"]
    return wrong_ones


def _is_theirs(turn: Turn, proposal: Proposal, code: AcknowledgementCode) -> bool:
    """Whether the person wrote it after the code was issued. A turn may name another speaker."""
    if turn.role != TurnRole.USER or turn.person_id != proposal.person_id or turn.created_at < code.issued_at:
        return False
    name = Person.objects.values_list("name", flat=True).get(id=proposal.person_id)
    return set(turn.speaker.casefold().split()) <= set(name.casefold().split())


def _as_person(proposal: Proposal, agent: Actor) -> Actor:
    """Return the person as an actor through an agent, without their account."""
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
        applied = apply_answer(proposal_id, answer, actor=person, now=now, shown_hash=shown_hash)
        return Acknowledged(ProposalState.APPROVED, applied)
    with scope.enter(person.workspace_id):
        proposal = decidable(proposal_id, person, now)
        guessed = messages_of_guesses(proposal)
    answer = replace(answer, sentences=sentences_stating(guessed))
    with scope.enter(person.workspace_id):
        late = reject_in_scope(proposal, answer, actor=person, now=now, shown_hash=shown_hash)
    if late is not None:
        raise late
    return Acknowledged(ProposalState.REJECTED)

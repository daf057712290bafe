import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.detection.withholding import show_evidence, withhold_evidence
from consent.models import Decision, Proposal, Receipt
from consent.models.decision import Method, Verdict
from consent.models.notice import Notice, NoticeKind
from consent.receipts.record import canonical, disclosure_of, hash_record, record_of
from memories.actions.record_history import record_consent
from memories.sealing import keys
from workspaces.actors import Actor, ActorKind
from workspaces.models import uuid7

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """How somebody answered a proposal; `reason` is why where no person said it.

    `value` is the one decided about where it is not the proposal's. `key_id` and `turn_id` are of a relayed answer.
    """

    verdict: Verdict
    method: Method = Method.PAGE
    reason: str = ""
    value: str | None = None
    key_id: UUID | None = None
    turn_id: UUID | None = None


def record_decision(*, proposal: Proposal, answer: Answer, actor: Actor, now: datetime) -> Decision:
    """Write the decision, its receipt, its row of History and the notice to whoever asked, in the entered scope.

    `proposal` is as it was shown; its state has been claimed by the caller. Where its value was not agreed to, what was
    said of it is withheld from retrieval (R19); what the person agrees to in the end is shown again.
    """
    if answer.verdict != Verdict.APPROVE:
        withhold_evidence(proposal)
    elif actor.kind is not ActorKind.STAFF:
        # What the person themselves did not agree to, nobody shows again in their place.
        show_evidence(proposal)
    decision = Decision.objects.create(
        id=uuid7(),
        proposal=proposal,
        person_id=proposal.person_id,
        account_id=None if actor.is_agent else actor.id,
        verdict=answer.verdict,
        method=_method(answer.method, actor),
        shown_hash=proposal.shown_hash,
        reason=answer.reason,
        key_id=answer.key_id,
        turn_id=answer.turn_id,
        created_at=now,
    )
    _record(proposal, decision, answer, actor, now)
    Notice.objects.create(
        proposal=proposal,
        kind=NoticeKind.EXPIRED if answer.verdict == Verdict.EXPIRE else NoticeKind.DECIDED,
        state=Proposal.objects.values_list("state", flat=True).get(id=proposal.id),
        created_at=now,
    )
    return decision


def _record(proposal: Proposal, decision: Decision, answer: Answer, actor: Actor, now: datetime) -> None:
    receipt = _receipt(proposal, decision, answer, now)
    record_consent(
        proposal_id=proposal.id,
        memory_id=proposal.memory_id,
        person_id=proposal.person_id,
        namespace_path=proposal.namespace_path,
        category=proposal.category,
        sensitivity_rank=proposal.sensitivity_rank,
        verdict=answer.verdict,
        decision_id=decision.id,
        actor=actor,
        now=now,
        receipt=receipt.record_hash,
    )


def _method(method: Method, actor: Actor) -> Method:
    """Staff decide as those whom a policy delegates to, wherever they do it."""
    return Method.REVIEWER if actor.kind is ActorKind.STAFF else method


def _receipt(proposal: Proposal, decision: Decision, answer: Answer, now: datetime) -> Receipt:
    salt = secrets.token_hex(SALT_BYTES)
    value = proposal.new_value if answer.value is None else answer.value
    disclosure = disclosure_of(proposal, salt=salt, value=value)
    record = record_of(decision, proposal, disclosure)
    return Receipt.objects.create(
        decision=decision,
        record=record,
        record_hash=hash_record(record),
        signature=keys.sign(canonical(record)),
        disclosure=disclosure,
        created_at=now,
    )

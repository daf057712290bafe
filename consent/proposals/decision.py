"""Permission to decide a proposal, and the record of a decision. API keys never decide (001 §10)."""

import secrets
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from consent.detection.values import claim
from consent.detection.withholding import update_withheld_values
from consent.models import Decision, Proposal, Receipt
from consent.models.decision import Method, Verdict
from consent.models.notice import Notice, NoticeKind
from consent.policies import delegation
from consent.policies.rules import REVIEWING_ROLES
from consent.proposals.errors import NoRelay, NotYours, UnknownProposal
from consent.proposals.rebase import settled
from consent.receipts.record import canonical, disclosure_of, hash_record, record_of
from memories.actions.record_history import record_consent
from memories.models.choices import Trust
from memories.sealing import keys
from providers.statements import sensitive
from telemetry.metrics import DECISION_SECONDS, DECISIONS
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person, uuid7

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a proposal; `reason` is set if no person gave it.

    `value` is the amended value, if it is not the proposal's. `key_id` and `turn_id` are those of a relayed answer.
    `sentences` state refused guesses in other words (`consent/proposals/guesses.py`).
    """

    verdict: Verdict
    method: Method = Method.PAGE
    reason: str = ""
    value: str | None = None
    key_id: UUID | None = None
    turn_id: UUID | None = None
    sentences: frozenset[str] = frozenset()


def record_decision(*, proposal: Proposal, answer: Answer, actor: Actor, now: datetime) -> Decision:
    """Write the decision, its receipt, its row of History and the notice to the asker, in the entered scope.

    `proposal` is as it was shown; the caller has claimed its state. If its value was not agreed to, passages that state
    it are withheld from retrieval (R19); they are released if the person agrees later.
    """
    # Staff do not release what the person refused.
    update_withheld_values(proposal, shows=actor.kind is not ActorKind.STAFF, sentences=answer.sentences)
    decision = _decision(proposal, answer, actor, now)
    transaction.on_commit(partial(_measure, decision, (now - proposal.created_at).total_seconds()))
    receipt = _receipt(proposal, decision, answer, now)
    record_end(proposal, answer.verdict, decision_id=decision.id, actor=actor, now=now, receipt=receipt.record_hash)
    Notice.objects.create(
        proposal=proposal,
        kind=NoticeKind.EXPIRED if answer.verdict == Verdict.EXPIRE else NoticeKind.DECIDED,
        state=Proposal.objects.values_list("state", flat=True).get(id=proposal.id),
        created_at=now,
    )
    return decision


def record_end(
    proposal: Proposal, verdict: str, *, decision_id: UUID, actor: Actor, now: datetime, receipt: str = ""
) -> None:
    """Write the row of History that records how a question ended."""
    record_consent(
        proposal_id=proposal.id,
        memory_id=proposal.memory_id,
        person_id=proposal.person_id,
        namespace_path=proposal.namespace_path,
        category=proposal.category,
        sensitivity_rank=proposal.sensitivity_rank,
        verdict=verdict,
        decision_id=decision_id,
        actor=actor,
        now=now,
        receipt=receipt,
    )


def _measure(decision: Decision, seconds: float) -> None:
    DECISIONS.labels(decision.verdict).inc()
    DECISION_SECONDS.observe(seconds)


def _decision(proposal: Proposal, answer: Answer, actor: Actor, now: datetime) -> Decision:
    return Decision.objects.create(
        id=uuid7(),
        proposal=proposal,
        person_id=proposal.person_id,
        account_id=None if actor.is_agent else actor.id,
        verdict=answer.verdict,
        # Staff always decide as reviewers, by delegation of a policy.
        method=Method.REVIEWER if actor.kind is ActorKind.STAFF else answer.method,
        shown_hash=proposal.shown_hash,
        reason=answer.reason,
        key_id=answer.key_id,
        turn_id=answer.turn_id,
        created_at=now,
    )


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


def decidable(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """Return the proposal if the actor may decide it, in the entered scope. Raises UnknownProposal, NotYours."""
    proposal = _known(proposal_id, actor, now)
    if not may_decide(actor, proposal):
        raise NotYours
    return proposal


def decidable_by_person(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """Return the proposal if the actor is its person, as for letting agents ask again. Raises as `decidable` does."""
    proposal = decidable(proposal_id, actor, now)
    if actor.kind is not ActorKind.PERSON:
        raise NotYours("Only the person themselves does that.")
    return proposal


def relayable(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """Return a pending proposal that may be answered in a chat, for the person or an agent that may relay their answer.

    In the entered scope. Raises UnknownProposal, NotYours, NoRelay, NotPending.
    """
    proposal = _known(proposal_id, actor, now)
    if actor.is_agent and not actor.relays_consent_of(proposal.person_id, now=now):
        raise NoRelay("The person has not let you relay their answers.")
    if not actor.is_agent and not may_decide(actor, proposal):
        raise NotYours
    if not delegation.to_chat(proposal):
        raise NoRelay("No policy permits an answer to this in a chat.")
    if not Proposal.objects.pending().filter(id=proposal.id).exists():
        raise settled(proposal)
    return proposal


def trust_of(actor: Actor, method: str) -> Trust:
    """Return the trust: only the person's own yes, with their login, makes a memory verified (R17), no relayed one."""
    return Trust.PERSON if actor.kind is ActorKind.PERSON and method != Method.CHAT else Trust.AGENT


def _known(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    proposal = Proposal.objects.visible_to(actor, now=now).filter(id=proposal_id).first()
    if proposal is None or (proposal.person_id and not Person.objects.hold([proposal.person_id])):
        raise UnknownProposal
    return proposal


def may_decide(actor: Actor, proposal: Proposal) -> bool:
    """Whether the actor may decide it: the person whom it is about, or a reviewer to whom it is delegated."""
    if actor.kind is ActorKind.PERSON:
        return actor.person_id is not None and actor.person_id == proposal.person_id
    return actor.kind is ActorKind.STAFF and actor.role in REVIEWING_ROLES and delegation.to_reviewers(proposal)


def may_amend_to(actor: Actor, proposal: Proposal, value: str) -> bool:
    """Whether the actor may amend it to this value: reviewers only if a policy lets them answer what it states too."""
    if actor.kind is not ActorKind.STAFF:
        return True
    reworded, claims = copy(proposal), [claim(one.category, one.key, one.value) for one in sensitive(value)]
    reworded.new_value, reworded.claims = value, [*proposal.claims, *claims]
    return delegation.to_reviewers(reworded)

"""Deciding proposals: one conditional UPDATE each, so that of simultaneous decisions exactly one counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_noop

from consent.application import apply
from consent.changes import DraftChange, from_json
from consent.detection.withholding import release_values
from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from consent.outcomes import Applied, Refused
from consent.policies.preferences import set_preference
from consent.prepare import prepare
from consent.prepared import Prepared
from consent.proposals import rebase as rebasing
from consent.proposals.amending import amended
from consent.proposals.competing import close_competing
from consent.proposals.decision import Answer, decidable, may_amend_to, record_decision, trust_of
from consent.proposals.duplicates import lock_duplicates, open_duplicates, settle_duplicates
from consent.proposals.errors import NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from consent.proposals.guesses import messages_of_guesses, sentences_stating
from consent.snapshot import snapshot_for
from consent.target import Target
from memories.actions.change_attributes import attributes_of
from memories.authority import authorize
from memories.models import MemoryVersion
from memories.models.choices import Trust
from workspaces import scope
from workspaces.actors import Actor, ActorKind

STATES = {
    Verdict.APPROVE: ProposalState.APPROVED,
    Verdict.AMEND: ProposalState.AMENDED,
    Verdict.REJECT: ProposalState.REJECTED,
}
NOT_DELEGATED = gettext_noop(
    "Your words say something that no policy lets reviewers answer. Only the person does that."
)


def approve_proposal(
    *,
    proposal_id: UUID,
    actor: Actor,
    now: datetime,
    shown_hash: str = "",
    always: bool = False,
    method: Method = Method.PAGE,
) -> Applied:
    """Apply exactly the change that was shown. Raises NotYours, UnknownProposal, NotPending, NotShown.

    `shown_hash` is the proposal's hash on the page. Without it, the answer counts only if the proposal has never been
    shown in another form. If the stored memory has changed meanwhile, nothing is applied: the proposal is rebased
    (NotShown) or closed as stale (NotPending). With `always`, the agent need not ask about this field again.
    """
    answer = Answer(Verdict.APPROVE, method)
    return apply_answer(proposal_id, answer, actor=actor, now=now, shown_hash=shown_hash, always=always)


def amend_proposal(
    *,
    proposal_id: UUID,
    value: str,
    actor: Actor,
    now: datetime,
    shown_hash: str = "",
    method: Method = Method.PAGE,
) -> Applied:
    """Store the answerer's own value instead of the proposed one. Raises as approve_proposal does, and NotAmendable.

    `value` replaces a fact's value, a memory's content or a sentence that was cut out. All who may approve it may
    amend it; a reviewer's words do not count as the person's.
    """
    answer = Answer(Verdict.AMEND, method, value=value)
    return apply_answer(proposal_id, answer, actor=actor, now=now, shown_hash=shown_hash)


def reject_proposal(
    *,
    proposal_id: UUID,
    actor: Actor,
    now: datetime,
    shown_hash: str = "",
    may_ask_again: bool = False,
    never: bool = False,
    method: Method = Method.PAGE,
) -> None:
    """Refuse a change, so that it is not stored. Raises NotYours, UnknownProposal, NotPending, NotShown.

    The same value cannot be requested again for REFUSAL_DAYS, unless `may_ask_again`. With `never`, the agent may not
    ask about this field at all. The person can look up what they refused; agents get no value of it.
    """
    with scope.enter(actor.workspace_id):
        proposal = decidable(proposal_id, actor, now)
        guessed = messages_of_guesses(proposal)
    answer = Answer(Verdict.REJECT, method, sentences=sentences_stating(guessed))
    with scope.enter(actor.workspace_id):
        late = reject_in_scope(proposal, answer, actor=actor, now=now, shown_hash=shown_hash, block=not may_ask_again)
        if late is None and never:
            set_preference(proposal=proposal, always=False, actor=actor, now=now)
    if late is not None:
        raise late


def reject_in_scope(
    proposal: Proposal, answer: Answer, *, actor: Actor, now: datetime, shown_hash: str = "", block: bool = True
) -> NotPending | None:
    """Refuse in the entered scope, with all duplicates; return why it does not count, or None."""
    lock_duplicates(proposal)
    blocked_until = now + timedelta(days=settings.REFUSAL_DAYS) if block else None
    if not _claim(proposal, Verdict.REJECT, now, shown_hash, blocked_until=blocked_until):
        return rebasing.settled(proposal)
    record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    state = STATES[Verdict.REJECT]
    settle_duplicates(proposal, answer, actor=actor, now=now, state=state, blocked_until=blocked_until)
    return None


def apply_answer(
    proposal_id: UUID, answer: Answer, *, actor: Actor, now: datetime, shown_hash: str = "", always: bool = False
) -> Applied:
    """Approve or amend a proposal: look it up, embed outside any transaction, then claim and apply it in one."""
    with scope.enter(actor.workspace_id):
        proposal = decidable(proposal_id, actor, now)
        if answer.value is not None and not may_amend_to(actor, proposal, answer.value):
            raise NotAmendable(NOT_DELEGATED)
    item = prepared_for(proposal, answer, trust_of(actor, answer.method), actor.workspace_id)
    with scope.enter(actor.workspace_id):
        outcome = apply_in_scope(proposal, item, answer, actor=actor, now=now, shown_hash=shown_hash)
        if isinstance(outcome, Applied) and always:
            set_preference(proposal=proposal, always=True, actor=actor, now=now)
    if isinstance(outcome, NotPending):
        raise outcome
    return outcome


def prepared_for(proposal: Proposal, answer: Answer, trust: Trust, workspace_id: UUID) -> Prepared:
    """Prepare what an approval would store, chunked and embedded, outside any transaction. Raises NotAmendable."""
    change = from_json(proposal.change)
    if answer.value is not None:
        change = amended(change, answer.value)
    item = prepare(change if trust is Trust.PERSON else change.with_full_confidence(), workspace_id=workspace_id)
    if item.problem and answer.value is not None:
        raise NotAmendable(item.problem)
    return item


def apply_in_scope(
    proposal: Proposal, item: Prepared, answer: Answer, *, actor: Actor, now: datetime, shown_hash: str
) -> Applied | NotPending:
    """Claim and apply in the entered scope, once for all duplicates; return NotPending if the answer does not count."""
    if item.problem:  # requested from an earlier version of the server, which would have stored it
        return rebasing.close(proposal, item.problem, now=now)
    shown = from_json(proposal.change)
    snapshot = snapshot_for([item.change, shown], actor=actor, now=now)
    shown_target = shown.locate(snapshot)
    target = shown_target if item.change == shown else item.change.locate(snapshot)
    if isinstance(target, Refused) or isinstance(shown_target, Refused):
        return rebasing.close(proposal, rebasing.GONE, now=now)
    if rebasing.has_moved(shown, shown_target, proposal):
        return rebasing.move(shown, shown_target, proposal, now=now)
    value = item.change.describe(target).new if answer.value is not None else None
    blocked_until = now + timedelta(days=settings.REFUSAL_DAYS) if answer.value is not None else None
    own_words = {"kept_value": value or "", "blocked_until": blocked_until}
    if not _claim(proposal, Verdict(answer.verdict), now, shown_hash, **own_words):
        return rebasing.settled(proposal)
    given = replace(answer, value=value)
    decision = record_decision(proposal=proposal, answer=given, actor=actor, now=now)
    if answer.value is not None and actor.kind is ActorKind.PERSON:
        release_values(proposal.person_id, item.change.pairs(), category=proposal.category)
    close_competing(proposal, open_duplicates(proposal), now=now)
    with authorize(actor=actor, now=now, trust=trust_of(actor, answer.method), decision_id=decision.id) as authority:
        before = attributes_of(target.existing) if target.is_active else {}
        applied = apply(_without_repeated_event(item, target), target, authority, snapshot.detected)
    _note_effect(proposal, applied, before, target)
    state = STATES[Verdict(answer.verdict)]
    settle_duplicates(proposal, given, actor=actor, now=now, state=state, memory_id=applied.memory_id, **own_words)
    return applied


def _without_repeated_event(item: Prepared, target: Target) -> Prepared:
    """Drop the source event id if a version has it already, as after an approval that was undone: one version only may
    have it."""
    change = item.change
    if not isinstance(change, DraftChange) or not change.event_id or target.memory is None:
        return item
    is_recorded = MemoryVersion.objects.filter(memory=target.memory, source_event_id=change.event_id).exists()
    return replace(item, change=change.with_draft(source_event_id="")) if is_recorded else item


def _note_effect(proposal: Proposal, applied: Applied, before: Mapping[str, Any], target: Target) -> None:
    """Record which memory and which of its attributes it changed, so that it can be found and undone."""
    after = attributes_of(target.existing) if before else {}
    changed = {name: [was, after[name]] for name, was in before.items() if was != after[name]}
    Proposal.objects.filter(id=proposal.id).update(memory_id=applied.memory_id, changed_attributes=changed)


def _claim(proposal: Proposal, verdict: Verdict, now: datetime, shown_hash: str, **changes: object) -> bool:
    """Claim the proposal by one conditional UPDATE: on state and expiry, and on the hashes, base and revision that were
    shown. Return whether that succeeded."""
    if not shown_hash and proposal.revision > 1:
        return False
    rows = Proposal.objects.pending().filter(
        id=proposal.id,
        change_hash=proposal.change_hash,
        base_version=proposal.base_version,
        revision=proposal.revision,
        shown_hash=shown_hash or proposal.shown_hash,
    )
    return rows.update(state=STATES[verdict], decided_at=now, **changes) > 0


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One proposal as the person saw it, and their answer: `verdict` is approve or reject.

    If several are decided together, one may be amended with the person's own `value`.
    """

    proposal_id: UUID
    shown_hash: str
    verdict: Verdict
    value: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The result of one answer.

    `counts` says whether this answer decided the proposal; `state` is its present one, empty if it is unknown or not
    the caller's. `shown_hash` is set if the person has to look at it again.
    """

    proposal_id: UUID
    counts: bool
    state: str
    detail: str = ""
    shown_hash: str = ""
    applied: Applied | None = None


def decide_many(
    *, answers: Sequence[ShownAnswer], actor: Actor, now: datetime, method: Method = Method.PAGE
) -> list[AnswerResult]:
    """Decide each by itself, in order; one that does not count does not stop the others. Every answer has its hash."""
    return [_decide(answer, actor, now, method) for answer in answers]


def _decide(answer: ShownAnswer, actor: Actor, now: datetime, method: Method) -> AnswerResult:
    try:
        return _answered(answer, actor, now, method)
    except NotShown as changed:
        return AnswerResult(answer.proposal_id, False, changed.state, str(changed), changed.shown_hash)
    except NotPending as late:
        return AnswerResult(answer.proposal_id, False, late.state, str(late))
    except (NotYours, UnknownProposal):
        return AnswerResult(answer.proposal_id, False, "", "There is no such proposal for you to decide.")


def _answered(answer: ShownAnswer, actor: Actor, now: datetime, method: Method) -> AnswerResult:
    # An empty hash would approve an unseen change; this one matches nothing.
    seen = answer.shown_hash or "none"
    if answer.verdict == Verdict.REJECT:
        reject_proposal(proposal_id=answer.proposal_id, actor=actor, now=now, shown_hash=seen, method=method)
        return AnswerResult(answer.proposal_id, True, ProposalState.REJECTED)
    applied = approve_proposal(proposal_id=answer.proposal_id, actor=actor, now=now, shown_hash=seen, method=method)
    return AnswerResult(answer.proposal_id, True, ProposalState.APPROVED, applied=applied)

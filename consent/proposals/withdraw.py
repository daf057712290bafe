"""Withdrawing an answer: an approved change is undone, a refused one may be asked again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import OuterRef, Q, Subquery

from consent.application import apply
from consent.changes import KINDS, Change, ForgetMemory, RestoreMemory, from_json
from consent.chosen_fields import chosen_requests
from consent.detection.values import pair_of
from consent.models import Decision, Policy, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from consent.outcomes import Applied
from consent.outdated_texts import mark_outdated
from consent.policies.preferences import end_preferences
from consent.prepared import Prepared
from consent.proposals import rebase as rebasing
from consent.proposals import reopening
from consent.proposals.competing import reopen_competing
from consent.proposals.decision import Answer, decidable, record_decision
from consent.proposals.duplicates import settled_duplicates
from consent.proposals.errors import NotDecided, NotPending, NotYours
from consent.snapshot import BatchSnapshot, snapshot_for
from consent.target import Target
from memories.actions.change_attributes import revert_attributes
from memories.authority import authorize
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, Trust
from workspaces import scope
from workspaces.actors import Actor, ActorKind

AGREEING = (Verdict.APPROVE, Verdict.AMEND)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The result of a withdrawal.

    `state` is the proposal's new one; `undone` is None if there was nothing to undo: it was refused, or the memory has
    changed since. Then `stays` is the memory's text, which stays. `ended` are the person's rules that ended with the
    answer. `later` is the newer pending question that replaces it, `is_late` says that it has expired.
    """

    proposal: Proposal
    state: ProposalState
    undone: Applied | None = None
    stays: str = ""
    ended: Sequence[Policy] = ()
    later: Proposal | None = None
    is_late: bool = False


def withdraw_decision(
    *, proposal_id: UUID, actor: Actor, now: datetime, reopen: bool = False, method: Method = Method.PAGE
) -> Withdrawn:
    """Withdraw an answer, as easily as it was given. Raises NotYours, UnknownProposal, NotDecided, NotPending.

    An approved change is undone if it is still current, and cannot be requested again for REFUSAL_DAYS. With `reopen`
    (undo) the question becomes pending again instead, under a new hash, as a refused one always does. It stays closed
    if it has expired, or if the memory has changed since: a yes would replace the newer value by the older one. Only
    the person withdraws their own answer. Duplicates that the answer settled are withdrawn too, and so is the field
    whose value was chosen with it.
    """
    with scope.enter(actor.workspace_id):
        proposal = decidable(proposal_id, actor, now)
        chosen = _chosen_with(proposal)
        outcome = _withdraw_with_duplicates(proposal, actor, now, reopen, method)
        if isinstance(outcome, Withdrawn):
            for row in chosen:
                _withdraw(row, actor, now, reopen, method, stays="")
    if isinstance(outcome, NotPending):
        raise outcome
    return outcome


def withdraw_together(*, proposal_ids: Sequence[UUID], actor: Actor, now: datetime) -> list[Withdrawn]:
    """Withdraw several answers in one transaction, the last first, so that each finds the state that it left; the
    questions become pending again. Return the results; what was withdrawn or closed meanwhile is skipped. Raises
    NotYours, UnknownProposal, and then withdraws none.
    """
    undone = []
    with scope.enter(actor.workspace_id):
        for proposal in [decidable(one, actor, now) for one in reversed(proposal_ids)]:
            try:
                outcome = _withdraw_with_duplicates(proposal, actor, now, True, Method.PAGE)
            except NotDecided:
                continue
            if not isinstance(outcome, NotPending):
                undone.append(outcome)
    return undone


def changed_since(proposals: Sequence[Proposal]) -> Mapping[UUID, str]:
    """Return the memory's text by proposal id, for approved proposals whose memory has another text by now.
    One query; in the entered scope.
    """
    agreed = [row.id for row in proposals if row.state in (ProposalState.APPROVED, ProposalState.AMENDED)]
    if not agreed:
        return {}
    decisions = Decision.objects.filter(proposal__in=agreed, withdrawn_at__isnull=True, verdict__in=AGREEING)
    made = MemoryVersion.objects.filter(id=OuterRef("new_version_id")).values("content")
    memory = Memory.objects.filter(id=OuterRef("memory_id"), state=LifecycleState.ACTIVE).values("current__content")
    by_decision = decisions.filter(id=OuterRef("decision_id")).values("proposal_id")
    rows = History.objects.filter(decision_id__in=decisions.values("id"), new_version_id__isnull=False).order_by("id")
    contents = rows.values_list(Subquery(by_decision), Subquery(made), Subquery(memory))
    # Of several rows of one decision, the last has its final text.
    last = {proposal_id: (written, current) for proposal_id, written, current in contents}
    return {one: current for one, (written, current) in last.items() if current is not None and current != written}


def _chosen_with(proposal: Proposal) -> list[Proposal]:
    """Return the requests for fields that were answered with it, by the value of its text, unless they changed
    since."""
    if proposal.state != ProposalState.APPROVED or KINDS[proposal.change["type"]].sets_a_field:
        return []
    requests = chosen_requests(proposal.memory_id, proposal.person_id)
    since = changed_since(requests)
    return [row for row in requests if row.decided_at == proposal.decided_at and row.id not in since]


def _withdraw_with_duplicates(
    proposal: Proposal, actor: Actor, now: datetime, reopen: bool, method: Method
) -> Withdrawn | NotPending:
    """Withdraw the answer and the duplicates that it settled: one of them stored the change."""
    others = settled_duplicates(proposal)
    stays = next(iter(changed_since([proposal, *others]).values()), "")
    outcome = _withdraw(proposal, actor, now, reopen, method, stays=stays)
    if isinstance(outcome, NotPending):
        return outcome
    for row in others:
        also = _withdraw(row, actor, now, reopen, method, stays=stays)
        if isinstance(also, Withdrawn) and outcome.undone is None:
            outcome = replace(outcome, undone=also.undone)
    return outcome


def _withdraw(
    proposal: Proposal, actor: Actor, now: datetime, reopen: bool, method: Method, *, stays: str
) -> Withdrawn | NotPending:
    change = from_json(proposal.change)
    snapshot = snapshot_for([change], actor=actor, now=now)
    decided = _end_decision(proposal, actor, now)
    if decided is None:
        return rebasing.settled(proposal)
    proposal.refresh_from_db()
    was_refused = decided.verdict == Verdict.REJECT
    ended: Sequence[Policy] = ()
    if reopen and actor.kind is ActorKind.PERSON:
        ended = end_preferences(proposal=proposal, since=decided.created_at, actor=actor, now=now)
    has_time = reopening.has_time(proposal)
    may_wait_again = (reopen or was_refused) and has_time and not stays
    _close(proposal, now, block=not (reopen or was_refused))
    answer = Answer(Verdict.WITHDRAW, method)
    decision = record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    undone = None if was_refused else _undo(proposal, decided, decision, actor, now)
    if not was_refused:
        mark_outdated(proposal.person_id, {pair_of(one)[0] for one in proposal.claims})
        if memory := _memory_of(proposal):
            rebasing.refresh_questions(memory, actor=actor, now=now)
    if reopen and not was_refused and not stays:
        reopen_competing(proposal, decided, actor=actor, now=now)
    later = reopening.later_question(change, proposal) if may_wait_again else None
    if later is not None:
        reopening.join(proposal, later, change)
    elif may_wait_again and reopening.reopen(change, proposal, snapshot):
        return Withdrawn(proposal, ProposalState.PENDING, undone, ended=ended)
    return Withdrawn(proposal, ProposalState.WITHDRAWN, undone, stays, ended, later, is_late=not has_time)


def _end_decision(proposal: Proposal, actor: Actor, now: datetime) -> Decision | None:
    """Claim the decision in force: of simultaneous withdrawals, one succeeds."""
    answered = (*AGREEING, Verdict.REJECT)
    rows = Decision.objects.filter(proposal=proposal, withdrawn_at__isnull=True, verdict__in=answered)
    in_force = rows.first()
    if in_force is None and Proposal.objects.pending().filter(id=proposal.id).exists():
        raise NotDecided
    if in_force is not None and actor.kind is not ActorKind.PERSON and in_force.method != Method.REVIEWER:
        raise NotYours("The person answered it; only they take that back.")
    return in_force if in_force is not None and rows.filter(id=in_force.id).update(withdrawn_at=now) else None


def _close(proposal: Proposal, now: datetime, *, block: bool) -> None:
    proposal.state = ProposalState.WITHDRAWN
    proposal.blocked_until = now + timedelta(days=settings.REFUSAL_DAYS) if block else None
    proposal.decided_at = now
    proposal.save(update_fields=["state", "blocked_until", "decided_at"])


def _undo(proposal: Proposal, decision: Decision, withdrawal: Decision, actor: Actor, now: datetime) -> Applied | None:
    """Undo what the decision changed, as far as it is still current: the text and the attributes."""
    change = inverse_change(decision)
    snapshot = BatchSnapshot(actor=actor, now=now)
    target = change.locate(snapshot) if change else None
    with authorize(actor=actor, now=now, trust=Trust.PERSON, decision_id=withdrawal.id) as authority:
        undone = None
        if change is not None and isinstance(target, Target):
            undone = apply(Prepared(change), target, authority, snapshot.detected)
        memory = target.memory if isinstance(target, Target) else _memory_of(proposal)
        if memory is None or memory.state != LifecycleState.ACTIVE:
            return undone
        is_restored = isinstance(change, RestoreMemory) and undone is not None and undone.event is not None
        reverted = revert_attributes(
            memory=memory, changed=proposal.changed_attributes, authority=authority, is_restored=is_restored
        )
    if undone is None or undone.event is None:
        return Applied(memory.id, memory.version, reverted.event) if reverted.event else None
    return undone


def _memory_of(proposal: Proposal) -> Memory | None:
    found = Memory.objects.select_related("current")
    return found.filter(id=proposal.memory_id).first() if proposal.memory_id else None


def inverse_change(decision: Decision) -> Change | None:
    """Return the change that undoes a decision; None if nothing of its effect is left. In the entered scope."""
    rows = list(History.objects.filter(decision_id=decision.id).exclude(event=Event.CONSENT).order_by("id"))
    found = Memory.objects.select_related("current").filter(Q(id=rows[0].memory_id)) if rows else Memory.objects.none()
    memory = found.first()
    if memory is None:
        return None
    inverses = (kind.inverse(memory, rows) for kind in KINDS.values())
    return next((change for change in inverses if change), None) or _former_content(memory, rows)


def _former_content(memory: Memory, rows: Sequence[History]) -> Change | None:
    """Return the change that restores the former content, if the decision's content is still current."""
    first, last = rows[0], rows[-1]
    is_forgotten = memory.state != LifecycleState.ACTIVE
    if first.event == Event.DELETE:
        return RestoreMemory(memory_id=memory.id) if is_forgotten else None
    if is_forgotten or not _is_current(memory, last.new_version_id or last.old_version_id):
        return None
    # The decision revived a forgotten memory, so undoing forgets it.
    was_forgotten = first.event == Event.RESTORE and first.new_version_id is None
    if first.old_version_id is None or was_forgotten:
        return ForgetMemory(memory_id=memory.id)
    before = MemoryVersion.objects.filter(id=first.old_version_id).first()
    return RestoreMemory(memory_id=memory.id, version=before.number) if before else None


def _is_current(memory: Memory, version_id: UUID | None) -> bool:
    """Whether the version, or a later one with the same content, is current."""
    made = MemoryVersion.objects.filter(id=version_id).first() if version_id else None
    return made is not None and memory.current is not None and memory.current.content == made.content

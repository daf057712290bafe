"""Decides competing questions about one field: all of them in one transaction, or none."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from consent.changes import from_json
from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.outcomes import Applied, Refused
from consent.prepared import Prepared
from consent.proposals import rebase as rebasing
from consent.proposals.decide import ShownAnswer, apply_in_scope, prepared_for, reject_in_scope
from consent.proposals.decision import Answer, decidable, trust_of
from consent.proposals.duplicates import without_duplicates
from consent.proposals.errors import NotPending
from consent.proposals.guesses import messages_of_guesses, sentences_stating
from consent.snapshot import snapshot_for
from workspaces import scope
from workspaces.actors import Actor


def decide_together(
    *, answers: Sequence[ShownAnswer], actor: Actor, now: datetime, method: Method = Method.PAGE
) -> None:
    """Decide all, or none. Raises NotYours, UnknownProposal, NotPending, NotShown, NotAmendable.

    Refusals come first, so that values the person agrees to are released even if a refused question stated them. If
    the memory of one has changed meanwhile, that one is rebased or closed, and nothing is decided.
    """
    with scope.enter(actor.workspace_id):
        proposals = {answer.proposal_id: decidable(answer.proposal_id, actor, now) for answer in answers}
        refused = [one.proposal_id for one in answers if one.verdict == Verdict.REJECT]
        guessed = {one: messages_of_guesses(proposals[one]) for one in refused}
    sentences = {one: sentences_stating(messages) for one, messages in guessed.items()}
    items = {
        answer.proposal_id: prepared_for(
            proposals[answer.proposal_id], _answer(answer, method), trust_of(actor, method), actor.workspace_id
        )
        for answer in answers
        if answer.verdict != Verdict.REJECT
    }
    with scope.enter(actor.workspace_id):
        late = _moved([proposals[one] for one in items], actor, now)
        if late is None:
            own = {proposal.id for proposal in without_duplicates(proposals.values())}
            for answer in sorted(answers, key=lambda one: one.verdict != Verdict.REJECT):
                if answer.proposal_id not in own:
                    continue  # the answer to its duplicate settles it
                given = replace(_answer(answer, method), sentences=sentences.get(answer.proposal_id, frozenset()))
                _decide(answer, given, proposals, items, actor=actor, now=now)
    if late is not None:
        raise late


def _answer(answer: ShownAnswer, method: Method) -> Answer:
    return Answer(answer.verdict, method, value=answer.value)


def _moved(proposals: Sequence[Proposal], actor: Actor, now: datetime) -> NotPending | None:
    """Rebase or close each that would no longer do what was shown; return the first such, which stops the decision."""
    late = [found for proposal in proposals if (found := _moved_one(proposal, actor, now))]
    return late[0] if late else None


def _moved_one(proposal: Proposal, actor: Actor, now: datetime) -> NotPending | None:
    change = from_json(proposal.change)
    target = change.locate(snapshot_for([change], actor=actor, now=now))
    if isinstance(target, Refused):
        return rebasing.close(proposal, rebasing.GONE, now=now)
    return rebasing.move(change, target, proposal, now=now) if rebasing.has_moved(change, target, proposal) else None


def _decide(
    answer: ShownAnswer,
    given: Answer,
    proposals: Mapping[UUID, Proposal],
    items: Mapping[UUID, Prepared],
    *,
    actor: Actor,
    now: datetime,
) -> None:
    """Decide one of them. Raises NotPending, which rolls back those before it."""
    proposal, seen = proposals[answer.proposal_id], answer.shown_hash or "none"
    outcome: Applied | NotPending | None
    if answer.verdict == Verdict.REJECT:
        outcome = reject_in_scope(proposal, given, actor=actor, now=now, shown_hash=seen)
    else:
        outcome = apply_in_scope(proposal, items[proposal.id], given, actor=actor, now=now, shown_hash=seen)
    if isinstance(outcome, NotPending):
        raise outcome

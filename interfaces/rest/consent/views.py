"""Answers to proposals: by the person's login, or by staff to whom a policy delegates it; never by an API key."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalQuerySet
from consent.outcomes import Applied
from consent.proposals.allow import allow_again
from consent.proposals.decide import ShownAnswer, amend_proposal, approve_proposal, decide_many, reject_proposal
from consent.proposals.errors import NotShown, UnknownProposal
from consent.proposals.relay import acknowledge_proposal, issue_code
from consent.proposals.withdraw import withdraw_decision
from consent.receipts.document import receipt_of
from interfaces.differing_facts import differing_fact
from interfaces.joint_answers import settled_with
from interfaces.rest.consent.schemas import (
    Acknowledgement,
    Amendment,
    Approval,
    BulkAnswer,
    BulkResult,
    BulkResults,
    CodeOut,
    Counts,
    Decided,
    Nothing,
    ProposalCountQuery,
    ProposalOut,
    ProposalPage,
    ProposalQuery,
    ReceiptQuery,
    Rejection,
    Withdrawal,
    proposal_out,
    state_name,
)
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import WriteResult, write_result
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from interfaces.rest.warnings import field_differs
from workspaces.actors import Actor

T = TypeVar("T")


class Proposals(RestView):
    @operation("list_proposals")
    def get(self, query: ProposalQuery) -> ProposalPage:
        """List proposed changes, newest first."""
        with self.scope():
            rows = _readable(self).filter(**without_none(person_id=query.user_id, state=query.state))
            return NEWEST.page(rows, query, ProposalPage, partial(proposal_out, reader=self.actor))


class OneProposal(RestView):
    @operation("get_proposal")
    def get(self, proposal_id: UUID) -> ProposalOut:
        """Get a proposed change."""
        with self.scope():
            proposal = first_or_404(_readable(self).filter(id=proposal_id))
        return proposal_out(proposal, reader=self.actor)


class ProposalCounts(RestView):
    @operation("count_proposals")
    def get(self, query: ProposalCountQuery) -> Counts:
        """Count proposals: pending, expiring soon, and by how they ended."""
        with self.scope():
            rows = Proposal.objects.visible_to(self.actor, now=self.now)
            return Counts(**rows.filter(**without_none(person_id=query.user_id)).counts())


class DecisionView(RestView):
    """The domain decides who may answer a proposal; only API keys are refused here."""

    is_open_to_reviewers = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Checked before the body is read: an API key may never decide."""
        super().initial(request, *args, **kwargs)
        if self.actor.is_agent:
            raise Forbidden("Only the person whom a proposal is about decides it, with their login.")

    def as_decider(self, decide: Callable[[Actor], T]) -> T:
        """Decide as the person; for proposals about another person, as the staff member that the login also is."""
        staff = self.principal.staff
        try:
            return decide(self.actor)
        except UnknownProposal:
            if staff is None or staff is self.actor:
                raise
        return decide(staff)

    def result_of(self, proposal_id: UUID, applied: Applied) -> WriteResult:
        """Return what the approval changed, with a warning about the person's field that still has another value."""
        with self.scope():
            proposal = Proposal.objects.get(id=proposal_id)
            is_own = proposal.person_id == self.actor.person_id
            fact = differing_fact(proposal, proposal.person_id) if is_own else None
        return write_result(self.request, applied).warned([field_differs(fact)] if fact else [])


class Approve(DecisionView):
    @operation("approve_proposal")
    def post(self, proposal_id: UUID, body: Approval) -> Decided:
        """Approve a proposed change about oneself."""
        applied = self.as_decider(
            lambda actor: approve_proposal(
                proposal_id=proposal_id,
                actor=actor,
                now=self.now,
                shown_hash=_shown(self, proposal_id, body),
                always=body.remember == "always",
                method=Method.API,
            )
        )
        return Decided(id=proposal_id, state="approved", result=self.result_of(proposal_id, applied))


class Amend(DecisionView):
    @operation("amend_proposal")
    def post(self, proposal_id: UUID, body: Amendment) -> Decided:
        """Approve with a value of one's own instead of the proposed one."""
        applied = self.as_decider(
            lambda actor: amend_proposal(
                proposal_id=proposal_id,
                value=body.value,
                actor=actor,
                now=self.now,
                shown_hash=_shown(self, proposal_id, body),
                method=Method.API,
            )
        )
        return Decided(id=proposal_id, state="amended", result=self.result_of(proposal_id, applied))


class Reject(DecisionView):
    @operation("reject_proposal")
    def post(self, proposal_id: UUID, body: Rejection) -> Decided:
        """Refuse a proposed change about oneself."""
        self.as_decider(
            lambda actor: reject_proposal(
                proposal_id=proposal_id,
                actor=actor,
                now=self.now,
                shown_hash=_shown(self, proposal_id, body),
                may_ask_again=body.may_ask_again,
                never=body.remember == "never",
                method=Method.API,
            )
        )
        return Decided(id=proposal_id, state="rejected")


class Withdraw(DecisionView):
    @operation("withdraw_decision")
    def post(self, proposal_id: UUID, body: Withdrawal) -> Decided:
        """Withdraw an answer: undo an approved change, or reopen a refused proposal."""
        taken = self.as_decider(
            lambda actor: withdraw_decision(
                proposal_id=proposal_id, actor=actor, now=self.now, reopen=body.reopen, method=Method.API
            )
        )
        result = write_result(self.request, taken.undone) if taken.undone else None
        return Decided(id=proposal_id, state=state_name(taken.state), result=result)


class AskAgain(DecisionView):
    @operation("allow_proposal_again", answers={204: None})
    def post(self, proposal_id: UUID, body: Nothing) -> Response:
        """Let agents propose again what was refused or withdrawn."""
        with self.scope():
            together = settled_with(proposal_id)
        self.as_decider(lambda actor: allow_again(proposal_id=proposal_id, actor=actor, now=self.now, also=together))
        return Response(status=204)


class Bulk(DecisionView):
    @operation("decide_proposals")
    def post(self, body: BulkAnswer) -> BulkResults:
        """Decide several proposals, each with the hash of what was shown."""
        answers = [ShownAnswer(one.id, one.shown_hash, Verdict(one.verdict)) for one in body.decisions]
        looked = self.as_decider(
            lambda actor: decide_many(answers=answers, actor=actor, now=self.now, method=Method.API)
        )
        results = [
            BulkResult(
                id=one.proposal_id,
                counts=one.counts,
                state=state_name(one.state) if one.state else None,
                detail=one.detail,
                shown_hash=one.shown_hash,
                result=self.result_of(one.proposal_id, one.applied) if one.applied else None,
            )
            for one in looked
        ]
        return BulkResults(results=results)


def _readable(view: RestView) -> ProposalQuerySet:
    visible = Proposal.objects.visible_to(view.actor, now=view.now)
    return visible.with_successors(view.actor, now=view.now)


def _shown(view: RestView, proposal_id: UUID, body: Approval | Amendment | Rejection) -> str:
    """Return the hash that was sent. The hash of the change alone never changes, so it is compared here. Raises
    NotShown."""
    if body.change_hash:
        with view.scope():
            row = Proposal.objects.filter(id=proposal_id).values_list("change_hash", "shown_hash").first()
        if row is not None and row[0] != body.change_hash:
            raise NotShown(row[1])
    return body.shown_hash


class Acknowledge(RestView):
    """Takes no Idempotency-Key: each try counts against the code."""

    @operation("acknowledge_proposal", answers={200: Decided, 202: CodeOut}, is_repeatable=False)
    def post(self, proposal_id: UUID, body: Acknowledgement) -> Response:
        """Request a code for answering in a chat, or relay the turn in which the person used it."""
        if body.turn_id is None:
            issued = issue_code(proposal_id=proposal_id, actor=self.actor, now=self.now)
            return answer(CodeOut(id=proposal_id, code=issued.code, expires_at=issued.expires_at), status=202)
        done = acknowledge_proposal(proposal_id=proposal_id, turn_id=body.turn_id, actor=self.actor, now=self.now)
        result = write_result(self.request, done.applied) if done.applied else None
        return answer(Decided(id=proposal_id, state=state_name(done.state), result=result))


class ReceiptFile(RestView):
    @operation("get_receipt", answers={200: dict})
    def get(self, proposal_id: UUID, query: ReceiptQuery) -> Response:
        """The receipt of the answers to a proposal."""
        if self.actor.is_agent:
            raise Forbidden("A receipt belongs to the person; agents see the state in the proposal itself.")
        with self.scope():
            document = receipt_of(proposal_id, actor=self.actor, now=self.now, with_values=query.values)
        if document is None:
            raise NotFound("There is no answer to such a proposal yet.")
        name = f'attachment; filename="receipt-{proposal_id}.json"'
        return Response(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})

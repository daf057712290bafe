"""Answers to proposals: by the person's login, or by staff to whom a policy delegates it; never by an API key."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.proposals.decide import ShownAnswer, amend_proposal, approve_proposal, decide_many, reject_proposal
from consent.proposals.errors import NotShown, UnknownProposal
from consent.proposals.relay import acknowledge_proposal, issue_code
from consent.proposals.withdraw import allow_again, withdraw_decision
from consent.receipts.document import receipt_of
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
    ProposalOut,
    ProposalPage,
    ProposalQuery,
    ReceiptQuery,
    Rejection,
    Withdrawal,
    proposal_out,
    state_name,
)
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import write_result
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.views import RestView, answer
from workspaces.actors import Actor

TAG = "consent"


class Proposals(RestView):
    @documented(
        "List proposed changes, newest first",
        operation="list_proposals",
        tag=TAG,
        query=ProposalQuery,
        answers={200: ProposalPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(ProposalQuery)
        wanted = {"person_id": query.user_id, "state": query.state}
        with self.scope():
            rows = Proposal.objects.visible_to(self.actor, now=self.now)
            rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
            found, following = NEWEST.slice(rows, query)
        return answer(
            ProposalPage(results=[proposal_out(row, reader=self.actor) for row in found], next_cursor=following)
        )


class OneProposal(RestView):
    @documented("Get a proposed change", operation="get_proposal", tag=TAG, answers={200: ProposalOut})
    def get(self, request: Request, proposal_id: UUID) -> Response:
        with self.scope():
            proposal = Proposal.objects.visible_to(self.actor, now=self.now).filter(id=proposal_id).first()
        if proposal is None:
            raise NotFound
        return answer(proposal_out(proposal, reader=self.actor))


class ProposalCounts(RestView):
    @documented(
        "How many proposals wait, expire soon, and were settled how",
        operation="count_proposals",
        tag=TAG,
        answers={200: Counts},
    )
    def get(self, request: Request) -> Response:
        with self.scope():
            counted = Proposal.objects.visible_to(self.actor, now=self.now).counts()
        return answer(Counts(**counted))


T = TypeVar("T")


class DecisionView(RestView):
    """Who may decide is told apart by the domain; here only that it is no API key (001 §10)."""

    is_open_to_reviewers = True

    def as_decider(self, decide: Callable[[Actor], T]) -> T:
        """Decide as oneself; what is not about oneself, as the staff that one also is."""
        if self.actor.is_agent:
            raise Forbidden("Only the person whom a proposal is about decides it, with their login.")
        staff = self.principal.staff
        try:
            return decide(self.actor)
        except UnknownProposal:
            if staff is None or staff is self.actor:
                raise
        return decide(staff)


class Approve(DecisionView):
    @documented(
        "Approve a proposed change about oneself",
        operation="approve_proposal",
        tag=TAG,
        body=Approval,
        answers={200: Decided},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, proposal_id: UUID) -> Response:
        body = self.body(Approval)
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
        result = write_result(request._request, applied)
        return answer(Decided(id=proposal_id, state="approved", result=result))


class Amend(DecisionView):
    @documented(
        "Keep one's own value instead of the proposed one",
        operation="amend_proposal",
        tag=TAG,
        body=Amendment,
        answers={200: Decided},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, proposal_id: UUID) -> Response:
        body = self.body(Amendment)
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
        result = write_result(request._request, applied)
        return answer(Decided(id=proposal_id, state="amended", result=result))


class Reject(DecisionView):
    @documented(
        "Refuse a proposed change about oneself",
        operation="reject_proposal",
        tag=TAG,
        body=Rejection,
        answers={200: Decided},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, proposal_id: UUID) -> Response:
        body = self.body(Rejection)
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
        return answer(Decided(id=proposal_id, state="rejected"))


class Withdraw(DecisionView):
    @documented(
        "Take an answer back: undo what was approved, or let a refused question wait again",
        operation="withdraw_decision",
        tag=TAG,
        body=Withdrawal,
        answers={200: Decided},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, proposal_id: UUID) -> Response:
        body = self.body(Withdrawal)
        taken = self.as_decider(
            lambda actor: withdraw_decision(
                proposal_id=proposal_id, actor=actor, now=self.now, reopen=body.reopen, method=Method.API
            )
        )
        result = write_result(request._request, taken.undone) if taken.undone else None
        return answer(Decided(id=proposal_id, state=state_name(taken.state), result=result))


class AskAgain(DecisionView):
    @documented(
        "Let agents ask again for what was refused or taken back",
        operation="allow_proposal_again",
        tag=TAG,
        body=Nothing,
        answers={204: None},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, proposal_id: UUID) -> Response:
        self.body(Nothing)
        self.as_decider(lambda actor: allow_again(proposal_id=proposal_id, actor=actor, now=self.now))
        return Response(status=204)


class Bulk(DecisionView):
    @documented(
        "Decide several proposals, each with the hash of what was shown",
        operation="decide_proposals",
        tag=TAG,
        body=BulkAnswer,
        answers={200: BulkResults},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(BulkAnswer)
        looks = [ShownAnswer(one.id, one.shown_hash, Verdict(one.verdict)) for one in body.decisions]
        looked = self.as_decider(lambda actor: decide_many(answers=looks, actor=actor, now=self.now, method=Method.API))
        results = [
            BulkResult(
                id=one.proposal_id,
                counts=one.counts,
                state=state_name(one.state) if one.state else None,
                detail=one.detail,
                shown_hash=one.shown_hash,
                result=write_result(request._request, one.applied) if one.applied else None,
            )
            for one in looked
        ]
        return answer(BulkResults(results=results))


def _shown(view: RestView, proposal_id: UUID, body: Approval | Amendment | Rejection) -> str:
    """The hash that was sent.

    The hash of the change alone stays the same for good, so it may be compared beforehand. Raises NotShown.
    """
    if body.change_hash:
        with view.scope():
            row = Proposal.objects.filter(id=proposal_id).values_list("change_hash", "shown_hash").first()
        if row is not None and row[0] != body.change_hash:
            raise NotShown(row[1])
    return body.shown_hash


class Acknowledge(RestView):
    """Takes no Idempotency-Key: each try counts against the code."""

    @documented(
        "Ask for a code to answer in a chat with, or relay the turn in which the person used it",
        operation="acknowledge_proposal",
        tag=TAG,
        body=Acknowledgement,
        answers={200: Decided, 202: CodeOut},
    )
    def post(self, request: Request, proposal_id: UUID) -> Response:
        body = self.body(Acknowledgement)
        if body.turn_id is None:
            issued = issue_code(proposal_id=proposal_id, actor=self.actor, now=self.now)
            return answer(CodeOut(id=proposal_id, code=issued.code, expires_at=issued.expires_at), status=202)
        done = acknowledge_proposal(proposal_id=proposal_id, turn_id=body.turn_id, actor=self.actor, now=self.now)
        result = write_result(request._request, done.applied) if done.applied else None
        return answer(Decided(id=proposal_id, state=state_name(done.state), result=result))


class ReceiptFile(RestView):
    @documented(
        "The receipt of the answers to a proposal",
        operation="get_receipt",
        tag=TAG,
        query=ReceiptQuery,
        answers={200: dict},
    )
    def get(self, request: Request, proposal_id: UUID) -> Response:
        query = self.query(ReceiptQuery)
        if self.actor.is_agent:
            raise Forbidden("A receipt belongs to the person; agents are told the state by the proposal itself.")
        with self.scope():
            document = receipt_of(proposal_id, actor=self.actor, now=self.now, with_values=query.values)
        if document is None:
            raise NotFound("There is no answer to such a proposal yet.")
        name = f'attachment; filename="receipt-{proposal_id}.json"'
        return Response(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})

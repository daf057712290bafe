"""Answers to proposals: by the person's login, or by staff to whom a policy delegates it; never by an API key."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.actions.decide_many import Look, decide_many
from consent.actions.decide_proposal import amend_proposal, approve_proposal, reject_proposal
from consent.actions.withdraw_decision import allow_again, withdraw_decision
from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.refusals import NotShown, UnknownProposal
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import write_result
from interfaces.rest.problems import Forbidden
from interfaces.rest.shapes.proposals import (
    Amendment,
    Approval,
    BulkAnswer,
    BulkResult,
    BulkResults,
    Decided,
    Nothing,
    Rejection,
    Withdrawal,
    state_name,
)
from interfaces.rest.views import RestView, answer
from workspaces.actors import Actor

TAG = "consent"
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
        looks = [Look(one.id, one.shown_hash, Verdict(one.verdict)) for one in body.decisions]
        looked = self.as_decider(lambda actor: decide_many(looks=looks, actor=actor, now=self.now, method=Method.API))
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

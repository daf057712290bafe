from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.actions.decide_proposal import approve_proposal, reject_proposal
from consent.models import Proposal
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import write_result
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.shapes.proposals import (
    Approval,
    Decided,
    ProposalOut,
    ProposalPage,
    ProposalQuery,
    Rejection,
    proposal_out,
)
from interfaces.rest.views import RestView, answer
from workspaces.actors import ActorKind

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


class Approve(RestView):
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
        _check_is_person(self)
        applied = approve_proposal(proposal_id=proposal_id, actor=self.actor, now=self.now, shown_hash=body.change_hash)
        result = write_result(request._request, applied)
        return answer(Decided(id=proposal_id, state="approved", result=result))


class Reject(RestView):
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
        self.body(Rejection)
        _check_is_person(self)
        reject_proposal(proposal_id=proposal_id, actor=self.actor, now=self.now)
        return answer(Decided(id=proposal_id, state="rejected"))


def _check_is_person(view: RestView) -> None:
    """Before anything is looked up: an API key never decides (001 §10)."""
    if view.actor.kind is not ActorKind.PERSON:
        raise Forbidden("Only the person whom a proposal is about decides it, with their login.")

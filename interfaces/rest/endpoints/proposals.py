from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.models import Proposal
from interfaces.rest.documentation import documented
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.proposals import (
    Counts,
    ProposalOut,
    ProposalPage,
    ProposalQuery,
    proposal_out,
)
from interfaces.rest.views import RestView, answer

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

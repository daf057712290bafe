from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.actions.acknowledge_proposal import acknowledge_proposal
from consent.actions.issue_code import issue_code
from interfaces.rest.documentation import documented
from interfaces.rest.outcomes import write_result
from interfaces.rest.shapes.proposals import Acknowledgement, CodeOut, Decided, state_name
from interfaces.rest.views import RestView, answer

TAG = "consent"


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

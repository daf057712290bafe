from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.problems import Forbidden
from interfaces.rest.shapes.webhooks import MailChoices, MailChoicesOut
from interfaces.rest.views import RestView, answer
from workspaces.models import Membership

TAG = "consent"


class Mail(RestView):
    @documented(
        "Which mail one gets about questions that wait",
        operation="get_mail_choices",
        tag=TAG,
        answers={200: MailChoicesOut},
    )
    def get(self, request: Request) -> Response:
        return _answer(_membership(self))

    @documented(
        "Choose which mail one gets about questions that wait",
        operation="set_mail_choices",
        tag=TAG,
        body=MailChoices,
        answers={200: MailChoicesOut},
        takes=(HEADER,),
    )
    @idempotent
    def put(self, request: Request) -> Response:
        body = self.body(MailChoices)
        membership = _membership(self)
        membership.choose_mail(digest=body.digest, reminders=body.reminders)
        return _answer(membership)


def _membership(view: RestView) -> Membership:
    if view.actor.is_agent or view.actor.person_id is None:
        raise Forbidden("Only people get mail.")
    return Membership.objects.get(workspace_id=view.actor.workspace_id, account_id=view.actor.id or "")


def _answer(membership: Membership) -> Response:
    return answer(MailChoicesOut(digest=membership.wants_digest, reminders=membership.wants_reminders))

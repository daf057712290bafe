from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.actions.set_preference import revoke_preference
from consent.models import Policy
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, PageQuery
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.shapes.preferences import PreferencePage, preference_out
from interfaces.rest.views import RestView, answer
from workspaces.models import Agent

TAG = "consent"


class Preferences(RestView):
    @documented(
        "List one's own rules of always and never, newest first",
        operation="list_preferences",
        tag=TAG,
        query=PageQuery,
        answers={200: PreferencePage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(PageQuery)
        _check_is_person(self)
        with self.scope():
            found, following = NEWEST.slice(Policy.objects.of_person(self.actor.person_id), query)
            named = [rule.agent_id for rule in found if rule.agent_id]
            agents = dict(Agent.objects.filter(id__in=named).values_list("id", "name")) if named else {}
        return answer(PreferencePage(results=[preference_out(rule, agents) for rule in found], next_cursor=following))


class OnePreference(RestView):
    @documented(
        "Take back a rule of one's own", operation="revoke_preference", tag=TAG, answers={204: None}, takes=(HEADER,)
    )
    @idempotent
    def delete(self, request: Request, preference_id: UUID) -> Response:
        _check_is_person(self)
        if not revoke_preference(policy_id=preference_id, actor=self.actor, now=self.now):
            raise NotFound
        return Response(status=204)


def _check_is_person(view: RestView) -> None:
    if view.actor.person_id is None or view.actor.is_agent:
        raise Forbidden("Only people have rules of their own.")

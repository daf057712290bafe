from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.preferences import revoke_preference
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import Input
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.views import RestView, answer
from providers.schema import Flag
from workspaces.models import Agent, Membership


class PreferenceOut(BaseModel):
    """A rule that a person made for one field and one agent: `always` remember it, or `never`."""

    id: UUID
    field: str
    agent_id: UUID
    agent: str
    rule: Literal["always", "never"]
    created_at: datetime


class PreferencePage(Page[PreferenceOut]):
    pass


class MailChoices(Input):
    """Which mail a person wants about questions that wait: once a day when there are new ones, and before they end."""

    digest: Flag
    reminders: Flag


class MailChoicesOut(BaseModel):
    digest: bool
    reminders: bool


def preference_out(policy: Policy, agents: dict[UUID, str]) -> PreferenceOut:
    assert policy.agent_id is not None
    return PreferenceOut(
        id=policy.id,
        field=f"{policy.fact_category}.{policy.fact_key}",
        agent_id=policy.agent_id,
        agent=agents.get(policy.agent_id, ""),
        rule="always" if policy.outcome == Outcome.APPLY else "never",
        created_at=policy.created_at,
    )


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

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field
from rest_framework.response import Response

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.preferences import revoke_preference
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView
from providers.schema import Flag
from workspaces.models import Agent, Membership

RULES = {Outcome.APPLY: "always", Outcome.CONSENT: "ask", Outcome.NEVER: "never"}


class PreferenceOut(Output):
    """A rule that a person made for one field and one agent, or for every agent where `agent_id` is null: `always`
    remember it, `never`, or `ask` first."""

    id: UUID
    field: str
    agent_id: UUID | None
    agent: str
    rule: Literal["always", "ask", "never"]
    created_at: datetime


class PreferencePage(Page[PreferenceOut]):
    pass


class MailChoices(Input):
    """Which mail a person wants about pending proposals: once a day if there are new ones, and before they expire."""

    digest: Flag
    reminders: Flag


class MailChoicesOut(Output):
    digest: bool = Field(validation_alias="wants_digest")
    reminders: bool = Field(validation_alias="wants_reminders")


class Preferences(RestView):
    @operation("list_preferences")
    def get(self, query: PageQuery) -> PreferencePage:
        """List one's own rules, newest first."""
        _check_is_person(self)
        with self.scope():
            found, following = NEWEST.slice(Policy.objects.of_person(self.actor.person_id), query)
            named = [rule.agent_id for rule in found if rule.agent_id]
            agents = dict(Agent.objects.filter(id__in=named).values_list("id", "name")) if named else {}
        return PreferencePage(results=[_preference(rule, agents) for rule in found], next_cursor=following)


class OnePreference(RestView):
    @operation("revoke_preference", answers={204: None})
    def delete(self, preference_id: UUID) -> Response:
        """Revoke a rule of one's own."""
        _check_is_person(self)
        if not revoke_preference(policy_id=preference_id, actor=self.actor, now=self.now):
            raise NotFound
        return Response(status=204)


def _preference(rule: Policy, agents: dict[UUID, str]) -> PreferenceOut:
    return PreferenceOut.of(
        rule,
        field=f"{rule.fact_category}.{rule.fact_key}",
        agent=agents.get(rule.agent_id, "") if rule.agent_id else "",
        rule=RULES[Outcome(rule.outcome)],
    )


def _check_is_person(view: RestView) -> None:
    if view.actor.person_id is None or view.actor.is_agent:
        raise Forbidden("Only people have rules of their own.")


class Mail(RestView):
    @operation("get_mail_choices")
    def get(self) -> MailChoicesOut:
        """Which mail one gets about pending proposals."""
        return MailChoicesOut.of(_membership(self))

    @operation("set_mail_choices")
    def put(self, body: MailChoices) -> MailChoicesOut:
        """Choose which mail one gets about pending proposals."""
        membership = _membership(self)
        membership.choose_mail(digest=body.digest, reminders=body.reminders, weekly=membership.wants_weekly)
        return MailChoicesOut.of(membership)


def _membership(view: RestView) -> Membership:
    if view.actor.is_agent or view.actor.person_id is None:
        raise Forbidden("Only people get mail.")
    return Membership.objects.get(workspace_id=view.actor.workspace_id, account_id=view.actor.id or "")

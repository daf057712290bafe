"""The person's own rules: whether assistants may save a field, must ask, or never may. Adding and removing them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from consent.detection.ruled_fields import Reach, reach_of
from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.field_outcomes import outcome_without, rules_about
from consent.policies.preferences import add_preference, ask_instead, revoke_preference
from interfaces.pages.cards.stored_values import memories_of_fields, with_links
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Faces, face_of
from interfaces.pages.texts.field_values import field_choices
from interfaces.pages.texts.wording import rule_sentence, rule_text
from providers.statements import ILLNESS, Address, category_of
from workspaces import scope
from workspaces.models import Agent

OUTCOMES = [
    (Outcome.CONSENT.value, _("Always ask me")),
    (Outcome.APPLY.value, _("Save without asking")),
    (Outcome.NEVER.value, _("Never remember")),
]
REMOVED = {
    Outcome.CONSENT.value: _("Rule removed. From now on assistants ask you first; what you refused stays refused."),
    Outcome.CORROBORATION.value: _(
        "Rule removed. From now on it is saved once several signs say the same; what you refused stays refused."
    ),
    Outcome.APPLY.value: _("Rule removed. From now on it is saved without asking you; what you refused stays refused."),
    Outcome.NEVER.value: _("Rule removed. A rule still holds by which it is never saved."),
}
STAYS = _("Still remembered, and read by assistants: {memories}. Open it to forget it.")
# What a rule covers besides its field.
REACHES = {
    Reach.TEXTS: _("It holds for the field, and for sentences that tell it."),
    Reach.ENGLISH: _(
        "It holds for the field, and for sentences that plainly tell it, in English and in part in others."
    ),
    Reach.FIELD: _("It holds for the field alone; texts that tell it are not checked."),
}
MAY_ASK = _("It holds for the field. About a sentence that tells it you may still be asked.")
NAMED_ILLNESS = _(
    "It holds for coeliac disease, too. A need told without an illness (“allergic to peanuts”) is still saved:"
    " allergies and foods to avoid have fields of their own."
)
ASKS_NOW = _("Now your rule is: “{rule}”. What was saved or refused before stays so.")


class RuleForm(forms.Form):
    outcome = forms.ChoiceField(label=_("Rule"), choices=OUTCOMES)
    field = forms.ChoiceField(label=_("About"), choices=field_choices)

    def __init__(self, *args: Any, agents: Sequence[Agent], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": "", "auto_id": "rule_%s"})
        named = [(str(agent.id), face_of(agent).name) for agent in agents]
        every = ("", _("Every assistant"))
        self.fields["agent"] = forms.ChoiceField(label=_("For"), required=False, choices=[every, *named])


class AddRuleView(PersonView):
    http_method_names = ["post"]

    def check_access(self) -> None:
        if self.actor.person_id is None:
            raise Http404

    def post(self, request: HttpRequest) -> HttpResponseBase:
        with scope.enter(self.membership.workspace_id):
            agents = list(Agent.objects.filter(is_active=True))
        form = RuleForm(request.POST, agents=agents)
        if form.is_valid():
            self.add(**form.cleaned_data, names={str(agent.id): face_of(agent).name for agent in agents})
        else:
            messages.error(request, _("The rule was not added: choose what it says and what it is about."))
        return redirect(f"{reverse('pages:access')}#rules")

    def add(self, *, outcome: str, field: str, agent: str, names: dict[str, str]) -> None:
        address = Address(category_of(field), field)
        add_preference(
            agent_id=UUID(agent) if agent else None,
            field=address,
            outcome=Outcome(outcome),
            actor=self.actor,
            now=self.now,
        )
        text = _("Rule added: “{rule}”.")
        messages.success(self.request, str(text).format(rule=rule_sentence(outcome, names.get(agent, ""), field)))
        messages.info(self.request, MAY_ASK if outcome == Outcome.APPLY.value else REACHES[reach_of(field)])
        if field == ILLNESS and outcome != Outcome.APPLY.value:
            messages.info(self.request, NAMED_ILLNESS)
        if outcome == Outcome.NEVER.value:
            self.show_stored(f"{address.category}.{address.key}")

    def show_stored(self, field: str) -> None:
        with scope.enter(self.membership.workspace_id):
            stored = memories_of_fields([field], actor=self.actor, now=self.now)[field]
            if stored:
                messages.info(self.request, with_links(str(STAYS), stored))


class EndRuleView(PersonView):
    """Removes a rule of the person's own, or makes it ask each time (`ask`)."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, policy_id: UUID) -> HttpResponseBase:
        end = ask_instead if "ask" in request.POST else revoke_preference
        rule = end(policy_id=policy_id, actor=self.actor, now=self.now)
        if rule is None:
            raise Http404
        with scope.enter(self.membership.workspace_id):
            messages.success(request, self.effect(rule))
        return redirect(f"{reverse('pages:access')}#rules")

    def effect(self, rule: Policy) -> str:
        """Return what the rule does now, or what applies without it."""
        if rule.revoked_at is None:
            return str(ASKS_NOW).format(rule=rule_text(rule, Faces.load().name("", rule.agent_id)))
        return str(REMOVED[outcome_without(rule, rules_about(rule.person_id))])

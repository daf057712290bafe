"""The person's own rule, made without a request: what assistants need for a field."""

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

from consent.models.policy import Outcome
from consent.policies.preferences import add_preference
from interfaces.pages.assistants import face_of
from interfaces.pages.field_values import field_choices
from interfaces.pages.person_view import PersonView
from interfaces.pages.wording import rule_sentence
from providers.statements import Address, category_of
from workspaces import scope
from workspaces.models import Agent

OUTCOMES = [
    (Outcome.CONSENT.value, _("Always ask me")),
    (Outcome.APPLY.value, _("Save without asking")),
    (Outcome.NEVER.value, _("Never remember")),
]


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
        add_preference(
            agent_id=UUID(agent) if agent else None,
            field=Address(category_of(field), field),
            outcome=Outcome(outcome),
            actor=self.actor,
            now=self.now,
        )
        text = _("Rule added: “{rule}”.")
        messages.success(self.request, str(text).format(rule=rule_sentence(outcome, names.get(agent, ""), field)))

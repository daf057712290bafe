"""A sentence, or the value of a field, tried on the rules in force: which rule takes it, and what would happen."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.policies import aliases
from consent.policies.one_write import TriedWrite, try_write
from consent.policies.rules import Subject
from interfaces.admin.policies.form import known_fields
from interfaces.admin.policies.wording import NO_FIELD, what_happens
from interfaces.admin.questions.held_by import reason_of
from interfaces.admin.staff import is_editor
from interfaces.namesakes import told_apart
from memories.limits import CONTENT_CHARACTERS
from memories.models.choices import DEFAULT_CATEGORY, FACT_ALLOWLIST_CATEGORY, MemoryType
from memories.models.fact import FactCategory
from providers.statements import Address, InvalidKey
from workspaces.actors import Actor, ActorKind
from workspaces.models import Agent, Category, Person
from workspaces.scope import current_workspace_id
from workspaces.sensitivity import INTERNAL

INPUT = {"class": "input"}


class SentenceForm(forms.Form):
    """What would be written, by whom and about whom."""

    agent = forms.ModelChoiceField(
        Agent.objects.none(), label=_("Agent"), empty_label=None, widget=forms.Select(attrs=INPUT)
    )
    person = forms.ChoiceField(label=_("About"), widget=forms.Select(attrs=INPUT))
    text = forms.CharField(
        label=_("Sentence, or value of the field"),
        max_length=CONTENT_CHARACTERS,
        widget=forms.Textarea(attrs={**INPUT, "rows": 2}),
        help_text=_("For example: Ana lives in Porto."),
    )
    field = forms.CharField(
        label=_("Field"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={**INPUT, "list": "known-fields", "autocomplete": "off"}),
        help_text=_("Only where an agent sets a field, such as city. Leave it empty for a sentence."),
    )
    category = forms.ChoiceField(
        label=_("Category"), required=False, widget=forms.Select(attrs=INPUT), help_text=_("Where it would be filed.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.fields["agent"].queryset = Agent.objects.order_by("name")  # type: ignore[attr-defined]
        self.fields["person"].choices = told_apart(list(Person.objects.order_by("name", "id")))  # type: ignore[attr-defined]
        names = sorted({*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()})
        choices = [("", _("As usual")), *((name, name) for name in names)]
        self.fields["category"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """With the `address` of the field that is named."""
        given = self.cleaned_data
        given["address"] = None
        if key := given.get("field"):
            try:
                given["address"] = aliases.address_of(FactCategory.IDENTITY, key, given.get("text", ""))
            except InvalidKey:
                self.add_error("field", NO_FIELD)
        return given

    def tried(self) -> TriedWrite:
        """Of a valid form, in the entered scope."""
        given, address = self.cleaned_data, self.cleaned_data["address"]
        place = Subject(
            given["category"] or _usual(address), MemoryType.SEMANTIC, INTERNAL, person_id=UUID(given["person"])
        )
        agent = given["agent"]
        actor = Actor(ActorKind.AGENT, current_workspace_id(), agent.id, agent.name, role=agent.role)
        return try_write(given["text"], place, field=address, actor=actor)


def _usual(address: Address | None) -> str:
    """Where it is filed by default."""
    if address is None:
        return DEFAULT_CATEGORY[MemoryType.SEMANTIC]
    return FACT_ALLOWLIST_CATEGORY[FactCategory(address.category)]


def sentence_page(request: HttpRequest) -> HttpResponse:
    """For all staff; nothing is stored."""
    form = SentenceForm(request.POST if request.method == "POST" else None)
    page: dict[str, Any] = {"title": gettext("Try a sentence"), "form": form, "known_fields": known_fields()}
    if form.is_valid():
        tried, may_edit = form.tried(), is_editor(request)
        reasons = (reason_of(subject, rule, may_edit=may_edit) for subject, rule in tried.decided_by)
        page |= {"outcome": what_happens(tried.verdict), "reasons": [*dict.fromkeys(reasons)]}
    return TemplateResponse(request, "admin/policy/try.html", admin.site.each_context(request) | page)

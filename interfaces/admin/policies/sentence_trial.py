"""Trying a sentence, or the value of a field, on the rules in force: which rule decides, and the outcome."""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError
from uuid_utils.compat import uuid7

from consent.changes import DraftChange, SetFact, WriteMemory
from consent.outcomes import Refused
from consent.policies import aliases
from consent.policies.write_trial import TriedWrite, try_write
from interfaces.admin.policies.expected_outcome import expected_outcome, is_stored_already
from interfaces.admin.policies.field_names import category_and_key, dotted, known_fields, unknown_field
from interfaces.admin.policies.wording import NO_FIELD
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import is_editor
from interfaces.form_fields import person_choices
from interfaces.plain_words import title_of
from interfaces.roles import role_title
from memories.drafts import FactDraft, MemoryDraft, item_of
from memories.limits import CONTENT_CHARACTERS, FACT_VALUE_CHARACTERS
from memories.models.choices import DEFAULT_CATEGORY
from memories.models.fact import FactCategory
from providers.statements import Address, InvalidKey, is_multi_valued
from workspaces import scope
from workspaces.active_agents import active_agents
from workspaces.actors import Actor
from workspaces.models import Agent, Category, Person
from workspaces.namespaces import MEMORIES

INPUT = {"class": "input"}
KINDS = FactCategory.values  # the first is assumed where none is given


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
        help_text=_(
            "Only where an agent sets a field, such as city, or preference.tone with its kind. Leave it empty for a "
            "sentence."
        ),
    )
    category = forms.ChoiceField(
        label=_("Category"),
        required=False,
        widget=forms.Select(attrs=INPUT),
        help_text=_("Where a sentence would be filed."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        agents = Agent.objects.filter(is_active=True).order_by("name")
        self.fields["agent"].queryset = agents  # type: ignore[attr-defined]
        self.fields["person"].choices = person_choices(list(Person.objects.order_by("name", "id")))  # type: ignore[attr-defined]
        names = {*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()}
        named = sorted(((name, title_of(name)) for name in names), key=itemgetter(1))
        self.fields["category"].choices = [("", _("As usual")), *named]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Add the `change` that would be requested, and warnings about its field."""
        given = self.cleaned_data
        if {"text", "person"} <= given.keys():
            try:
                given["change"] = self._change()
            except InvalidKey:
                self.add_error("field", NO_FIELD)
            except ValidationError:
                self.add_error("text", _("The value of a field has at most %d characters.") % FACT_VALUE_CHARACTERS)
        return given

    def _change(self) -> DraftChange:
        given = self.cleaned_data
        if name := given.get("field"):
            kind, key = category_and_key(dotted(name))
            first, *others = dict.fromkeys(self._addresses([kind] if kind else KINDS, key))
            given["unknown"] = unknown_field(first.key)
            given["others"] = [(address, self._fact(address)) for address in others]
            return self._fact(first)
        place = (MEMORIES, given["person"])
        category = given.get("category") or None
        return WriteMemory(
            draft=MemoryDraft(namespace=place, key=str(uuid7()), content=given["text"], category=category),
            may_repeat=True,
        )

    def _addresses(self, kinds: Iterable[str], key: str) -> Iterator[Address]:
        """Return where an agent's field is filed under each kind; for a known one the same for all."""
        return (aliases.address_of(kind, key, self.cleaned_data["text"]) for kind in kinds)

    def _fact(self, address: Address) -> SetFact:
        value = self.cleaned_data["text"]
        item = item_of(value) if is_multi_valued(address.key) else ""
        return SetFact(
            draft=FactDraft(person_id=self.cleaned_data["person"], value=value, item=item, **address._asdict())
        )

    def actor(self) -> Actor:
        """Return the agent of a valid form, with the rights of its keys. Runs in the entered scope."""
        chosen = self.cleaned_data["agent"].id
        return next(agent for agent in active_agents(now=timezone.now()) if agent.id == chosen)


class TriedSentence(AfterScope, HttpResponse):
    """Tries it outside the scope, where every write is prepared, and shows the page with the result."""

    def __init__(self, form: SentenceForm) -> None:
        super().__init__()
        self.form, self.writer = form, form.actor()

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        given = self.form.cleaned_data
        now, may_edit = timezone.now(), is_editor(request)
        tried = try_write(given["change"], actor=self.writer, now=now)
        others = [(at, try_write(one, actor=self.writer, now=now)) for at, one in given.get("others", ())]
        with scope.enter(actor.workspace_id):
            result = _result_of(tried, self.writer, may_edit=may_edit) | {"unknown": given.get("unknown")}
            if others:
                result["assumed"] = _spelled(given["change"].draft)
                result["others"] = [
                    (_spelled(at), _result_of(one, self.writer, may_edit=may_edit)["outcome"]) for at, one in others
                ]
            return _page(request, self.form, **result).render()


def sentence_page(request: HttpRequest) -> HttpResponse:
    """For all staff; nothing is stored."""
    form = SentenceForm(request.POST if request.method == "POST" else None)
    return TriedSentence(form) if form.is_valid() else _page(request, form)


def _page(request: HttpRequest, form: SentenceForm, **more: Any) -> TemplateResponse:
    page = {"title": gettext("Try a sentence"), "form": form, "known_fields": known_fields()}
    return TemplateResponse(request, "admin/policy/try.html", admin.site.each_context(request) | page | more)


def _result_of(tried: TriedWrite | Refused, writer: Actor, *, may_edit: bool) -> dict[str, Any]:
    if isinstance(tried, Refused):
        return {"outcome": gettext("Would be refused"), "reasons": [(_why(tried, writer), "")]}
    outcome, reasons = expected_outcome(tried, may_edit=may_edit)
    result = {"outcome": outcome, "reasons": reasons, "kept": tried.redacted_text}
    if isinstance(tried.answer, Refused):
        return result | {"reasons": reasons or [(_why(tried.answer, writer), "")], "filed": ""}
    return result | {"filed": "" if is_stored_already(tried.answer) else title_of(tried.category)}


def _spelled(field: Address | FactDraft) -> str:
    return f"{field.category}.{field.key}"


def _why(refused: Refused, writer: Actor) -> str:
    if not refused.category:
        return gettext(refused.detail)
    text = gettext("The role %(role)s does not write in the category “%(category)s”: it is not on its list.")
    return text % {"role": role_title(writer.role), "category": title_of(refused.category)}

"""Adding a fact, or a value to those that a field has, as the person it is about."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from consent import gate
from consent.changes import SetFact
from consent.outcomes import Applied, Refused
from interfaces.pages.field_values import field_choices, values_in
from interfaces.pages.memory_edit import WAITS, tell_removed
from interfaces.pages.person_view import PersonView
from interfaces.plain_words import without_name
from memories import limits
from memories.drafts import FactDraft, item_of
from memories.models.fact import FactCategory
from providers.statements import category_of, is_multi_valued


class FactForm(forms.Form):
    field = forms.ChoiceField(label=_("Field"), choices=field_choices)
    value = forms.CharField(
        label=_("Value"),
        help_text=_("Several values, such as two allergies, are separated by commas."),
        max_length=limits.FACT_VALUE_CHARACTERS,
        widget=forms.Textarea({"rows": 2, "autofocus": True}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})

    @property
    def values(self) -> Sequence[str]:
        key = self.cleaned_data["field"]
        return values_in(key, without_name(key, self.cleaned_data["value"]))


class AddFactView(PersonView):
    """A form with a field and its value; saving answers with a redirect, or with 422 and what to mend. A field with one
    value takes the new one in its place."""

    def check_access(self) -> None:
        if self.actor.person_id is None:
            raise Http404

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.form_page(FactForm(initial={"field": request.GET.get("field", "")}))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = FactForm(request.POST)
        changes = [SetFact(draft=draft) for draft in self.drafts(form)] if form.is_valid() else []
        outcomes = gate.submit_many(changes, actor=self.actor, now=self.now) if changes else []
        applied = [one for one in outcomes if isinstance(one, Applied)]
        if changes and len(applied) == len(changes):
            return self.saved(applied, form.cleaned_data["value"])
        for one in outcomes:
            if not isinstance(one, Applied):
                form.add_error(None, one.detail if isinstance(one, Refused) else WAITS)
        return self.in_scope(lambda: self.form_page(form, status=422))

    def drafts(self, form: FactForm) -> list[FactDraft]:
        key = form.cleaned_data["field"]
        category, is_one_of_several = FactCategory(category_of(key)), is_multi_valued(key)
        return [
            FactDraft(
                person_id=self.person_id,
                category=category,
                key=key,
                item=item_of(value) if is_one_of_several else "",
                value=value,
            )
            for value in form.values
        ]

    def saved(self, applied: Sequence[Applied], typed: str) -> HttpResponse:
        count = len(applied)
        many = ngettext(
            "%(count)s value saved as confirmed by you.", "%(count)s values saved as confirmed by you.", count
        )
        text = many % {"count": count} if count > 1 else gettext("Saved as confirmed by you.")
        messages.success(self.request, text)
        tell_removed(self.request, next((one for one in applied if one.redacted), applied[-1]), typed)
        return redirect("pages:memory", applied[-1].memory_id)

    def form_page(self, form: FactForm, *, status: int = 200) -> HttpResponse:
        return self.page("memories/add_fact.html", {"form": form}, status=status)

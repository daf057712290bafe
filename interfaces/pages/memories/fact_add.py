"""Adds a fact, or one more value to a field of several values."""

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
from interfaces.pages.cards.closed_requests import add_closed_messages
from interfaces.pages.memories.memory_edit import WAITS, warn_of_removed
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.field_values import choices_to_add, values_in
from interfaces.pages.texts.reader_names import Place, names_of_readers
from interfaces.plain_words import FIELDS, title_of, without_name
from interfaces.time_zones import problem_of_typed
from memories import limits
from memories.drafts import FactDraft, item_of
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from memories.models.fact import FactCategory
from providers.statements import category_of, is_multi_valued
from workspaces import sensitivity
from workspaces.active_agents import active_agents
from workspaces.namespaces import to_path

# The subjects of fields.
SUBJECTS = tuple(dict.fromkeys(FACT_ALLOWLIST_CATEGORY.values()))


class FactForm(forms.Form):
    field = forms.ChoiceField(label=_("Field"), choices=lambda: [("", _("Choose …")), *choices_to_add()])
    value = forms.CharField(
        label=_("Value"),
        help_text=_("Several values, such as two allergies, are separated by commas."),
        max_length=limits.FACT_VALUE_CHARACTERS,
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        chosen = self["field"].value()
        if chosen and not is_multi_valued(chosen):
            self.fields["value"].help_text = ""
        first = "value" if chosen else "field"
        self.fields[first].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        typed, field = self.cleaned_data.get("value", ""), self.cleaned_data.get("field", "")
        each = values_in(field, without_name(field, typed)) if typed else []
        if problem := next(filter(None, (problem_of_typed(field, one) for one in each)), ""):
            self.add_error("value", problem)
        return self.cleaned_data

    @property
    def values(self) -> Sequence[str]:
        key = self.cleaned_data["field"]
        return values_in(key, without_name(key, self.cleaned_data["value"]))


class AddFactView(PersonView):
    """A form with a field and its value; saving responds with a redirect, or with 422 and the errors. A single-valued
    field gets the new value in place of the old one."""

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
                form.add_error(None, gettext(one.detail) if isinstance(one, Refused) else WAITS)
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
        add_closed_messages(self)
        warn_of_removed(self.request, next((one for one in applied if one.redacted), applied[-1]), typed)
        return redirect("pages:memory", applied[-1].memory_id)

    def form_page(self, form: FactForm, *, status: int = 200) -> HttpResponse:
        return self.page("memories/add_fact.html", {"form": form, "readers": self.readers(form)}, status=status)

    def readers(self, form: FactForm) -> Sequence[tuple[str, Sequence[str]]]:
        """Return who reads the fields of each subject, only the chosen field's where one is chosen; a single entry
        without a name where they are the same for all."""
        agents, faces = active_agents(now=self.now), Faces.load()
        path, rank = to_path(("memories", str(self.person_id))), sensitivity.rank(sensitivity.INTERNAL)
        places = [(title_of(name), Place(self.person_id, path, name, rank)) for name in SUBJECTS]
        found = [(title, names_of_readers(place, agents, faces, now=self.now)) for title, place in places]
        key = form["field"].value()
        chosen = title_of(FACT_ALLOWLIST_CATEGORY[category_of(key)]) if key in FIELDS else ""
        found = [one for one in found if one[0] == chosen] or found
        is_same = all(names == found[0][1] for _title, names in found)
        return [("", found[0][1])] if is_same else found

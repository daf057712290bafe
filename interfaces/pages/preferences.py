"""The person's own clock, and which mail they want."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from interfaces.pages.person_view import PersonView

SAVED = _("Saved. Times are shown by this clock now.")


class PreferencesForm(forms.Form):
    time_zone = forms.ChoiceField(
        label=_("Your time zone"), help_text=_("Pages tell times and days by it. Hover over a time to see it exactly.")
    )
    digest = forms.BooleanField(label=_("Mail me once a day about new questions"), required=False)
    reminders = forms.BooleanField(label=_("Mail me before a question ends without an answer"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]


class PreferencesView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        chosen = {
            "time_zone": self.membership.account.time_zone,
            "digest": self.membership.wants_digest,
            "reminders": self.membership.wants_reminders,
        }
        return self.show(PreferencesForm(initial=chosen, label_suffix=""))

    def post(self, request: HttpRequest) -> HttpResponseBase:
        form = PreferencesForm(request.POST, label_suffix="")
        if not form.is_valid():
            return self.in_scope(lambda: self.show(form, status=422))
        self.membership.account.choose_time_zone(form.cleaned_data["time_zone"])
        self.membership.choose_mail(digest=form.cleaned_data["digest"], reminders=form.cleaned_data["reminders"])
        messages.success(request, str(SAVED))
        return redirect("pages:preferences")

    def show(self, form: PreferencesForm, *, status: int = 200) -> HttpResponse:
        return self.page("account/preferences.html", {"form": form}, status=status)

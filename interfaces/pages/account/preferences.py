"""Settings: language, time zone, and which emails to get; a link in each email stops them without signing in."""

from functools import cache
from importlib.resources import files
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from interfaces.middleware import browser_zone, language_for
from interfaces.pages.account.devices import known_devices
from interfaces.pages.account.email_addresses import address_waiting, ask_for_proof, change_address
from interfaces.pages.person_view import PersonView
from interfaces.sign_in import has_second_step
from interfaces.time_zones import no_zone
from operations.delivery.mail import is_mail_sent, membership_of
from operations.delivery.push_devices import devices_of
from operations.delivery.vapid import public_key
from providers.statements import zone_of
from workspaces.addresses import is_proven
from workspaces.models import Account, Membership

MAILS = ("digest", "reminders", "weekly")
SAVED = _("Settings saved.")
ZONE_HELP = _(
    "Type the name of a city; empty, it is the one of your browser. Used for all dates and times. It is now %(clock)s."
)


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.CharField(
        label=_("Your time zone"),
        max_length=64,
        required=False,
        widget=forms.TextInput({"list": "zones", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("Email address"),
        max_length=254,
        required=False,
        help_text=_("We send you a link there to confirm it. Then only your admin can change it."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    digest = forms.BooleanField(label=_("Email me once a day about new requests"), required=False)
    reminders = forms.BooleanField(label=_("Email me before a request expires"), required=False)
    weekly = forms.BooleanField(
        label=_("Email me a weekly summary: open requests, what was learned, who read it"), required=False
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        # The address can reset the password, so an unattended session must not be enough to change it.
        if account.email or not is_mail_sent():
            del self.fields["email"]
        else:
            self.fields["email"].initial = address_waiting(account)
        for name in MAILS if not is_mail_sent() else ():
            del self.fields[name]
        languages = self.fields["language"]
        assert isinstance(languages, forms.ChoiceField)
        languages.choices = [("", _("As in the browser")), *settings.LANGUAGES]
        self.zones = sorted({*_zones(), account.time_zone} - {""})

    def clean_time_zone(self) -> str:
        """Return the zone of a listed name, or of a city."""
        typed: str = self.cleaned_data["time_zone"]
        named = zone_of(typed)
        if typed and named not in self.zones:
            raise ValidationError(no_zone(typed))
        return named if typed else ""


@cache
def _zones() -> frozenset[str]:
    """Return one zone for each place, such as "Europe/Lisbon", and UTC, without former names and "Etc/GMT+3"."""
    table = (files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    places = {line.split("\t")[2] for line in table.splitlines() if line and not line.startswith("#")}
    return frozenset(places & available_timezones() | {"UTC"})


class PreferencesView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show(PreferencesForm(initial=self.present, account=self.membership.account))

    @property
    def present(self) -> dict[str, Any]:
        return {
            "language": self.membership.account.language,
            "time_zone": self.membership.account.time_zone,
            "digest": self.membership.wants_digest,
            "reminders": self.membership.wants_reminders,
            "weekly": self.membership.wants_weekly,
        }

    def post(self, request: HttpRequest) -> HttpResponseBase:
        account = self.membership.account
        form = PreferencesForm(request.POST, initial=self.present, account=account)
        if not form.is_valid():
            return self.in_scope(lambda: self.show(form, status=422))
        account.choose_time_zone(form.cleaned_data["time_zone"])
        account.note_browser_time_zone(browser_zone(request))
        account.choose_language(form.cleaned_data["language"])
        self.membership.choose_mail(**{name: form.cleaned_data.get(name, self.present[name]) for name in MAILS})
        with translation.override(language_for(account, request)):
            messages.success(request, str(SAVED))
            if "email" in form.cleaned_data:
                change_address(request, account, form.cleaned_data["email"])
        return redirect("pages:preferences")

    def show(self, form: PreferencesForm, *, status: int = 200) -> HttpResponse:
        account = self.membership.account
        local = timezone.localtime(self.now)
        # Some zones have only their offset as a name.
        has_name = (local.tzname() or "").isalpha()
        clock = date_format(local, "MOMENT_FORMAT" if has_name else "DATETIME_FORMAT")
        form.fields["time_zone"].help_text = str(ZONE_HELP) % {"clock": clock}
        context = {
            "form": form,
            "is_proven": is_proven(account),
            "is_mail_sent": is_mail_sent(),
            "has_second_step": has_second_step(account),
            "address_waiting": address_waiting(account),
            "devices": list(devices_of(self.membership)) if self.actor.person_id else [],
            "this_device": {device_id for _workspace_id, device_id in known_devices(self.request)},
            "server_key": public_key(),
        }
        return self.page("account/preferences.html", context, status=status)


class ProveAddressView(PersonView):
    """Mails the link again, also to an address that staff entered."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponseBase:
        account = self.membership.account
        address = account.email or address_waiting(account)
        if not address or is_proven(account) or not is_mail_sent():
            raise Http404
        ask_for_proof(request, account, address)
        return redirect("pages:preferences")


@method_decorator(csrf_exempt, name="dispatch")
class StopMailView(View):
    """GET changes nothing; a POST stops the emails, also one by a mail program (RFC 8058).

    The signed link is all that is needed, so there is no session that another site could misuse.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        _membership_id(token)
        return render(request, "mail/stop.html", {"is_stopped": False})

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        for membership in Membership.objects.filter(id=_membership_id(token)):
            membership.choose_mail(digest=False, reminders=False, weekly=False)
        return render(request, "mail/stop.html", {"is_stopped": True})


def _membership_id(token: str) -> UUID:
    found = membership_of(token)
    if found is None:
        raise Http404
    return found

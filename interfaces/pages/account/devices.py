"""Push notifications: a browser turns them on for itself, and the person can turn them off for any device."""

from collections.abc import Iterator
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from interfaces.pages.person_view import PersonView
from operations.delivery.push_devices import BadSubscription, add_device, devices_of, renew_devices
from workspaces import scope

# Signed ids of this browser's devices; it outlives the session, and signing out clears it.
COOKIE, SALT = "push_devices", "interfaces.push_devices"
COOKIE_SECONDS = 400 * 24 * 3_600
# Names in user agents; the first match counts, because most also claim to be others.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
}
BROWSERS |= {"Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "CrOS": "ChromeOS"}
SYSTEMS |= {"Mac OS": "macOS", "Linux": "Linux"}


class DeviceForm(forms.Form):
    """The fields of `PushSubscription.toJSON()` of the Push API."""

    url = forms.CharField(max_length=1_024)
    p256dh = forms.CharField(max_length=88)
    auth = forms.CharField(max_length=24)


class AddDeviceView(PersonView):
    http_method_names = ["post"]

    def check_access(self) -> None:
        if self.actor.person_id is None:
            raise Http404

    def post(self, request: HttpRequest) -> HttpResponse:
        form = DeviceForm(request.POST)
        response = redirect("pages:preferences")
        if not form.is_valid():
            return _refused(request, response)
        try:
            with scope.enter(self.membership.workspace_id):
                name = device_name(request.headers.get("User-Agent", ""))
                device = add_device(self.membership, **form.cleaned_data, name=name, now=self.now)
        except BadSubscription:
            return _refused(request, response)
        messages.success(request, _("Notifications are on for this device."))
        known = {*known_devices(request), (self.membership.workspace_id, device.id)}
        _keep(response, known)
        return response


class RenewalForm(DeviceForm):
    """`earlier` is the expired endpoint, if the browser knows it; `server_key` is base64url."""

    earlier = forms.CharField(max_length=1_024, required=False)
    server_key = forms.CharField(max_length=88)


@method_decorator(csrf_exempt, name="dispatch")
class RenewDeviceView(View):
    """The service worker reports a new subscription. It has no session and no form token: the signed cookie identifies
    the browser's devices, and browsers state whether the request comes from these pages."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        form = RenewalForm(request.POST)
        if request.headers.get("Sec-Fetch-Site") != "same-origin" or not form.is_valid():
            return HttpResponse(status=400)
        try:
            renew_devices(known_devices(request), **form.cleaned_data)
        except BadSubscription:
            return HttpResponse(status=400)
        return HttpResponse(status=204)


class RemoveDeviceView(PersonView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, device_id: UUID) -> HttpResponse:
        with scope.enter(self.membership.workspace_id):
            deleted, _rows = devices_of(self.membership).filter(id=device_id).delete()
        if not deleted:
            raise Http404
        messages.success(request, _("Notifications are off for that device."))
        return redirect("pages:preferences")


def known_devices(request: HttpRequest) -> Iterator[tuple[UUID, UUID]]:
    """Return workspace and id of each device that this browser was added as."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return
    for workspace_id, device_id in known:
        yield UUID(workspace_id), UUID(device_id)


def device_name(agent: str) -> str:
    """`Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0` → "Firefox, Linux"."""
    found = (next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found)) or _("Unknown browser")


def _keep(response: HttpResponse, devices: set[tuple[UUID, UUID]]) -> None:
    text = signing.dumps([[str(one), str(other)] for one, other in devices], salt=SALT)
    options = {"secure": settings.HTTPS, "httponly": True, "samesite": "Lax"}
    response.set_cookie(COOKIE, text, max_age=COOKIE_SECONDS, **options)


def _refused(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    messages.error(request, _("This browser's notifications don't work here."))
    return response

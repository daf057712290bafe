"""Confirming an email address by a mailed link. The link counts only for the login that requested it, and only while it
is signed in: a person who opens a link that they did not request does not give their address to another's login."""

from smtplib import SMTPException

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View

from workspaces.models import Account


def ask_for_proof(request: HttpRequest, account: Account, address: str) -> None:
    """Mail a link to the address; a link to another address, requested earlier, no longer works. Call it outside any
    scope."""
    address = address.lower()
    waiting = EmailAddress.objects.filter(user=account, verified=False)
    waiting.exclude(email=address).delete()
    row, _is_new = EmailAddress.objects.get_or_create(user=account, email=address)
    if not _may_send(request, account, address):
        messages.info(request, _("We have just sent a link to %(email)s. Look for it there.") % {"email": address})
        return
    try:
        row.send_confirmation(request)
    except (SMTPException, OSError):
        messages.error(request, _("The email to %(email)s could not be sent.") % {"email": address})
        return
    text = _("We sent a link to %(email)s. Open it to confirm the address.")
    messages.success(request, text % {"email": address})


def _may_send(request: HttpRequest, account: Account, address: str) -> bool:
    """Whether a link may be mailed, by the rates of allauth; each login counts separately, so that a stranger's
    requests do not block the address's owner."""
    by_login: bool = ratelimit.consume(request, action="manage_email", user=account)
    return by_login and bool(ratelimit.consume(request, action="confirm_email", key=f"{account.pk} {address}"))


def change_address(request: HttpRequest, account: Account, address: str) -> None:
    """Request proof for the address entered under Settings; it counts once its link was opened, and saving again sends
    no new link. An empty field drops a pending address."""
    if not address and not account.email:
        EmailAddress.objects.filter(user=account, verified=False).delete()
    if address and not account.email and address.lower() != address_waiting(account):
        ask_for_proof(request, account, address)


def address_waiting(account: Account) -> str:
    """Return the address that waits for confirmation; empty without one."""
    return EmailAddress.objects.filter(user=account, verified=False).values_list("email", flat=True).first() or ""


@method_decorator(reauthentication_required, name="dispatch")
class ConfirmAddressView(LoginRequiredMixin, View):
    """GET changes nothing. An invalid link responds with 410, one of another login with 403."""

    def dispatch(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        link = EmailConfirmationHMAC.from_key(kwargs["key"])
        response = self.answer(request, link)
        add_never_cache_headers(response)
        return response

    def answer(self, request: HttpRequest, link: EmailConfirmationHMAC | None) -> HttpResponse:
        if link is None:
            return _page(request, "over", status=410)
        if link.email_address.user_id != request.user.pk:
            return _page(request, "foreign", status=403)
        if request.method != "POST":
            return _page(request, "open", address=link.email_address.email)
        if _confirmed(request, link):
            return redirect("pages:preferences")
        return _page(request, "taken", address=link.email_address.email, status=409)


def _confirmed(request: HttpRequest, link: EmailConfirmationHMAC) -> bool:
    """Confirm the address; False if another login has proven it, even at the same moment."""
    try:
        with transaction.atomic():
            return link.email_address.can_set_verified() and link.confirm(request) is not None
    except IntegrityError:
        return False


def _page(request: HttpRequest, state: str, *, address: str = "", status: int = 200) -> HttpResponse:
    return render(request, "account/confirm_address.html", {"state": state, "address": address}, status=status)

"""Reset links that owners send to logins, and the summary above a login's form."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any

from allauth.account.forms import ResetPasswordForm
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from interfaces.admin.accounts.memberships import MEANINGS
from interfaces.admin.views.after_scope import AfterScope
from operations.delivery.mail import is_mail_sent
from workspaces.actors import Actor
from workspaces.addresses import is_proven
from workspaces.models import Account, Membership, Person, Workspace
from workspaces.models.membership import Role


def may_reset(account: Account) -> bool:
    """Whether a link can be sent, and would be enough to sign in."""
    return account.is_active and bool(account.email)


def summary_of(account: Account, workspace: Workspace) -> dict[str, Any]:
    """Runs in the entered scope."""
    membership = Membership.objects.filter(account=account, workspace=workspace).first()
    kinds = Authenticator.objects.filter(user=account).exclude(type=Authenticator.Type.RECOVERY_CODES)
    person_id = membership.person_id if membership else None
    return {
        "membership": membership,
        "role_meaning": MEANINGS[Role(membership.role)] if membership else "",
        "linked_person": Person.objects.filter(id=person_id).first() if person_id else None,
        "second_steps": sorted({str(kind.get_type_display()) for kind in kinds}),
        "can_reset": may_reset(account),
        "is_proven": is_proven(account),
        "is_mail_sent": is_mail_sent(),
        "has_password": account.has_usable_password(),
    }


class ResetLinks(AfterScope, HttpResponseRedirect):
    """Mails the links after the scope: the same as for a forgotten password."""

    def __init__(self, accounts: Sequence[Account], back: str) -> None:
        super().__init__(back)
        self.accounts = accounts

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        for account in self.accounts:
            name = {"login": account.get_username(), "email": account.email}
            if not may_reset(account):
                text = _("%(login)s gets no link: the login is switched off, or has no email address.")
                messages.warning(request, text % name)
            elif not _sent(request, account):
                messages.error(request, _("The email to %(email)s could not be sent.") % name)
            elif is_mail_sent():
                messages.success(request, _("A reset link was sent to %(email)s.") % name)
            else:
                text = _("This server sends no mail. The link for %(login)s is in its log.")
                messages.warning(request, text % name)
        return self


def _sent(request: HttpRequest, account: Account) -> bool:
    """Send a link for this login alone, even if others have the address."""
    form = ResetPasswordForm({"email": account.email})
    if not form.is_valid():
        return False
    form.users = [account]
    try:
        form.save(request)
    except (SMTPException, OSError):
        return False
    return True

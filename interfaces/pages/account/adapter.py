"""Sign-in and sign-out. The owner of an empty workspace is redirected to its setup; a browser in which another person
signs in loses its push subscription."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language_from_request, gettext_lazy
from django.utils.translation import gettext as _

from interfaces.middleware import browser_zone
from interfaces.pages.account.devices import known_devices
from memories.models import Memory
from operations.delivery.push_devices import forget_devices
from operations.models import Tombstone
from workspaces import scope
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

CODES_MADE = "mfa/messages/recovery_codes_generated.txt"
WRONG = gettext_lazy("Username or password is wrong.")
NOT_CURRENT = gettext_lazy("That is not your current password.")


class PagesAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are created by a workspace's staff; nobody can sign up from outside."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": WRONG,
        "email_password_mismatch": WRONG,
        "invalid_login": WRONG,
        "enter_current_password": NOT_CURRENT,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def login(self, request: HttpRequest, user: Account) -> None:
        """Remember the browser's language for mail, unless the account chose one."""
        super().login(request, user)
        user.note_browser_language(get_language_from_request(request))
        user.note_browser_time_zone(browser_zone(request))
        forget_devices(known_devices(request), but_of=user.id)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("pages:preferences")

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """Skip the message about recovery codes for an account that has just set up an app."""
        if message_template != CODES_MADE or request.path != reverse("mfa_activate_totp"):
            super().add_message(request, level, message_template, *args, **kwargs)

    def logout(self, request: HttpRequest) -> None:
        super().logout(request)
        forget_devices(known_devices(request))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Use our own wording; allauth calls passkeys security keys."""
        names = {"mfa_reauthenticate:webauthn": _("Use a passkey"), "reauthenticate": _("Use your password")}
        has_app = is_mfa_enabled(user, [Authenticator.Type.TOTP])
        names["mfa_reauthenticate"] = (
            _("Use a code from your authenticator app") if has_app else _("Use a recovery code")
        )
        return [way | {"description": names[way["id"]]} for way in super().get_reauthentication_methods(user)]

    def post_login(self, request: HttpRequest, user: Account, **options: Any) -> HttpResponseBase:
        """Redirect to the start page for this account, unless another page was requested."""
        wanted = options["redirect_url"] or get_next_redirect_url(request)
        if wanted in (None, "", reverse("pages:home")):
            options["redirect_url"] = self.get_login_redirect_url(request)
        response: HttpResponseBase = super().post_login(request, user, **options)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        owned = Membership.objects.filter(account_id=request.user.pk or "", role=Role.OWNER)
        if owned and all(map(_is_empty, owned)):
            return reverse("pages:setup")
        return str(super().get_login_redirect_url(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords for account and address together, so that a stranger cannot lock out an account's
        owner."""
        account: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{self.get_client_ip(request)}"


def _is_empty(membership: Membership) -> bool:
    """Whether nothing was ever remembered; erased data leaves a record."""
    with scope.enter(membership.workspace_id):
        return not Memory.objects.exists() and not Tombstone.objects.exists()

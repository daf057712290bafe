"""The second step of signing in, and passkeys: their page, and texts that replace those of allauth."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.views import IndexView
from allauth.mfa.models import Authenticator
from django.http.request import split_domain_port
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class SecondSteps(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("This code is wrong or too old. Enter the one that your app shows now."),
    }

    def get_totp_issuer(self) -> str:
        """Return the name for the app's list: product and host."""
        host, _port = split_domain_port(super().get_totp_issuer())
        return f"{_('Memory')} ({host})"

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        return _("Passkey")


class TwoStepView(IndexView):  # type: ignore[misc]
    """`since` is when the oldest present step was added; None where the password alone is enough."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        found = context["authenticators"]
        app, passkeys = found.get(Authenticator.Type.TOTP), found.get(Authenticator.Type.WEBAUTHN, [])
        steps = [*([app] if app else []), *passkeys]
        return context | {"since": min((step.instance.created_at for step in steps), default=None)}

"""The second step of signing in, and passkeys: the words that allauth has no good ones for."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class SecondSteps(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": gettext_lazy("That didn't work. Try again."),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        return _("Passkey")

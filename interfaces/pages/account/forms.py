"""The forms of signing in, with labels in the style of the other pages."""

import re
from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordForm, ResetPasswordKeyForm
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.utils import is_mfa_enabled
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.core.cache import cache
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from interfaces.sign_in import show_rule_once
from operations.delivery.mail import is_mail_sent
from workspaces.models import Account

WRONG_RECOVERY_CODE = _("This is none of your recovery codes, or you have used it before.")
NO_DIGIT = re.compile(r"\D")
LABELS = {
    "login": _("Username or email"),
    "remember": _("Stay signed in on this device"),
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
    "name": _("Name of this passkey"),
}


class _Labelled:
    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in LABELS.keys() & self.fields.keys():
            self.fields[name].label = LABELS[name]


class SignInForm(_Labelled, LoginForm):  # type: ignore[misc]
    pass


class _NewPassword(_Labelled):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        show_rule_once(self.fields)


class PasswordForm(_NewPassword, ChangePasswordForm):  # type: ignore[misc]
    pass


class ResetLinkForm(ResetPasswordForm):  # type: ignore[misc]
    """Sends no link to an unconfirmed address, which may be a stranger's after a typing mistake.

    Where no mail is sent, the form has no address field.
    """

    users: list[Account]

    @property
    def is_mail_sent(self) -> bool:
        return is_mail_sent()

    def clean_email(self) -> str:
        if not self.is_mail_sent:
            raise forms.ValidationError(_("This server sends no email, so it can't send you a reset link."))
        address: str = super().clean_email()
        self.users = [user for user in self.users if user.email.lower() == address.lower()]
        return address


class ForgottenPasswordForm(_NewPassword, ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class _WithCode:
    """The code field uses a phone's digit keyboard and can be filled in by the phone."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        typed = {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "one-time", "maxlength": 20}
        self.fields["code"].widget.attrs |= typed


class FirstCodeForm(_WithCode, ActivateTOTPForm):  # type: ignore[misc]
    pass


class _AppOrRecoveryCode(_WithCode):
    """A code of the app, where one is set up, or a recovery code."""

    user: Account
    authenticator: Authenticator

    @cached_property
    def has_app(self) -> bool:
        return bool(is_mfa_enabled(self.user, [Authenticator.Type.TOTP]))

    def clean_code(self) -> str:
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except forms.ValidationError as error:
            if error.code == "incorrect_code" and not self.has_app:
                raise forms.ValidationError(WRONG_RECOVERY_CODE, code=error.code) from error
            raise
        if self.authenticator.type == Authenticator.Type.TOTP and not _is_first_use(self.user, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


def _is_first_use(user: Account, code: str) -> bool:
    """Whether the code was not used yet; allauth remembers a code for one period, but with a tolerance it is valid
    longer."""
    periods = 2 * app_settings.TOTP_TOLERANCE + 1
    key = f"totp-used:{user.pk}:{NO_DIGIT.sub('', code)}"
    return bool(cache.add(key, True, timeout=periods * app_settings.TOTP_PERIOD))


class SecondStepForm(_AppOrRecoveryCode, AuthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs["autofocus"] = True


class SecondStepAgainForm(_AppOrRecoveryCode, ReauthenticateForm):  # type: ignore[misc]
    pass


class PasskeyForm(_Labelled, AddWebAuthnForm):  # type: ignore[misc]
    """A passkey signs in without another step: the device asks for a finger, a face or a PIN."""

    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)


class PasskeyNameForm(_Labelled, EditWebAuthnForm):  # type: ignore[misc]
    pass

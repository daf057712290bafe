"""The forms of signing in, with labels that are written like all others here."""

from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordForm, ResetPasswordKeyForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _

from workspaces.models import Account

LABELS = {
    "login": _("Username or email"),
    "remember": _("Remember me"),
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


class PasswordForm(_Labelled, ChangePasswordForm):  # type: ignore[misc]
    pass


class ResetLinkForm(ResetPasswordForm):  # type: ignore[misc]
    """No link to an address that waits to be confirmed: it may be a stranger's, by a slip of the keys."""

    users: list[Account]

    def clean_email(self) -> str:
        address: str = super().clean_email()
        self.users = [user for user in self.users if user.email.lower() == address.lower()]
        return address


class ForgottenPasswordForm(_Labelled, ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class PasskeyForm(_Labelled, AddWebAuthnForm):  # type: ignore[misc]
    """A passkey always signs in alone: the device asks for a finger, a face or a PIN."""

    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)


class PasskeyNameForm(_Labelled, EditWebAuthnForm):  # type: ignore[misc]
    pass

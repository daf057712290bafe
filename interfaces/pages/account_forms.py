"""The forms of signing in, with labels that are written like all others here."""

from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordKeyForm
from django.utils.translation import gettext_lazy as _

LABELS = {
    "remember": _("Remember me"),
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
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


class ForgottenPasswordForm(_Labelled, ResetPasswordKeyForm):  # type: ignore[misc]
    pass

"""Requirements for signing in: passwords, with their rule shown once, beside the field for a new one; and a second
step."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext

from workspaces.models import Account

# Recovery codes alone do not count.
_SECOND_STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def password_rule() -> str:
    """Return the rule of the configured validators, for one's own password and another's."""
    text = gettext(
        "At least %(count)d characters. Choose none that many people use, and none like the name or the email."
    )
    return text % {"count": MinimumLengthValidator().min_length}


class LongEnough(MinimumLengthValidator):
    """Reports that a password is too short, without the rule, which is shown beside it."""

    def get_error_message(self) -> str:
        return gettext("This password is too short.")


def show_rule_once(fields: dict[str, Any]) -> None:
    """Show the rule only at the first of two fields for a new password."""
    fields["password1"].help_text = password_rule()
    fields["password2"].help_text = ""


def has_second_step(account: Account) -> bool:
    """Whether a password alone is not enough to sign in."""
    return bool(is_mfa_enabled(account, _SECOND_STEPS))

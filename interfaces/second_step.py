"""What counts as a second step of signing in."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled

from workspaces.models import Account

# Recovery codes alone are none.
_SECOND_STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_second_step(account: Account) -> bool:
    """Whether a password alone is not enough to sign in."""
    return bool(is_mfa_enabled(account, _SECOND_STEPS))

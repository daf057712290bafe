"""What counts as a second step of signing in."""

from allauth.mfa.models import Authenticator

# Recovery codes alone are none.
SECOND_STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]

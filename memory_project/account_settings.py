"""How people sign in and stay signed in, here or through an organization's provider; how clients of MCP register."""

from memory_project.product_settings import env

AUTH_USER_MODEL = "workspaces.Account"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "interfaces.sign_in.LongEnough",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_ADAPTER = "interfaces.pages.account.adapter.PagesAdapter"
ACCOUNT_FORMS = {
    "login": "interfaces.pages.account.forms.SignInForm",
    "change_password": "interfaces.pages.account.forms.PasswordForm",
    "reset_password": "interfaces.pages.account.forms.ResetLinkForm",
    "reset_password_from_key": "interfaces.pages.account.forms.ForgottenPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "none"
# One address a login: another takes its place when it is confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# No mail to addresses that nobody here has: strangers could have us write to anybody.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# A passkey signs in alone, and is a second step after the password.
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# An address counts for nothing before it is proven (ADR 0021), so one that waits keeps nobody from a second step.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# A code is typed while the next one appears; it counts once all the same.
MFA_TOTP_TOLERANCE = 1
MFA_ADAPTER = "interfaces.pages.account.second_steps.SecondSteps"
MFA_FORMS = {
    "activate_totp": "interfaces.pages.account.forms.FirstCodeForm",
    "authenticate": "interfaces.pages.account.forms.SecondStepForm",
    "reauthenticate": "interfaces.pages.account.forms.SecondStepAgainForm",
    "add_webauthn": "interfaces.pages.account.forms.PasskeyForm",
    "edit_webauthn": "interfaces.pages.account.forms.PasskeyNameForm",
}
STAFF_SECOND_STEP = env.bool("STAFF_SECOND_STEP", default=False)
# Signing in through an organization's own provider; interfaces/pages/account/single_sign_on.py decides who may.
OIDC_SERVER_URL = env.str("OIDC_SERVER_URL", default="").rstrip("/")
SOCIALACCOUNT_ADAPTER = "interfaces.pages.account.single_sign_on.SingleSignOn"
SOCIALACCOUNT_STORE_TOKENS = False
# The content policy lets no form lead elsewhere, so it is a link.
SOCIALACCOUNT_LOGIN_ON_GET = True
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "sso",
                "name": env.str("OIDC_NAME", default="OpenID Connect"),
                "client_id": env.str("OIDC_CLIENT_ID", default=""),
                "secret": env.str("OIDC_CLIENT_SECRET", default=""),
                "settings": {"server_url": OIDC_SERVER_URL},
            }
        ]
        if OIDC_SERVER_URL
        else [],
    }
}
# Clients of MCP register themselves; a person lets them in.
IDP_OIDC_ADAPTER = "interfaces.mcp.oauth.adapter.Adapter"
IDP_OIDC_DCR_ENABLED = True
IDP_OIDC_DCR_REQUIRES_INITIAL_ACCESS_TOKEN = False
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 30 * 24 * 3600
SESSION_COOKIE_AGE = env.int("SESSION_COOKIE_AGE", default=14 * 24 * 3600)

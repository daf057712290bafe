from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import get_language_from_request


class ClosedSignupAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by a workspace's staff; nobody signs up from outside."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def login(self, request: HttpRequest, user: Any) -> None:
        """Mail is written in the language of the browser that last signed in, unless the account chose one."""
        super().login(request, user)
        user.note_browser_language(get_language_from_request(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords count for account and address together: a stranger's do not lock out whom they belong to."""
        account: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{self.get_client_ip(request)}"

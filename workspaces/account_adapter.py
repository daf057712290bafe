from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedSignupAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by a workspace's staff; nobody signs up from outside."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

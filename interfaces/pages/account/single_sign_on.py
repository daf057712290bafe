"""Signing in through an organization's provider (OpenID Connect): it identifies the user, and we decide who may enter.

A provider alone gives no access. A login is found by its earlier link to the provider, or by an address that the
provider has verified and the login has proven; a new login needs an open invitation to that address.
"""

from typing import Any
from urllib.parse import urlsplit

import requests
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.http import HttpRequest
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from operations.invitations import AlreadyMember, NotOpen, accept
from workspaces import scope
from workspaces.addresses import is_taken, login_of
from workspaces.models import Account
from workspaces.models.invitation import find_invitation, read_token


class SingleSignOn(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        return False

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        if sociallogin.is_existing or request.user.is_authenticated:
            return
        address = _verified_address(sociallogin)
        account = login_of(address) or _invited(address, sociallogin)
        if account is None:
            is_claimed = bool(address) and Account.objects.filter(email__iexact=address).exists()
            context = {"address": address, "provider": sociallogin.provider.name, "is_claimed": is_claimed}
            raise ImmediateHttpResponse(render(request, "socialaccount/unknown.html", context, status=403))
        sociallogin.connect(request, account)

    def get_requests_session(self) -> requests.Session:
        """Return a session; failures of the provider are shown on a page."""
        session: requests.Session = super().get_requests_session()
        send = session.request

        def request(*args: Any, **kwargs: Any) -> requests.Response:
            try:
                response = send(*args, **kwargs)
                response.raise_for_status()
            except requests.RequestException as error:
                page = render(self.request, "socialaccount/authentication_error.html", status=502)
                raise ImmediateHttpResponse(page) from error
            return response

        session.request = request  # type: ignore[method-assign]
        return session


def _verified_address(sociallogin: Any) -> str:
    """Return the address that the provider has verified; empty without one."""
    return next((str(one.email) for one in sociallogin.email_addresses if one.verified is True), "")


def _invited(address: str, sociallogin: Any) -> Account | None:
    """Create a login for a user who came from the link of an invitation to this address."""
    token = _token_of(sociallogin.state.get("next") or "")
    link = read_token(token)
    if link is None or not address or is_taken(address):
        return None
    with scope.enter(link.workspace_id):
        invitation = find_invitation(token, now=timezone.now())
    if invitation is None or invitation.email.lower() != address.lower():
        return None
    account = Account(username=_free_username(address))
    account.set_unusable_password()
    try:
        accept(token=token, account=account, now=timezone.now())
    except (NotOpen, AlreadyMember):
        return None
    sociallogin.state["next"] = reverse("pages:home")
    return account


def _token_of(address: str) -> str:
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return ""
    return str(match.kwargs["token"]) if match.view_name == "pages:invitation" else ""


def _free_username(address: str) -> str:
    """Return the part before the @, or the whole address if that name is taken."""
    short = address.partition("@")[0]
    return address if Account.objects.filter(username__iexact=short).exists() else short

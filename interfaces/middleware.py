"""Middleware for every request: language, time zone, Content-Security-Policy, and read-your-writes for logins.

A request with an API key skips most of it: no login belongs to it.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxMiddleware
from rest_framework.permissions import SAFE_METHODS
from whitenoise.middleware import WhiteNoiseMiddleware

from interfaces.oversized_forms import FOR_PROGRAMS
from workspaces import replicas
from workspaces.models import Account
from workspaces.models.account import first_zone

Respond = Callable[[HttpRequest], HttpResponseBase]
# Written by static/js/site.js.
TIME_ZONE_COOKIE = "time_zone"


def has_key(request: HttpRequest) -> bool:
    """Whether a program sends it with a key: then no browser session signs it in (interfaces/rest)."""
    return "HTTP_AUTHORIZATION" in request.META and request.path_info.startswith(FOR_PROGRAMS)


def for_visitors(kind: type[Any]) -> type[Any]:
    """Return a middleware that requests with a key skip: together they take as long as the work itself."""

    class ForVisitors(kind):  # type: ignore[misc]
        def __call__(self, request: HttpRequest) -> HttpResponseBase:
            passed: HttpResponseBase = self.get_response(request) if has_key(request) else super().__call__(request)
            return passed

    return ForVisitors


Sessions = for_visitors(SessionMiddleware)
Accounts = for_visitors(AuthenticationMiddleware)
Messages = for_visitors(MessageMiddleware)
Htmx = for_visitors(HtmxMiddleware)
Static = for_visitors(WhiteNoiseMiddleware)


def language_middleware(respond: Respond) -> Respond:
    """Answer pages in the language that the account chose, else in one that the browser asks for.

    Replaces Django's LocaleMiddleware, which does not know accounts and would translate answers to programs.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(FOR_PROGRAMS):
            with translation.override(settings.LANGUAGE_CODE):
                return respond(request)
        with translation.override(language_for(request.user, request)):
            response = respond(request)
            response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        patch_vary_headers(response, ("Accept-Language",))
        return response

    return middleware


def language_for(account: AbstractBaseUser | AnonymousUser, request: HttpRequest) -> str:
    """Return a code of `LANGUAGES`: the account's own, else the first that the browser asks for and we have."""
    chosen = getattr(account, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else translation.get_language_from_request(request)


def time_zone_middleware(respond: Respond) -> Respond:
    """Use the time zone that the account chose, else the browser's, else UTC; UTC for programs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(FOR_PROGRAMS):
            return respond(request)
        chosen = getattr(request.user, "time_zone", "")
        with timezone.override(first_zone(chosen, browser_zone(request))):
            return respond(request)

    return middleware


def browser_zone(request: HttpRequest) -> str:
    """Return the browser's time zone; empty if there is none, or an unknown one."""
    name = unquote(request.COOKIES.get(TIME_ZONE_COOKIE, ""))
    return name if name == first_zone(name).key else ""


class ContentPolicyMiddleware(CSPMiddleware):
    """Programs always get the same policy, so it is built once; building it takes a tenth of a millisecond."""

    def __init__(self, get_response: Respond) -> None:
        super().__init__(get_response)
        self._for_programs = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith(FOR_PROGRAMS):
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._for_programs)
        return response


def last_write_middleware(respond: Respond) -> Respond:
    """Ensure that the page after a login's change is not older than the change.

    Pages, admin and REST alike; keys note their own writes (interfaces/rest/views.py).
    """
    if not settings.READ_DATABASES:
        return respond

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        may_have_changed = not has_key(request) and request.method not in SAFE_METHODS
        if may_have_changed and isinstance(account := request.user, Account):
            replicas.note_account(account.id)
        return response

    return middleware

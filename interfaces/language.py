"""In which language a request is answered: the person's choice on pages, English wherever programs read."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

Respond = Callable[[HttpRequest], HttpResponseBase]
# Programs compare, store and hash what they read: it is the same whoever asks.
FOR_PROGRAMS = (
    *("/api/", "/compat/", "/problems/", "/healthz", "/readyz", "/.well-known/"),
    *("/oauth/token", "/oauth/revoke", "/oauth/register"),
)


def language_middleware(respond: Respond) -> Respond:
    """Answer pages in the language that the account chose, else in one that the browser asks for.

    In place of Django's LocaleMiddleware, which knows no account and would translate answers to programs.
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
    """A code of `LANGUAGES`: the account's own, else the first that the browser asks for and we have."""
    chosen = getattr(account, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else translation.get_language_from_request(request)

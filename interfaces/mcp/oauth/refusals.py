"""Why a client cannot connect, in words for the person in whose browser it asks, and what they can do."""

from typing import NamedTuple

from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import extract_params
from allauth.idp.oidc.internal.resources import get_resources
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from oauthlib.oauth2.rfc6749 import errors  # type: ignore[import-untyped]


class Reason(NamedTuple):
    """What is wrong, and what to do about it."""

    text: Promise
    advice: Promise


RECONNECT = _("In the program, remove this server and add it again. It then introduces itself anew.")
AGAIN = _("Go back to the program and connect again from there.")
UNKNOWN = Reason(_("This server does not know the program that sent you here. It may have been removed."), RECONNECT)
ELSEWHERE = Reason(_("The program wants the answer at an address that it has not registered here."), RECONNECT)
INCOMPLETE = Reason(_("The request is incomplete: it does not say which program asks, or where to answer."), AGAIN)
OVER = Reason(_("This request is over, or was changed on its way."), AGAIN)
UNPROTECTED = Reason(
    _("The program does not protect its request as OAuth 2.1 asks (PKCE with S256)."),
    _("Update the program, or give it an API key instead."),
)
OTHER_SERVER = Reason(
    _("The program asks for access to another server's address."),
    _("Check the server's address in the program: it ends in /mcp."),
)
NO_MEMORY = Reason(
    _("Nothing is remembered about you here, so there is nothing to let a program use."),
    _("Sign in as somebody who is remembered here, or ask the owner of the workspace to invite you."),
)
FATAL: tuple[tuple[type[errors.FatalClientError], Reason], ...] = (
    (errors.InvalidClientIdError, UNKNOWN),
    (errors.MismatchingRedirectURIError, ELSEWHERE),
    (errors.InvalidRedirectURIError, ELSEWHERE),
    (errors.FatalClientError, INCOMPLETE),
)


def garbled(request: HttpRequest) -> HttpResponse:
    return refused(request, OVER)


def refused(request: HttpRequest, reason: Reason) -> HttpResponse:
    return render(request, "idp/oidc/error.html", {"reason": reason}, status=400)


def fault_of(request: HttpRequest) -> Reason | None:
    """Return the fault of a request that cannot be reported to the client; None where there is none."""
    try:
        get_server().validate_authorization_request(*extract_params(request))
        get_resources(request)
    except errors.FatalClientError as error:
        return next(reason for kind, reason in FATAL if isinstance(error, kind))
    except ValidationError:
        return OTHER_SERVER
    except errors.OAuth2Error:
        return None  # reported to the client at its redirect address
    return None

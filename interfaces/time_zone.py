"""In which time zone pages write times: the one that the account chose, else the browser's, else UTC."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from interfaces.language import FOR_PROGRAMS
from workspaces.time_zones import first_zone

# Written by static/js/site.js.
COOKIE = "time_zone"


def time_zone_middleware(
    respond: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """What programs read stays in UTC."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(FOR_PROGRAMS):
            return respond(request)
        chosen = getattr(request.user, "time_zone", "")
        with timezone.override(first_zone(chosen, browser_zone(request))):
            return respond(request)

    return middleware


def browser_zone(request: HttpRequest) -> str:
    """The name that the browser says; empty if there is none, or none of that name."""
    name = unquote(request.COOKIES.get(COOKIE, ""))
    return name if name == first_zone(name).key else ""

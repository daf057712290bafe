"""The page for a form that is larger than the server accepts. The guard before Django (memory_project) drops the body
and requests this page by a GET with a header."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse

HEADER = "X-Body-Too-Large"
# Programs compare, store and hash responses, so these are the same for all callers.
FOR_PROGRAMS = (
    *("/api/", "/compat/", "/problems/", "/healthz", "/readyz", "/.well-known/"),
    *("/oauth/token", "/oauth/revoke", "/oauth/register"),
)


def is_for_page(path: str, accept: str) -> bool:
    """Whether a browser requests a page there."""
    return "text/html" in accept and not path.startswith(FOR_PROGRAMS)


def was_too_large(request: HttpRequest) -> bool:
    return HEADER in request.headers


def too_large_middleware(respond: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Show the page. Only the imports accept files and show the error at the field; other forms are never that
    large."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not was_too_large(request) or request.path_info == reverse("admin:imports"):
            return respond(request)
        page = {"kind": "large", "is_admin": request.path_info.startswith("/admin/")}
        return HttpResponse(render_to_string("500.html", page), status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    return middleware

"""Checks before the identity provider: values that the database or an address cannot contain."""

import json
from collections.abc import Callable
from functools import wraps
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse

ADDRESSES = ("redirect_uri", "resource")
View = Callable[..., HttpResponse]


def invalid_request(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"error": "invalid_request"}, status=400)


def well_formed(view: View, *, refuse: View = invalid_request) -> View:
    """Answer with `refuse` to a NUL in a parameter, and to an invalid address."""

    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        pairs = [(name, value) for sent in (request.GET, request.POST) for name in sent for value in sent.getlist(name)]
        if any("\x00" in value or not _is_address(name, value) for name, value in pairs):
            return refuse(request)
        return view(request)

    return checked


def plain_json(view: View) -> View:
    """Answer 400 to a body that is no JSON, or contains something the database cannot store."""

    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        if not _is_plain(request.body):
            return JsonResponse({"error": "invalid_client_metadata"}, status=400)
        return view(request)

    return checked


def _is_plain(body: bytes) -> bool:
    try:
        text = json.dumps(json.loads(body), ensure_ascii=False)
        return "\\u0000" not in text and bool(text.encode())
    except (ValueError, RecursionError):
        return False


def _is_address(name: str, value: str) -> bool:
    try:
        return name not in ADDRESSES or bool(urlsplit(value))
    except ValueError:
        return False

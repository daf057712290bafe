"""Which parser and renderer a request gets."""

from collections.abc import Iterable
from typing import Any

from rest_framework import negotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

JSON = "application/json"
USUAL = ("*/*", JSON)


class Negotiation(negotiation.DefaultContentNegotiation):
    """The framework's choice, sooner for what nearly all requests say: it takes each header apart."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        named = (parser for parser in parsers if parser.media_type == request.content_type)
        return next(named, None) or super().select_parser(request, parsers)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first, *others = renderers
        is_asked_for = format_suffix or "format" in request.META["QUERY_STRING"]
        is_usual = first.media_type == JSON and request.META.get("HTTP_ACCEPT", JSON) in USUAL
        if is_usual and not others and not is_asked_for:
            return first, JSON
        found: Any = super().select_renderer(request, [first, *others], format_suffix)
        return found[0], found[1]

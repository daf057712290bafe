"""Responses for unknown addresses, with a suggestion of the address that was probably meant."""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple
from uuid import UUID

from django.urls import URLPattern, resolve, reverse
from django.urls.converters import UUIDConverter
from django.urls.resolvers import RoutePattern
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from interfaces.rest.problems import NotFound

ID = re.compile(r"<uuid:(\w+)>")
NO_ID = "'{value}' is no id: `{name}` in this address is a UUID."
ORIGINAL_CASE = "'{value}' is not written as ids are: write {right}."
OF_PERSON = " To find a person by an id of your own, send GET {users}?external_id=; the answer has their `id`."


class Loosened(NamedTuple):
    """A known address that accepts any text as an id, and the names of its ids."""

    route: RoutePattern
    ids: Sequence[str]


class UnknownPath(APIView):
    """Any other address below /api/. For an address that only has a superfluous final slash, the answer names the right
    form; for one with an invalid id, the form of ids."""

    permission_classes = [AllowAny]
    authentication_classes = []
    schema = None
    known: ClassVar[Sequence[Loosened]] = ()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        docs = request.build_absolute_uri(reverse("docs"))
        right = request.path.rstrip("/")
        if right != request.path and getattr(resolve(right).func, "view_class", None) is not UnknownPath:
            raise NotFound(f"There is nothing at {request.path}; did you mean {right}?", docs=docs)
        detail = self._no_id(right) or f"There is nothing at {request.path}. All addresses are listed at {docs}."
        raise NotFound(detail, docs=docs)

    def _no_id(self, path: str) -> str:
        """Describe the problem with the first id of an otherwise correct address; empty where there is none."""
        below = path.removeprefix(reverse("rest:users").removesuffix("users"))
        for known in self.known:
            _rest, _args, values = known.route.match(below) or ("", (), {})
            for name in known.ids:
                value = str(values.get(name, ""))
                if value and not re.fullmatch(UUIDConverter.regex, value):
                    return _detail(name, value)
        return ""


def loosened(patterns: Iterable[URLPattern]) -> list[Loosened]:
    routes = (str(one.pattern) for one in patterns)
    return [
        Loosened(RoutePattern(ID.sub(r"<str:\1>", route), is_endpoint=True), ID.findall(route))
        for route in routes
        if ID.search(route)
    ]


def _detail(name: str, value: str) -> str:
    try:
        return ORIGINAL_CASE.format(value=value, right=UUID(value))
    except ValueError:
        detail = NO_ID.format(value=value, name=name)
    return detail + OF_PERSON.format(users=reverse("rest:users")) if name == "user_id" else detail

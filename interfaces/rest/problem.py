"""An error as `application/problem+json` (RFC 9457): the attributes of each type of problem, and its rendering."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rest_framework import exceptions

MEDIA_TYPE = "application/problem+json"


class FieldError(TypedDict):
    """One field that is wrong: its dotted path in the body or query, a stable code, and a sentence."""

    field: str
    code: str
    detail: str


class Problem(exceptions.APIException):
    """An error with a slug.

    Subclasses give status, slug and title, and the text of the type's page; instances the detail and extension members.
    `example` has such members.
    """

    slug: str
    title: str
    what_happened: str
    what_to_do: str
    example: Mapping[str, Any] = {}

    def __init__(self, detail: str = "", *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail or f"{self.title}.")
        self.headers = headers or {}
        self.members = members


def sentences_of(errors: Sequence[FieldError]) -> list[str]:
    """Return the sentences; an error shared by several fields is stated once."""
    fields: dict[str, list[str]] = {}
    for one in errors:
        fields.setdefault(one["detail"], []).append(one["field"])
    named = {detail: ", ".join(filter(None, names)) for detail, names in fields.items()}
    return [f"{names}: {detail}" if names else detail for detail, names in named.items()]


def as_json(problem: Problem) -> dict[str, Any]:
    """The members of RFC 9457, then the problem's own."""
    return {**_head(problem), "detail": str(problem.detail), **problem.members}


def described(kind: type[Problem]) -> dict[str, Any]:
    """Describe a type of problem: its meaning, what to do, and an example."""
    return {
        **_head(kind),
        "what_happened": kind.what_happened,
        "what_to_do": kind.what_to_do,
        "example": {**_head(kind), "detail": f"{kind.title}.", **kind.example},
    }


def _head(problem: Problem | type[Problem]) -> dict[str, Any]:
    return {"type": f"/problems/{problem.slug}", "title": problem.title, "status": problem.status_code}

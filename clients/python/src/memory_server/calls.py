"""A request with the shape of its answer, and when it is sent again: what both clients share."""

import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode
from uuid import UUID, uuid4

from pydantic import BaseModel

from memory_server.errors import problem_of
from memory_server.models import WriteResult
from memory_server.results import WriteOutcome, outcome_of
from memory_server.transport import Address, Answer

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

BASE = "/api/v1"
ATTEMPTS = 5
LONGEST_WAIT_SECONDS = 30.0
# What a moment's waiting mends. A 409 is the first attempt's own, still running.
PASSING = frozenset(
    {"throttled", "too-many-requests-at-once", "unavailable", "busy", "embedding-unavailable", "request-in-progress"}
)
PASSING_STATUSES = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request. `path` is below /api/v1; `parse` makes the result of a successful answer.

    With `is_repeatable` False the server takes no Idempotency-Key: nothing is created by it, or twice is as once.
    """

    method: str
    path: str
    parse: Callable[[Answer], T]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = True

    def prepared(self) -> "Call[T]":
        """With the type of its body, and a key by which the server knows the repetition of a write."""
        added = {} if self.body is None else {"Content-Type": "application/json"}
        if self.method != "GET" and self.is_repeatable:
            added["Idempotency-Key"] = str(uuid4())
        return replace(self, headers={**added, **self.headers}) if added else self

    @property
    def target(self) -> str:
        query = {name: _text(value) for name, value in self.query.items() if value is not None}
        asked = f"?{urlencode(query, doseq=True)}" if query else ""
        return f"{BASE}{self.path}{asked}"

    @property
    def content(self) -> bytes | None:
        """The body as JSON. Raises ValueError for numbers that JSON has not."""
        if self.body is None:
            return None
        return json.dumps(self.body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def wait_seconds(response: Answer | None, *, attempt: int) -> float | None:
    """How long to wait before sending it again; None if that would not help. `response` is None if none came."""
    if attempt >= ATTEMPTS:
        return None
    if response is None:
        return _backoff(attempt)
    problem = problem_of(response)
    if problem.type not in PASSING and (problem.type or response.status not in PASSING_STATUSES):
        return None
    asked = response.headers.get("Retry-After", "")
    return min(float(asked), LONGEST_WAIT_SECONDS) if asked.isdigit() else _backoff(attempt)


def _backoff(attempt: int) -> float:
    return float(min(LONGEST_WAIT_SECONDS, 0.2 * 2**attempt) * random.uniform(0.5, 1.0))  # noqa: S311


def result_of(call: Call[T], response: Answer) -> T:
    """Raises a ProblemError."""
    if response.is_success:
        return call.parse(response)
    raise problem_of(response)


def address(url: str | None, key: str | None) -> Address:
    """Where requests go; MEMORY_URL and MEMORY_KEY stand in for what is left out. Raises ValueError without a key."""
    base = url or os.environ.get("MEMORY_URL", "http://127.0.0.1:8000")
    secret = key or os.environ.get("MEMORY_KEY", "")
    if not secret:
        raise ValueError("There is no API key: set MEMORY_KEY, or pass it as MemoryClient(url, key).")
    return Address(base.rstrip("/").removesuffix(BASE), secret)


def model(kind: type[M]) -> Callable[[Answer], M]:
    return lambda response: kind.model_validate_json(response.content)


def written(response: Answer) -> WriteOutcome:
    return outcome_of(WriteResult.model_validate_json(response.content))


def segment(value: object) -> str:
    """A value as one segment of a path."""
    return quote(str(value), safe="")


def namespace_path(namespace: Sequence[str]) -> str:
    """A namespace as the path that a query takes, escaped as in RFC 6901."""
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in namespace)


def without_none(**values: Any) -> dict[str, Any]:
    """A body: what was given, ids as text."""
    return {
        name: str(value) if isinstance(value, UUID) else value for name, value in values.items() if value is not None
    }


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return [str(one) for one in value] if isinstance(value, list | tuple) else str(value)

"""The REST API, called within this process.

A tool is one or a few such calls. Keys, grants, the gate, throttles, receipts and limits apply because there is one
code path, and an answer has the same fields in both interfaces.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextvars import copy_context
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Protocol, cast
from urllib.parse import quote, unquote_to_bytes, urlencode, urlsplit

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError

BASE = "/api/v1"
PERSON_HEADER = "x-user-id"
# Headers forwarded from a request to the MCP endpoint; the others are about MCP.
FORWARDED = ("host", "authorization", "user-agent", "x-forwarded-proto")
# Problems suggest REST calls; these are the tools to use instead.
INSTEAD = {
    "GET /users lists them, and GET /users?external_id= finds one by an id of yours.": "The tool `people` lists them.",
    "POST /memories/{memory_id}/restore brings it back, for whoever may write it.": (
        "No tool brings it back: the person can, on their page of the memories. Written again with `memory_upsert` and "
        "its key, it stands anew."
    ),
}


class Refused(ToolError, ResourceError):
    """The API answered with a problem; the message is its title and detail."""

    def __init__(self, problem: Mapping[str, Any], *, wait: str = "") -> None:
        title, detail = problem["title"], problem["detail"]
        for call, tool in INSTEAD.items():
            detail = detail.replace(call, tool)
        text = detail if detail.startswith(title) else f"{title}: {detail}"
        super().__init__(f"{text} Try again in {wait} s." if wait else text)
        self.problem = problem


class NotFound(Refused, ResourceNotFoundError):
    """It does not exist, or the caller may not know of it."""


class Response(Protocol):
    def __iter__(self) -> Any: ...
    def close(self) -> None: ...


Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(slots=True)
class KeyCheck:
    """The API's judgement of a request's key: None before the first call."""

    is_good: bool | None = None

    def learn(self, status: int) -> None:
        self.is_good = status != 401 and self.is_good is not False


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller as a WSGI environment, and the default person for tools that are given none."""

    environ: Mapping[str, Any]
    user_id: str = ""
    key: KeyCheck = field(default_factory=KeyCheck)


def caller_of(headers: Mapping[str, str], *, scheme: str, address: str, key: KeyCheck | None = None) -> Caller:
    """Return the caller of a request to the MCP endpoint."""
    handed = {f"HTTP_{name.upper().replace('-', '_')}": headers[name] for name in FORWARDED if name in headers}
    environ = handed | {"wsgi.url_scheme": scheme, "REMOTE_ADDR": address}
    return Caller(environ, headers.get(PERSON_HEADER, ""), key or KeyCheck())


def caller_with_key(key: str, *, public_url: str, user_id: str = "") -> Caller:
    """Return the caller of a separate server process with a key of its own."""
    url = urlsplit(public_url)
    headers = {"host": url.netloc, "authorization": f"Bearer {key}", PERSON_HEADER: user_id}
    return caller_of(headers, scheme=url.scheme, address="127.0.0.1")


@dataclass(frozen=True, slots=True)
class Api:
    """The WSGI application and the threads that it runs in."""

    application: Application
    executor: Executor
    # The caller where there is no request, as over stdio.
    owner: Caller = field(default_factory=lambda: Caller({}))

    async def call(
        self, caller: Caller, method: str, path: str, *, query: Mapping[str, Any], body: Any = None, key: str = ""
    ) -> Any:
        """The answer's JSON. Raises Refused and NotFound."""
        raw = b"" if body is None else json.dumps(body).encode()
        environ = {
            **caller.environ,
            "REQUEST_METHOD": method,
            "PATH_INFO": unquote_to_bytes(f"{BASE}/{path}").decode("latin-1"),
            "QUERY_STRING": urlencode(query, errors="surrogatepass"),
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(raw)),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "wsgi.input": BytesIO(raw),
        } | ({"HTTP_IDEMPOTENCY_KEY": key} if key else {})
        status, headers, answer = await asyncio.wrap_future(
            self.executor.submit(copy_context().run, self._answer, environ)
        )
        caller.key.learn(status)
        if status >= 300:
            raise _refusal(status, headers, answer)
        return json.loads(answer)

    def _answer(self, environ: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        """Runs in a thread. Closing the response ends the request for Django, which then cleans up its connections."""
        started: list[tuple[int, dict[str, str]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            started.append((int(status[:3]), dict(headers)))

        response = cast(Response, self.application(environ, start_response))
        try:
            return *started[0], b"".join(response)
        finally:
            response.close()


def _refusal(status: int, headers: Mapping[str, str], answer: bytes) -> Refused:
    try:
        problem = json.loads(answer)
    except ValueError:
        problem = {"title": f"HTTP {status}", "detail": headers.get("Location", "")}
    kind = NotFound if status == 404 else Refused
    return kind(problem, wait=headers.get("Retry-After", ""))


def part(name: str) -> str:
    """Quote a name as one part of a path."""
    return quote(name, safe="", errors="surrogatepass")

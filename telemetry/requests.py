"""A line of log, an id and metrics for each request."""

import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import uuid_utils
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject
from structlog.contextvars import bind_contextvars

from telemetry import tracing
from telemetry.metrics import REQUEST_SECONDS, REQUESTS, REQUESTS_IN_PROGRESS

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HEADER = b"x-request-id"
SANE_ID = re.compile(r"[0-9A-Za-z-]{8,64}")  # as UUIDs and ULIDs are; no key of ours fits
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
UNKNOWN = "unknown"
log = logging.getLogger("memory.requests")


@dataclass(slots=True)
class Observed:
    """The log record of a request: its route's name, not its path, which identifies people."""

    request_id: str
    route: str = ""
    workspace: str = ""
    error: str = ""


_current: ContextVar[Observed | None] = ContextVar("observed request", default=None)


def current() -> Observed:
    """The request that this is part of; elsewhere one that nobody reads."""
    return _current.get() or Observed("")


def note_error(error: BaseException | None) -> None:
    """Remember why a request failed, by classes alone: messages quote values."""
    causes = []
    while error is not None:
        state = getattr(error, "sqlstate", None)
        causes.append(f"{type(error).__name__} {state}" if state else type(error).__name__)
        error = error.__cause__
    current().error = ": ".join(causes)


def note_workspace(workspace_id: UUID) -> None:
    """Store the request's workspace, without a person."""
    current().workspace = str(workspace_id)


class RequestLog:
    """ASGI middleware around everything but the probes. It takes over a sane `X-Request-ID`, and answers it."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._in_progress = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        observed = Observed(_id_of(scope))
        headers = [pair for pair in scope["headers"] if pair[0] != HEADER]
        scope = {**scope, "headers": [*headers, (HEADER, observed.request_id.encode())]}
        _current.set(observed)
        bind_contextvars(request_id=observed.request_id)
        began, status, has_id = time.perf_counter(), 0, False
        self._count(1)

        async def answer(message: Message) -> None:
            nonlocal status, has_id
            if message["type"] == "http.response.start":
                status = message["status"]
                has_id = any(name == HEADER for name, _ in message["headers"])  # by the process that answered it
                added = [] if has_id else [(HEADER, observed.request_id.encode())]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            await self._application(scope, receive, answer)
        except Exception as error:
            note_error(error)
            raise
        finally:
            self._count(-1)
            if not has_id:
                _record(observed, scope["method"], status, time.perf_counter() - began)

    def _count(self, more: int) -> None:
        """Set rather than added to: what a killed process had in progress is not inherited with its number."""
        self._in_progress += more
        REQUESTS_IN_PROGRESS.set(self._in_progress)


def _id_of(scope: Message) -> str:
    sent = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
    return sent if SANE_ID.fullmatch(sent) else str(uuid_utils.uuid4())


def _record(observed: Observed, method: str, status: int, seconds: float) -> None:
    """`status` 0: the client had gone, or nothing could be answered."""
    method = method if method in METHODS else UNKNOWN
    route = observed.route or UNKNOWN
    REQUESTS.labels(method, route, str(status)).inc()
    REQUEST_SECONDS.labels(method, route).observe(seconds)
    fields = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
    known = {name: value for name in ("workspace", "error") if (value := getattr(observed, name))}
    log.log(logging.WARNING if status >= 500 else logging.INFO, "request", extra=fields | known)


def route_middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Django middleware that passes a request's route and workspace to the log."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        observed = current()
        if request.resolver_match is not None:
            observed.route = observed.route or f"/{request.resolver_match.route}"
            tracing.name_request(observed.route)
        # A login that was not read yet is not looked up for this.
        user = request.__dict__.get("user")
        if type(user) is not SimpleLazyObject and (actor := getattr(user, "actor", None)) is not None:
            note_workspace(actor.workspace_id)
        return response

    return middleware

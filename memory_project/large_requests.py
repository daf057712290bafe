"""Large requests run in a separate process at low priority, so that other requests do not wait for them (ADR 0012).

So are writes of who has written more than a share (ADR 0027).

Reading one holds Python's interpreter and may take seconds and gigabytes. Web processes forward it over a Unix socket.
"""

import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

import httpcore
from django.urls import Resolver404, resolve
from rest_framework.permissions import SAFE_METHODS

from interfaces.mcp import PATH as MCP
from interfaces.rest.problems import Interrupted
from interfaces.shares import shares

JSON_BYTES, STATE_BYTES = 2**16, 2**18
BATCH_BYTES = 2**12  # some thirty memories: what a batch costs lies in their number
STATE_TYPE = b"application/vnd.checkpoint+json"
CAME_FROM = b"x-came-from"  # the client's address and the scheme, which the other process cannot see
OF_ONE_CONNECTION = frozenset({b"connection", b"expect", b"keep-alive", b"te", b"transfer-encoding", b"upgrade"})

Headers = list[tuple[bytes, bytes]]


def is_large(size: int, path: str, headers: dict[bytes, bytes]) -> bool:
    """Whether a body of so many bytes is. States of graphs are read in a fraction of the time of other texts."""
    if path.rstrip("/").endswith("/batch"):
        return size > BATCH_BYTES
    is_state = headers.get(b"content-type", b"").startswith(STATE_TYPE)
    return size > (STATE_BYTES if is_state else JSON_BYTES)


def goes_behind(caller: str, method: str, path: str, headers: dict[bytes, bytes], size: int) -> bool:
    """Whether others go first: what is large, and writes of who has written more than a share."""
    return is_large(size, path, headers) or (shares().is_over(caller) and may_write(method, path))


def may_write(method: str, path: str) -> bool:
    """Whether it is a write of the API. What MCP is asked lies in the body: it counts as one."""
    if method in SAFE_METHODS:
        return False
    try:
        view = resolve(path).func
    except Resolver404:
        return f"{path}/".startswith(f"{MCP}/")
    handler = getattr(getattr(view, "cls", None), method.lower(), None)
    return getattr(handler, "is_write", False)


class OtherProcess:
    """An ASGI application that is served on a Unix socket. Raises Interrupted when that process ends meanwhile."""

    def __init__(self, path: str) -> None:
        self._connections = httpcore.AsyncConnectionPool(uds=path, max_connections=None, max_keepalive_connections=0)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        url = httpcore.URL(scheme=b"http", host=b"localhost", port=None, target=target)
        came_from = json.dumps([scope.get("client"), scope["scheme"]]).encode()
        headers = [*_passed_on(scope["headers"]), (CAME_FROM, came_from)]
        try:
            async with self._connections.stream(
                scope["method"], url, headers=headers, content=_body(receive)
            ) as answer:
                start = {"type": "http.response.start", "status": answer.status, "headers": _passed_on(answer.headers)}
                await send(start)
                async for piece in answer.aiter_stream():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Interrupted(headers={"Retry-After": "2"}) from error
        await send({"type": "http.response.body", "body": b""})


def as_it_came(application: Any) -> Any:
    """Wraps the application and restores the web process's data of a forwarded request."""

    async def served(scope: Any, receive: Any, send: Any) -> None:
        came_from = dict(scope.get("headers", ())).get(CAME_FROM)
        if came_from is not None:
            client, scheme = json.loads(came_from)
            scope = {**scope, "client": client and tuple(client), "scheme": scheme}
            scope["headers"] = _passed_on(scope["headers"])
        await application(scope, receive, send)

    return served


def _passed_on(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    return [(name, value) for name, value in headers if name.lower() not in OF_ONE_CONNECTION | {CAME_FROM}]


async def _body(receive: Any) -> AsyncIterator[bytes]:
    has_more = True
    while has_more:
        message = await receive()
        has_more = message.get("more_body", False)
        yield message.get("body", b"")

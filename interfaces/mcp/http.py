"""MCP over streamable HTTP: `/mcp` for the memory server, `/mcp/graph` for the tools of the reference server.

Without sessions, each request is answered by one JSON document, so that any process can answer any request. Only POST:
the server starts no streams of its own.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string
from mcp.server.mcpserver import MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from interfaces.mcp import GRAPH, METADATA, PATH
from interfaces.mcp.api import Api, KeyCheck
from interfaces.mcp.graph.server import graph_server
from interfaces.mcp.identity import is_known, key_of
from interfaces.mcp.server import memory_server
from memories.limits import JSON_BODY_BYTES

# Largest body parsed before the key is checked: it takes a tenth of a millisecond in the event loop.
SMALL_BYTES = 8_192
BAD_KEY = "The API key is not valid: unknown, expired or revoked."
NO_KEY = "Send the header 'Authorization: Bearer <key>'."
# The host is checked here, against the same list as everywhere else.
UNCHECKED = TransportSecuritySettings(enable_dns_rebinding_protection=False)


class Endpoint:
    """One server at its address: known hosts and known callers only."""

    def __init__(self, server: MCPServer[Api], api: Api) -> None:
        self._api = api
        server.streamable_http_app(
            json_response=True,
            stateless_http=True,
            max_request_body_size=JSON_BODY_BYTES,
            transport_security=UNCHECKED,
        )
        self.manager: StreamableHTTPSessionManager = server.session_manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        if refusal := _refusal(request):
            await refusal(scope, receive, send)
            return
        request.state.key = KeyCheck(None if _is_small(request) else await self._is_good_key(request))
        if request.state.key.is_good is False:
            await _unknown(request)(scope, receive, send)
            return
        await self.manager.handle_request(scope, receive, self._after_key_check(request, send))

    def _after_key_check(self, request: Request, send: Send) -> Send:
        """Send the answer for a good key, else 401. A tool's calls of the API have checked it; without any it is
        checked now."""
        is_good = False

        async def guarded(message: Message) -> None:
            nonlocal is_good
            if message["type"] == "http.response.start":
                is_good = await self._is_good(request)
                if not is_good:
                    await _unknown(request)(request.scope, request.receive, send)
            if is_good:
                await send(message)

        return guarded

    async def _is_good(self, request: Request) -> bool:
        found: bool | None = request.state.key.is_good
        return await self._is_good_key(request) if found is None else found

    async def _is_good_key(self, request: Request) -> bool:
        return await is_known(key_of(request.headers["authorization"]), self._api.executor)


def _refusal(request: Request) -> Response | None:
    """Return the refusal that needs no lookup, if any."""
    if not _is_ours(request.headers):
        return _problem(400, "malformed", "The request cannot be read", "The host is not one of this server's.")
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        address = {"url": settings.PUBLIC_URL, "path": request.url.path.rstrip("/")}
        return HTMLResponse(render_to_string("mcp/browser.html", address), 405, {"Allow": "POST"})
    if request.method != "POST":
        detail = "This server answers each POST and begins no stream of its own."
        refusal = _problem(405, "method-not-allowed", "This address does not take that method", detail)
        refusal.headers["Allow"] = "POST"
        return refusal
    return None if key_of(request.headers.get("authorization", "")) else _unknown(request)


def _is_small(request: Request) -> bool:
    length = request.headers.get("content-length", "")
    return length.isdecimal() and int(length) <= SMALL_BYTES


def _unknown(request: Request) -> Response:
    was_sent = key_of(request.headers.get("authorization", ""))
    refusal = _problem(401, "not-authenticated", "No valid API key or login", BAD_KEY if was_sent else NO_KEY)
    refusal.headers["WWW-Authenticate"] = challenge(request)
    return refusal


def challenge(request: Request) -> str:
    """Return the header that tells a client which server issues tokens (RFC 9728, 5.1)."""
    metadata = f"{request.url.scheme}://{request.url.netloc}{METADATA}{request.url.path.rstrip('/')}"
    error = ', error="invalid_token"' if "authorization" in request.headers else ""
    return f'Bearer realm="memory", resource_metadata="{metadata}"{error}'


def application(api: Api) -> Starlette:
    """The ASGI application of both servers; its lifespan must be run."""
    endpoints = {PATH: Endpoint(memory_server(api), api), GRAPH: Endpoint(graph_server(api), api)}

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for endpoint in endpoints.values():
                await stack.enter_async_context(endpoint.manager.run())
            yield

    # Starlette treats objects that are no functions as ASGI applications.
    return Starlette(routes=[Route(path, endpoint) for path, endpoint in endpoints.items()], lifespan=lifespan)


def _is_ours(headers: Headers) -> bool:
    """Whether the requested host is ours, and the origin of a browser's page, too: no page of another site may call."""
    origins = [origin.partition("://")[2] for origin in headers.getlist("origin")]
    return all(map(_is_allowed, [headers.get("host", ""), *origins]))


def _is_allowed(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _problem(status: int, slug: str, title: str, detail: str) -> Response:
    body = {"type": f"/problems/{slug}", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status_code=status, media_type="application/problem+json")

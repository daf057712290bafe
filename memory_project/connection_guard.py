"""Buffers whole bodies between the sockets and the request threads, and reserves room for every caller.

A request is given a thread when its body has arrived, and gives it back before its answer is read: whoever sends or
reads slowly holds a socket and nothing else.
"""

import asyncio
import ctypes
import json
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from typing import IO, Any

from interfaces import oversized_forms
from interfaces.rest.problem import MEDIA_TYPE, Problem, as_json
from interfaces.rest.problems import BodyTooLarge, BodyTooSlow, TooManyRequestsAtOnce
from memory_project.large_requests import goes_behind
from memory_project.threads import caller

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

# A body or an answer may take GRACE_SECONDS and a second for each LEAST_RATE bytes of it.
GRACE_SECONDS = 10.0
LEAST_RATE = 2_048
# Of each process. An address may belong to a proxy or an office, a key to a fleet of agents.
REQUESTS_PER_CALLER = 200
UNFINISHED_BODIES_PER_ADDRESS = 64
SPOOL_BYTES = 2**20  # a larger body waits in a file
PIECE_BYTES = 2**18
DRAIN_SECONDS = 60.0
OF_BODIES = frozenset({b"content-length", b"content-type", b"expect", b"transfer-encoding"})
LARGE_BYTES, SETTLING_SECONDS = 2**16, 1.0
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of the GNU C library; others give back by themselves


class ConnectionGuard:
    """ASGI middleware around the application."""

    def __init__(self, application: Application, *, max_body_bytes: int, for_large: Application | None = None) -> None:
        """`for_large` answers large requests and others that go behind, where there is such an application."""
        self._application = application
        self._for_large = for_large
        self._max_body_bytes = max_body_bytes
        self._requests: Counter[str] = Counter()
        self._unfinished: Counter[str] = Counter()
        self._is_settling = False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
        else:
            await self._guard(scope, receive, send)

    async def _guard(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        address = (scope.get("client") or ("",))[0]
        name = headers.get(b"authorization", address.encode()).decode("latin-1")
        body = Body()
        try:
            with _counted(self._requests, name, REQUESTS_PER_CALLER):
                with _counted(self._unfinished, address, UNFINISHED_BODIES_PER_ADDRESS):
                    scope, whole = await self._received(scope, headers, body, receive)
                caller.set(name)
                application = self._chosen(name, scope, headers, whole.size)
                await application(_with_length(scope, headers, whole), whole.replay(receive), _bounded(send))
        except Problem as problem:
            body_of_problem = json.dumps(as_json(problem)).encode()
            await send_answer(send, problem.status_code, body_of_problem, MEDIA_TYPE, **problem.headers)
        except ClientGone:
            return
        finally:
            if body.size > LARGE_BYTES:
                self._settle()

    async def _received(
        self, scope: Message, headers: dict[bytes, bytes], body: "Body", receive: Receive
    ) -> tuple[Message, "Body"]:
        """The request and its body. Of a form that is too large, a GET of its page, which says so (oversized_forms)."""
        try:
            await self._read_whole(body, headers, receive)
        except BodyTooLarge:
            if not oversized_forms.is_for_page(scope["path"], headers.get(b"accept", b"").decode("latin-1")):
                raise
            await _drain(body, receive)
            kept = [pair for pair in scope["headers"] if pair[0] not in OF_BODIES]
            noted = (oversized_forms.HEADER.lower().encode(), b"1")
            return {**scope, "method": "GET", "headers": [*kept, noted]}, Body()
        return scope, body

    def _chosen(self, caller_name: str, scope: Message, headers: dict[bytes, bytes], size: int) -> Application:
        if self._for_large and goes_behind(caller_name, scope["method"], scope["path"], headers, size):
            return self._for_large
        return self._application

    def _settle(self) -> None:
        """Give memory back soon, once for all large requests until then."""
        if not self._is_settling:
            self._is_settling = True
            asyncio.get_running_loop().call_later(SETTLING_SECONDS, self._give_memory_back)

    def _give_memory_back(self) -> None:
        """What a large request freed would stay with the process, each thread's share apart."""
        self._is_settling = False
        if _trim is not None:
            _trim(0)

    async def _read_whole(self, body: "Body", headers: dict[bytes, bytes], receive: Receive) -> None:
        """Read the body. Raises BodyTooLarge, BodyTooSlow and ClientGone."""
        beyond = BodyTooLarge(f"A body may have at most {self._max_body_bytes // 2**20} MB.")
        declared = headers.get(b"content-length", b"")
        if declared.isdigit() and int(declared) > self._max_body_bytes:
            raise beyond
        clock = asyncio.get_running_loop()
        began = clock.time()
        while body.has_more:
            left = GRACE_SECONDS + body.size / LEAST_RATE - (clock.time() - began)
            try:
                async with asyncio.timeout(max(left, 0)):
                    body.add(await receive())
            except TimeoutError:
                raise BodyTooSlow(headers={"Connection": "close"}) from None
            if body.size > self._max_body_bytes:
                raise beyond


async def _drain(body: "Body", receive: Receive) -> None:
    """Let go what came and what still comes, unless it stops: a browser reads no answer while it sends.

    Raises ClientGone.
    """
    body.drop()
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while body.has_more:
                async with asyncio.timeout(GRACE_SECONDS):
                    body.skip(await receive())


class ClientGone(Exception):
    """The client hung up before its request was whole."""


class Body:
    """The body of one request: in memory, a large one in a file."""

    def __init__(self) -> None:
        self.size, self.has_more = 0, True
        self._first = b""
        self._file: IO[bytes] | None = None

    def add(self, message: Message) -> None:
        """Take in what was received. Raises ClientGone."""
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece, self.has_more = message.get("body", b""), message.get("more_body", False)
        if self._file is None and self.has_more:
            self._file = tempfile.SpooledTemporaryFile(max_size=SPOOL_BYTES)  # noqa: SIM115 -- closed when replayed
        if self._file is None:
            self._first = piece
        else:
            self._file.write(piece)
        self.size += len(piece)

    def drop(self) -> None:
        """Let go what was taken in."""
        if self._file is not None:
            self._file.close()
        self._first, self._file = b"", None

    def skip(self, message: Message) -> None:
        """Let go what was received. Raises ClientGone."""
        if message["type"] == "http.disconnect":
            raise ClientGone
        self.has_more = message.get("more_body", False)

    def replay(self, receive: Receive) -> Receive:
        """A `receive` that hands out the body, and then what follows it."""
        pieces = self._pieces()

        async def received() -> Message:
            piece = next(pieces, None)
            return await receive() if piece is None else piece

        return received

    def _pieces(self) -> Iterator[Message]:
        if self._file is None:
            yield {"type": "http.request", "body": self._first, "more_body": False}
            return
        with self._file as file:
            file.seek(0)
            for position in range(0, max(self.size, 1), PIECE_BYTES):
                piece = file.read(PIECE_BYTES)
                yield {"type": "http.request", "body": piece, "more_body": position + PIECE_BYTES < self.size}


@contextmanager
def _counted(counts: Counter[str], name: str, most: int) -> Iterator[None]:
    """Count one more of `name` within the block. Raises TooManyRequestsAtOnce where there are `most` already."""
    if counts[name] >= most:
        raise TooManyRequestsAtOnce(headers={"Retry-After": "1"})
    counts[name] += 1
    try:
        yield
    finally:
        counts[name] -= 1
        if not counts[name]:
            del counts[name]


def _with_length(scope: Message, headers: dict[bytes, bytes], body: Body) -> Message:
    """The scope of a body that came in chunks with its length (RFC 9112, 7.1): Django would take it for empty."""
    if b"transfer-encoding" not in headers:
        return scope
    kept = [pair for pair in scope["headers"] if pair[0] not in (b"transfer-encoding", b"content-length")]
    return {**scope, "headers": [*kept, (b"content-length", str(body.size).encode())]}


def _bounded(send: Send) -> Send:
    """A `send` that gives up a client which does not read.

    In pieces: the server waits for the client between them, and what was not sent is freed with the request.
    """

    async def bounded(message: Message) -> None:
        body = memoryview(message.get("body", b""))
        async with asyncio.timeout(GRACE_SECONDS + len(body) / LEAST_RATE):
            while len(body) > PIECE_BYTES:
                await send({**message, "body": bytes(body[:PIECE_BYTES]), "more_body": True})
                body = body[PIECE_BYTES:]
            await send({**message, "body": bytes(body)} if body else message)

    return bounded


async def send_answer(send: Send, status: int, body: bytes, media_type: str, **extra: str) -> None:
    headers = {"content-type": media_type, "content-length": str(len(body)), "cache-control": "no-store", **extra}
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})

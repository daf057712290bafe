"""Django's WSGI application within the event loop, in threads.

a2wsgi's own middleware hands each part of a body and of an answer from thread to loop or back, and waits for it: six
times a request, which takes longer than many an endpoint. Here a request goes to its thread with its body, and what a
thread answers it leaves in a queue without an end: no thread waits for the loop, or for whoever reads.
"""

import asyncio
from collections.abc import Iterable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import Any

from a2wsgi.wsgi import Body, build_environ

from memory_project.connection_guard import Message, Receive, Send


class InThreads:
    """ASGI application around a WSGI one."""

    def __init__(self, application: Any, executor: Executor) -> None:
        self._application = application
        self._executor = executor

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        loop, answer = asyncio.get_running_loop(), _Answer()
        environ = build_environ(scope, _Begun(loop, receive, await receive()))  # type: ignore[arg-type]
        # Not the loop's run_in_executor: its future on top of the executor's takes as long as the rest here.
        done = self._executor.submit(copy_context().run, answer.make, self._application, environ)
        done.add_done_callback(answer.end)
        try:
            while message := await answer.queue.get():
                await send(message)
        finally:
            done.cancel()  # what has not begun, where nobody waits for it any more
        done.result()


class _Begun(Body):
    """A body whose first part has arrived: mostly all of it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, receive: Receive, first: Message) -> None:
        super().__init__(loop, receive)  # type: ignore[arg-type]
        self.buffer.extend(first.get("body", b""))
        self._has_more = first.get("more_body", False)


class _Answer:
    """What a thread answers, on its way to the loop."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._head: Message = {}

    def make(self, application: Any, environ: Any) -> None:
        """In a thread. Closing an answer ends the request for Django, which tends its connections then."""
        parts = application(environ, self._start)
        try:
            if _is_whole(parts):
                self._put(self._head, {"type": "http.response.body", "body": b"".join(parts)})
                return
            self._put(self._head)
            for part in parts:
                self._put({"type": "http.response.body", "body": part, "more_body": True})
            self._put({"type": "http.response.body", "body": b""})
        finally:
            getattr(parts, "close", lambda: None)()

    def end(self, _: Any) -> None:
        """In a thread, or in the loop where that cancels what has not begun."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.queue.put_nowait, None)

    def _start(self, status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
        pairs = [(name.strip().encode("latin1").lower(), value.strip().encode("latin1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": pairs}

    def _put(self, *messages: Message) -> None:
        self._loop.call_soon_threadsafe(self._take, messages)

    def _take(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.queue.put_nowait(message)


def _is_whole(parts: Iterable[bytes]) -> bool:
    """A list, or an answer of Django's that does not stream."""
    return isinstance(parts, list) or not getattr(parts, "streaming", True)

"""The end of a web process behind a proxy: it says first that it is going, and serves until the proxy has heard."""

import asyncio
import socket
import threading
from types import FrameType

import uvicorn
from django.conf import settings

from memory_project.connection_guard import Message, Send

# Longer for the process to which the others forward.
FORWARDED_SECONDS = 3.0
# How long a connection that was just accepted may take to bring its request.
LATE_SECONDS = 2.0
_going = threading.Event()


def is_going() -> bool:
    """Whether the process is stopping: `/readyz` says no, and each response closes its connection."""
    return _going.is_set()


def closing(send: Send) -> Send:
    """A `send` that ends the connection with the answer: a proxy that keeps it would send the next request into the
    void."""

    async def closed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [pair for pair in message.get("headers", ()) if pair[0].lower() != b"connection"]
            message = {**message, "headers": [*headers, (b"connection", b"close")]}
        await send(message)

    return closed


class Server(uvicorn.Server):
    """Serves for DRAIN_SECONDS after the stop signal; a second signal ends it at once.

    Then it accepts no more connections, and closes those without a request a moment later: one may be on its way.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not settings.DRAIN_SECONDS or is_going():
            super().handle_exit(sig, frame)
            return
        _going.set()
        seconds = settings.DRAIN_SECONDS + (FORWARDED_SECONDS if settings.ANSWERS_LARGE_REQUESTS else 0.0)
        timer = threading.Timer(seconds, super().handle_exit, (sig, frame))
        timer.daemon = True
        timer.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for one in sockets or ():
            one.close()
        if settings.DRAIN_SECONDS:
            await asyncio.sleep(LATE_SECONDS)
        await super().shutdown(sockets)

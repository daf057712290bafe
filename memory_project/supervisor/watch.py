"""Hearing a process's signs of life, by systemd's watchdog protocol."""

import socket
import sys
import time
from contextlib import suppress


class Watch:
    """A socket of its own for each process: one that is stopped or stuck falls silent, though it has not ended.

    Linux only, where sockets need no file; elsewhere nothing is heard, and nobody is ever taken for silent.
    """

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._heard_at: float | None = None
        if sys.platform == "linux":
            self._socket.bind("")  # the kernel chooses an abstract address

    @property
    def environment(self) -> dict[str, str]:
        """What tells the process where to send them."""
        address = self._socket.getsockname()
        return {"NOTIFY_SOCKET": "@" + address[1:].decode()} if address else {}

    def silent_seconds(self) -> float:
        """Since its last sign of life; 0 before the first, however long it takes to start."""
        with suppress(BlockingIOError):
            while self._socket.recv(1_024):
                self._heard_at = time.monotonic()
        return 0.0 if self._heard_at is None else time.monotonic() - self._heard_at

    def forget(self) -> None:
        """Another process begins."""
        self.silent_seconds()
        self._heard_at = None

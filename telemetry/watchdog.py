"""systemd's watchdog protocol (sd_notify): whoever started this process learns that it is alive, or is stuck.

`manage.py up` listens for it as systemd does with `WatchdogSec=`. Without NOTIFY_SOCKET nothing happens.
"""

import os
import socket
from contextlib import suppress

ALIVE = b"WATCHDOG=1"
READY = b"READY=1"


def beat() -> None:
    """Say that the process is ready, and alive."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        # An abstract address begins with NUL, written as @.
        name = "\0" + address[1:] if address.startswith("@") else address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as notified:
            notified.sendto(READY + b"\n" + ALIVE, name)

"""A web process: uvicorn on a socket that the supervisor opened. `python -m memory_project.supervisor.web FD`.

Not uvicorn's own `--fd`: it takes every such socket for a Unix one and then leaves Nagle's delay on. The code is loaded
while the supervisor prepares the database; the end of standard input says that it is ready. A process takes its first
request once it is warm: until then another one answers, or the request waits in the socket.
"""

import os
import socket
import sys

import uvicorn
from django.conf import settings

from memory_project.draining import Server
from telemetry import watchdog

WARM_SECONDS = 60.0  # a process that is not warm by then answers slowly instead of never

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")


def config() -> uvicorn.Config:
    """A client's address is that of its connection, but for the proxies that are trusted to tell it."""
    is_for_large = settings.ANSWERS_LARGE_REQUESTS
    return uvicorn.Config(
        "memory_project.asgi:for_large_requests" if is_for_large else "memory_project.asgi:application",
        log_config=None,
        callback_notify=tell_alive,
        timeout_notify=1,
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=not is_for_large,
        timeout_graceful_shutdown=settings.FINISH_SECONDS,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
    )


async def tell_alive() -> None:
    """From the event loop, once a second: a process that is stopped or stuck falls silent."""
    watchdog.beat()


if __name__ == "__main__":
    loaded = config()
    loaded.load()
    sys.stdin.read()

    from memory_project.asgi import warming_up  # which `load` has loaded

    warming_up.join(WARM_SECONDS)
    Server(loaded).run(sockets=[socket.socket(fileno=int(sys.argv[1]))])

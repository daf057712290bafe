"""The sockets that the web processes serve."""

import http.client
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

DEFAULT_PORT = 8000
FIRST_INHERITED = 3  # sd_listen_fds(3)
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- to know it when asked for


def listen(host: str, port: int | None, progress: Callable[[str], object]) -> socket.socket:
    """The listening socket that systemd holds for us; else one for `port`, the default one, or any where that is taken.

    The supervisor keeps it open, so that no other program takes the port and requests wait while web restarts.
    `progress` gets a line where the default port is taken. Raises CommandError when the port asked for is taken or the
    host is not ours.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        return inherit()
    ports = [DEFAULT_PORT, 0] if port is None else [port]
    for candidate in ports:
        try:
            server = open_socket(host, candidate)
        except OSError as problem:
            if candidate == ports[-1]:
                where = f"{host} port {candidate}" if candidate else host
                message = f"Cannot listen on {where}: {problem.strerror}. Choose another by --host or --port."
                raise CommandError(message) from problem
            continue
        if not candidate:
            progress(f"Port {DEFAULT_PORT} is taken; using {server.getsockname()[1]}.")
        return server
    raise AssertionError("unreachable: the last port either opens or raises")


def inherit() -> socket.socket:
    """The socket of `memory-server.socket`: requests wait in it while the server is started again."""
    server = socket.socket(fileno=FIRST_INHERITED)
    if server.family not in (socket.AF_INET, socket.AF_INET6):
        raise CommandError("memory-server.socket must have a ListenStream= of a port, such as 127.0.0.1:8000.")
    server.set_inheritable(False)
    return server


@contextmanager
def listen_privately() -> Iterator[socket.socket]:
    """A Unix socket that this account alone can reach, in a temporary folder: its path must be short."""
    with tempfile.TemporaryDirectory(prefix="memory-server-") as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(str(Path(folder, "large")))
        server.listen(2048)
        yield server


def open_socket(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    server = socket.socket(family, socket.SOCK_STREAM)
    try:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(address)
        server.listen(2048)
    except OSError:
        server.close()
        raise
    return server


def url_of(server: socket.socket) -> str:
    host, port = server.getsockname()[:2]
    host = ANY_ADDRESS.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def answers(server: socket.socket) -> bool:
    """Whether GET /healthz has an answer of any kind within a few seconds."""
    host, port = server.getsockname()[:2]
    client = http.client.HTTPConnection(ANY_ADDRESS.get(host, host), port, timeout=5)
    try:
        client.request("GET", "/healthz", headers={"Host": allowed_host()})
        return client.getresponse().status < 500
    except OSError:
        return False
    finally:
        client.close()


def allowed_host() -> str:
    names = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"]
    return names[0] if names else "localhost"

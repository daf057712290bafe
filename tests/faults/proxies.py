"""Proxies before two web processes, as the samples in deploy/ set them up: they ask /readyz, and pass over a host that
refuses the connection."""

import http.client
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.conf import settings

DEPLOY = Path(settings.BASE_DIR) / "deploy"
HEALTH_SECONDS = 0.5
# Of an answer, what belongs to the connection that brought it.
HOP_BY_HOP = {"connection", "transfer-encoding", "content-length"}


@contextmanager
def plain(port: int, hosts: Sequence[int], folder: Path) -> Iterator[None]:
    """What the samples ask of a proxy, in a few lines."""
    ready = dict.fromkeys(hosts, True)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            deadline = time.monotonic() + 15
            while time.monotonic() < deadline:
                for host in sorted(hosts, key=lambda each: not ready[each]):
                    try:
                        upstream = http.client.HTTPConnection("127.0.0.1", host, timeout=30)
                        upstream.connect()
                    except OSError:
                        continue
                    upstream.request(self.command, self.path, body, dict(self.headers))
                    self.pass_on(upstream.getresponse())
                    return
                time.sleep(0.1)

        def pass_on(self, found: http.client.HTTPResponse) -> None:
            content = found.read()
            self.send_response(found.status)
            for name, value in found.getheaders():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = answer

        def log_message(self, *_: object) -> None:
            pass

    def ask() -> None:
        while not stopped.wait(HEALTH_SECONDS):
            for host in hosts:
                ready[host] = is_ready(host)

    stopped = threading.Event()
    threading.Thread(target=ask, daemon=True).start()
    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        stopped.set()
        server.shutdown()


def is_ready(port: int) -> bool:
    try:
        upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        upstream.request("GET", "/readyz")
        return upstream.getresponse().status == 200
    except OSError:
        return False


@contextmanager
def caddy(port: int, hosts: Sequence[int], folder: Path) -> Iterator[None]:
    """The sample, without TLS and with these hosts."""
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("memory.example.org", f"http://127.0.0.1:{port}")
    text = text.replace("10.0.0.11:8000 10.0.0.12:8000", " ".join(f"127.0.0.1:{host}" for host in hosts))
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + text)
    with running(["caddy", "run", "--config", str(file), "--adapter", "caddyfile"], port, folder):
        yield


@contextmanager
def nginx(port: int, hosts: Sequence[int], folder: Path) -> Iterator[None]:
    """The sample, without TLS and with these hosts."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"\n *server \{\n *listen 80;.*?\n\}", "", text, flags=re.DOTALL)
    text = re.sub(r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};", re.sub(r" *ssl_\w+ [^;]+;\n", "", text))
    for address, host in zip(("10.0.0.11:8000", "10.0.0.12:8000"), hosts, strict=True):
        text = text.replace(address, f"127.0.0.1:{host}")
    file = folder / "nginx.conf"
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} "
        f"http {{ access_log off; {paths} {text} }}"
    )
    with running(["nginx", "-e", f"{folder}/error.log", "-c", str(file)], port, folder):
        yield


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin"}
        )
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert process.poll() is None, (folder / "log").read_text()
        yield
    finally:
        process.terminate()
        process.wait()

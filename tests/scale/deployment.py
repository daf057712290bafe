"""Two hosts with a web process and a worker each, a data folder of their own, and all that scale.md names beside them,
on the suite's own database: each part can be killed and started again."""

import os
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tests.faults import processes, proxies
from tests.faults.installation import UNTHROTTLED, link_models
from tests.faults.redis_server import Redis
from tests.memory_project.running import free_port
from tests.scale.pooler import Pooler, pooler
from tests.scale.standby import Standby

SESSIONS = 24  # of PgBouncer with the database
# How long a replica may be silent: processes of a busy machine answer late. One that is killed hangs up at once.
PATIENT = "from workspaces.replicas import replica\nreplica.SILENT_SECONDS = 20.0\n"
WEB = processes.WEB.replace(processes.SETUP, processes.SETUP + PATIENT)


@dataclass(frozen=True)
class Part:
    """`is_needed`: nothing is stored while it is away."""

    name: str
    kill: Callable[[], object]
    start: Callable[[], object]
    is_needed: bool = False


class Host:
    """Its port stays the same."""

    def __init__(self, folder: Path, variables: dict[str, str]) -> None:
        folder.mkdir()
        link_models(folder)
        self.port = free_port()
        own = {"DATA_DIR": str(folder), "SECRET_KEY": settings.SECRET_KEY, "SEAL_KEY": settings.SEAL_KEY}
        self.environment = os.environ | UNTHROTTLED | variables | own | {"LOG_LEVEL": "ERROR", "ACCESS_LOG": "false"}
        self.log = (folder / "log").open("a")

    def start_web(self) -> None:
        with socket.create_server(("127.0.0.1", self.port), backlog=128) as server:
            descriptor = server.fileno()
            self.web = self._start(WEB, str(descriptor), pass_fds=[descriptor])
        processes.until(lambda: proxies.is_ready(self.port))

    def start_worker(self) -> None:
        self.worker = self._start(processes.WORKER)

    def kill_web(self) -> None:
        kill_group(self.web)

    def kill_worker(self) -> None:
        kill_group(self.worker)

    def _start(self, program: str, *arguments: str, **options) -> subprocess.Popen:
        return processes.start(
            program, *arguments, env=self.environment, stdout=self.log, stderr=subprocess.STDOUT, **options
        )


def kill_group(process: subprocess.Popen) -> None:
    """All at once, as when a machine fails."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Deployment:
    def __init__(self, folder: Path, replica: Standby, before: Pooler) -> None:
        self.replica, self.reads = replica, 0  # reads: before its last start
        self.redis = Redis(folder / "redis")
        shared = {"REDIS_URL": self.redis.url, "SEAL_DIR": str(settings.SEAL_DIR)}
        variables = before.variables | replica.variables | shared
        self.hosts = [Host(folder / f"host{number}", variables) for number in (1, 2)]
        one, other = self.hosts
        self.parts = [
            Part("web 1", one.kill_web, one.start_web),
            Part("worker 1", one.kill_worker, one.start_worker),
            Part("redis", self.redis.kill, self.redis.start),
            Part("pooler", before.kill, before.start, is_needed=True),
            Part("replica", self.kill_replica, replica.restart),
            Part("web 2", other.kill_web, other.start_web),
            Part("worker 2", other.kill_worker, other.start_worker),
        ]

    def kill_replica(self) -> None:
        self.reads += self.replica.reads()
        self.replica.stop()


@contextmanager
def deployment(folder: Path, replica: Standby) -> Iterator[Deployment]:
    with pooler(sessions=SESSIONS) as before, ExitStack() as stack:
        made = Deployment(folder, replica, before)
        stack.callback(made.redis.kill)
        for host in made.hosts:
            host.start_web()
            stack.callback(host.kill_web)
            host.start_worker()
            stack.callback(host.kill_worker)
        yield made

"""The life of `manage.py up`."""

import os
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from memory_project.embedded import EmbeddedDatabaseError
from memory_project.supervisor.address import answers, listen, listen_privately, url_of
from memory_project.supervisor.children import Child, die_with_parent, stop_all
from memory_project.supervisor.database import DatabaseHold
from memory_project.supervisor.prepare import Demo, prepare
from memory_project.supervisor.progress import Progress, Write
from telemetry import slots, watchdog
from telemetry.metrics import RESTARTS

READY_SECONDS = 120
AT_LOW_PRIORITY = 3  # times as long may a process be silent that gets what others leave
TEND_SECONDS = 0.5
LOW_PRIORITY = 5  # niceness of jobs and large requests: the web processes stay quick on a small machine
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FOR_LARGE_REQUESTS = {"ANSWERS_LARGE_REQUESTS": "true", "LARGE_REQUESTS_SOCKET": ""}
WITHOUT_DEMO = """
  Address   {address}/
  API docs  {address}/api/docs/
  First steps: python manage.py create_workspace NAME
"""
WITH_DEMO = """
  Address   {address}/
  API docs  {address}/api/docs/
  Sign in   {username}  password  {password}
  API key   {api_key}

  {username} is the demo's person: the address shows what is remembered of her. She owns the workspace too:
  {address}/admin/ is for its staff, {address}/setup connects an assistant.
  The key is that of her assistant "Kitchen helper".

  For the README's commands, in another shell:
  export MEMORY_URL={address} MEMORY_KEY={api_key} PERSON={user_id}

  Ask what is remembered of the demo's person:
  curl -s {address}/api/v1/memory/query -H 'Authorization: Bearer {api_key}' \\
       -H 'Content-Type: application/json' \\
       -d '{{"user_id": "{user_id}", "query": "What does she like to eat?"}}'
"""


def run(*, host: str, port: int | None, demo: bool, write: Write) -> None:
    """Run the memory server until SIGINT, SIGTERM or SIGHUP.

    `port` None means 8000 or, if taken, a free one. Raises CommandError when something needed is missing.
    """
    progress = Progress(write)
    prepare_process()
    try:
        with listen(host, port, progress) as server, database_held(progress) as hold:
            name_address(server)
            with children_held(server, progress) as children:
                if hold:
                    progress("Starting the embedded PostgreSQL")
                    hold.connect()
                made = prepare(progress, demo=demo, on_ready=partial(release, children, progress))
                connections.close_all()
                await_answer(server, children)
                announce(write, address=url_of(server), demo=made, seconds=progress.seconds())
                tend(children, hold, progress)
    except KeyboardInterrupt:
        progress("Stopped.")
    except EmbeddedDatabaseError as problem:
        raise CommandError(str(problem)) from problem


def prepare_process() -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, interrupt)  # also where a shell's `&` had SIGINT ignored
    if "MAKELEVEL" in os.environ:
        die_with_parent()  # end with a killed `make run`
    os.environ["DATA_DIR"] = str(settings.DATA_DIR)
    slots.clear_unused()


def name_address(server: socket.socket) -> None:
    """Make links in mail and webhooks lead here, unless PUBLIC_URL is set."""
    if not os.environ.get("PUBLIC_URL"):
        os.environ["PUBLIC_URL"] = url_of(server)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Leave through the `finally` blocks, once: an impatient second Ctrl-C must not leave processes behind."""
    for other in STOP_SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def database_held(progress: Progress) -> Iterator[DatabaseHold | None]:
    """The hold on the embedded database, which is stopped at the end; None with DATABASE_URL."""
    if not settings.DATABASES["default"]["EMBEDDED"]:
        yield None
        return
    hold = DatabaseHold()
    try:
        yield hold
    finally:
        connections.close_all()
        hold.close(progress)


@contextmanager
def children_held(server: socket.socket, progress: Progress) -> Iterator[Sequence[Child]]:
    """Web and worker; the web processes already load their code, on the cores that the database leaves idle."""
    worker_options = {"environment": {"EMBEDDING_THREADS": "1"}, "niceness": LOW_PRIORITY}
    with listen_privately() as private:
        path = private.getsockname()
        shares = str(Path(path).with_name("shares"))
        webs = [
            web("web", server, LARGE_REQUESTS_SOCKET=path, SHARES_FILE=shares) for _ in range(settings.WEB_PROCESSES)
        ]
        for_large = web("large requests", private, niceness=LOW_PRIORITY, SHARES_FILE=shares, **FOR_LARGE_REQUESTS)
        children = (
            *webs,
            for_large,
            Child(
                "worker",
                ("manage.py", "qcluster"),
                worker_options,
                most_silent=AT_LOW_PRIORITY * settings.WATCHDOG_SECONDS,
            ),
        )
        try:
            for one in webs:
                one.start(held=True)
            yield children
        finally:
            progress("Stopping web and worker")
            server.close()  # the children have their own: once they close those, a connection is refused
            stop_all(children)


def web(name: str, server: socket.socket, *, niceness: int = 0, **environment: str) -> Child:
    descriptor = server.fileno()
    options = {"pass_fds": (descriptor,), "environment": environment, "niceness": niceness}
    command = ("-m", "memory_project.supervisor.web", str(descriptor))
    return Child(name, command, options, most_silent=settings.WATCHDOG_SECONDS * (AT_LOW_PRIORITY if niceness else 1))


def release(children: Sequence[Child], progress: Progress) -> None:
    progress("Starting web and worker")
    for child in children:
        child.release()


def await_answer(server: socket.socket, children: Sequence[Child]) -> None:
    webs = [child for child in children if child.name == "web"]
    deadline = time.monotonic() + READY_SECONDS
    while not answers(server):
        for one in webs:
            if one.has_ended():
                raise CommandError(f"The web process ended ({one.ending()}) before it answered, for the reason above.")
        if time.monotonic() > deadline:
            raise CommandError(f"The web process did not answer GET /healthz within {READY_SECONDS} s.")
        time.sleep(0.1)


def announce(write: Write, *, address: str, demo: Demo | None, seconds: float) -> None:
    write(f"\nThe memory server is ready after {seconds:.1f} s.")
    write(WITH_DEMO.format(address=address, **demo) if demo else WITHOUT_DEMO.format(address=address))
    write("Ctrl-C stops it, the database last.")


def tend(children: Sequence[Child], hold: DatabaseHold | None, progress: Progress) -> None:
    """Keep everything running, until a signal ends it."""
    for child in children:
        for cause in ("ended", "silent"):
            RESTARTS.labels(child.name, cause)  # from 0 on, so that the first one shows as an increase
    while True:
        time.sleep(TEND_SECONDS)
        if hold:
            hold.tend(progress)
        watchdog.beat()
        for child in children:
            child.tend(progress)

"""Processes that end with the supervisor, whatever ends it."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from memory_project.supervisor.progress import Progress
from memory_project.supervisor.watch import Watch
from telemetry.metrics import RESTARTS

PROJECT = Path(__file__).resolve().parents[2]
PR_SET_PDEATHSIG = 1  # prctl(2)
STABLE_SECONDS = 60  # a child that ran this long resets its failures
LONGEST_DELAY_SECONDS = 30.0
GRACE_SECONDS = 10.0


def die_with_parent() -> None:
    """Have the kernel send us SIGTERM when our parent ends, even by kill -9. Linux only; elsewhere nothing happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def lower_priority(niceness: int) -> None:
    """Give way to others, also where the kernel shares processor time by session (sched(7), autogroup)."""
    os.nice(niceness)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def spawn(
    command: Sequence[str], *, environment: Mapping[str, str] | None = None, niceness: int = 0, **options: Any
) -> subprocess.Popen[str]:
    """Start `python COMMAND` in a session of its own: Ctrl-C reaches the supervisor alone, which stops it in order.

    Bytecode is cached whatever the caller's environment says: compiling takes seconds at each start.
    """
    parent = os.getpid()

    def before_exec() -> None:
        if niceness:
            lower_priority(niceness)
        die_with_parent()
        if os.getppid() != parent:  # it ended before prctl took effect
            os._exit(1)

    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Otherwise each thread keeps freed memory of its own: 1.9 instead of 0.8 GB under large requests.
    inherited.setdefault("MALLOC_ARENA_MAX", "2")
    return subprocess.Popen(  # noqa: S603 -- our own modules, no shell
        [sys.executable, *command],
        cwd=PROJECT,
        env=inherited | dict(environment or {}),
        start_new_session=True,
        preexec_fn=before_exec,  # noqa: PLW1509 -- the supervisor has one thread
        text=True,
        **options,
    )


def end_group(process: subprocess.Popen[str]) -> None:
    """Kill what is left of the session that `process` led."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def task(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that ends by itself; leaving the block early kills it and its children."""
    process = spawn(command, **options)
    try:
        yield process
        process.wait()
    finally:
        end_group(process)
        process.wait()


@dataclass
class Child:
    """A process that runs until it is stopped; `tend` starts it again, after longer and longer pauses.

    One that gave signs of life and then none for `most_silent` seconds is replaced; 0 waits for ever.
    """

    name: str
    command: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    restart_at: float | None = None
    failures: int = 0
    most_silent: float = 0.0
    watch: Watch = field(default_factory=Watch)
    was_silent: bool = False

    def start(self, *, held: bool = False) -> None:
        """Start it; a `held` one may load its code but waits for the end of its standard input before it works."""
        self.watch.forget()
        self.was_silent = False
        environment = {**self.options.get("environment", {}), **self.watch.environment}
        options = {**self.options, "environment": environment}
        self.process = spawn(self.command, stdin=subprocess.PIPE if held else subprocess.DEVNULL, **options)
        self.started_at, self.restart_at = time.monotonic(), None

    def release(self) -> None:
        """Let a held one work; start any other."""
        if self.process is None:
            self.start()
        elif self.process.stdin:
            self.process.stdin.close()

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def tend(self, progress: Progress) -> None:
        if not self.has_ended():
            self.end_if_silent(progress)
        elif self.restart_at is None:
            self.plan_restart(progress)
        elif time.monotonic() >= self.restart_at:
            self.start()

    def end_if_silent(self, progress: Progress) -> None:
        seconds = self.watch.silent_seconds()
        if self.process and self.most_silent and seconds > self.most_silent and not self.was_silent:
            self.was_silent = True
            progress(f"The {self.name} process has given no sign of life for {seconds:.0f} s; replacing it.")
            end_group(self.process)

    def plan_restart(self, progress: Progress) -> None:
        RESTARTS.labels(self.name, "silent" if self.was_silent else "ended").inc()
        now = time.monotonic()
        self.failures = 0 if now - self.started_at > STABLE_SECONDS else self.failures + 1
        delay = min(0.5 * 2**self.failures, LONGEST_DELAY_SECONDS)
        self.restart_at = now + delay
        progress(f"The {self.name} process ended ({self.ending()}); starting it again in {delay:.0f} s.")
        if self.process:
            end_group(self.process)

    def ending(self) -> str:
        code = self.process.returncode if self.process else 0
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name

    def ask_to_stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def wait(self) -> None:
        if self.process:
            self.process.wait()

    def wait_until_stopped(self, deadline: float) -> None:
        if self.process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(deadline - time.monotonic(), 0.1))
        end_group(self.process)
        self.process.wait()


def stop_all(children: Sequence[Child]) -> None:
    """Ask all at once, then wait; after the grace period they are killed (jobs run twice safely)."""
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + GRACE_SECONDS + settings.DRAIN_SECONDS + settings.FINISH_SECONDS
    for child in children:
        child.wait_until_stopped(deadline)

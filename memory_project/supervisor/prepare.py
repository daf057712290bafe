"""What must be there before web and worker start: a migrated database, the embedding model, the demo."""

import fcntl
import io
import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.checks import ERROR
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from memories.sealing.verification import is_sealed_by_another_key
from memory_project.supervisor.children import Child, stop_all, task
from memory_project.supervisor.progress import Progress
from operations import schedules
from operations.queue import advisory_lock
from workspaces.models import ForeignSecretKey, Installation, Workspace

WAIT_SECONDS = 2.0

Demo = dict[str, Any]


def prepare(progress: Progress, *, demo: bool, on_ready: Callable[[], None]) -> Demo | None:
    """Prepare everything and return the demo's login and key, None without a demo. Raises CommandError.

    `on_ready` is called once database and model are ready, before the demo is loaded.
    """
    with one_at_a_time():
        check_database(progress)
        with demo_loader(wanted=demo) as loader:
            with task("-m", "memory_project.supervisor.model", str(progress.began)) as model:
                prepare_database(progress)
                check_secret_key(progress)
                check_seal_key(progress)
            if model.returncode != 0:
                raise CommandError("The embedding model could not be prepared, for the reason above.")
            on_ready()
            return load_demo(progress, loader) if demo else None


@contextmanager
def demo_loader(*, wanted: bool) -> Iterator[Child]:
    """The process that loads the demo, held until the database is ready; not started where nothing is to load."""
    loader = Child("demo", ("-m", "memory_project.supervisor.demo"), {"stdout": subprocess.DEVNULL})
    if wanted and not (settings.DATA_DIR / "demo.json").exists():
        loader.start(held=True)
    try:
        yield loader
    finally:
        stop_all([loader])


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second `up` on the same data folder wait rather than migrate alongside."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.DATA_DIR / "up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def prepare_database(progress: Progress) -> None:
    """Migrate, while others wait that start on the same database with data folders of their own.

    They ask again and again: a statement that waits would hold up indexes that are built concurrently.
    """
    while True:
        with advisory_lock("migrate") as is_ours:
            if is_ours:
                migrate(progress)
                schedules.synchronise()
                return
        progress("Waiting for another host, which prepares this database")
        time.sleep(WAIT_SECONDS)


def migrate(progress: Progress) -> None:
    executor = MigrationExecutor(connection)
    steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if steps:
        progress(f"Migrating the database, {len(steps)} steps")
        call_command("migrate", interactive=False, stdout=MigratedApps(progress))


def check_secret_key(progress: Progress) -> None:
    """Refuse another SECRET_KEY than that of the other hosts. With the embedded database there are none: warn.

    Raises CommandError.
    """
    try:
        Installation.claim_secret_key()
    except ForeignSecretKey as problem:
        if not settings.DATABASES["default"]["EMBEDDED"]:
            raise CommandError(str(problem)) from problem
        progress("Warning: this is another SECRET_KEY than before: logins and links made with that one have ended.")
        Installation.objects.all().delete()
        Installation.claim_secret_key()


def check_seal_key(progress: Progress) -> None:
    """Say so where this data folder has another key than the one that sealed the history; sealing then stops."""
    workspaces = Workspace.objects.values_list("id", flat=True)
    if any(is_sealed_by_another_key(workspace_id=each) for each in workspaces):
        progress(
            "Warning: this database's history was sealed with another key than SEAL_KEY or DATA_DIR/seal.key. Bring "
            "that key here, or name its public key in SEAL_TRUSTED_KEYS; until then no history is sealed."
        )


class MigratedApps(io.TextIOBase):
    """Takes what `migrate` prints and says which app it has come to."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.app = ""

    def write(self, text: str) -> int:
        _, _, name = text.strip().partition("Applying ")
        app = name.partition(".")[0]
        if app not in {"", self.app}:
            self.app = app
            self.progress(f"Migrating {app}")
        return len(text)


def check_database(progress: Progress) -> None:
    """Say what is wrong with the database before anything depends on it, or changes it."""
    if not settings.DATABASES["default"]["EMBEDDED"]:
        progress("Connecting to the server of DATABASE_URL")
    for problem in connection.validation.check():
        if problem.level >= ERROR:
            raise CommandError(f"{problem.msg} {problem.hint or ''}".strip())
        progress(f"Warning: {problem.msg} {problem.hint}")


def load_demo(progress: Progress, loader: Child) -> Demo:
    """Load the demo unless this database has it. Its login and key are in the data folder, where `load_demo` puts them.

    Raises CommandError.
    """
    demo = read_demo()
    if demo is None:
        progress("Loading the demo")
        loader.release()
        loader.wait()
        demo = read_demo()
    if demo is None:
        raise CommandError("The demo could not be loaded, for the reason above. Start with --no-demo.")
    return demo


def read_demo() -> Demo | None:
    """What an earlier start loaded completely into this very database."""
    path = settings.DATA_DIR / "demo.json"
    if not path.exists():
        return None
    demo: Demo = json.loads(path.read_text())
    return demo if demo["is_loaded"] and Workspace.objects.filter(pk=demo["workspace_id"]).exists() else None

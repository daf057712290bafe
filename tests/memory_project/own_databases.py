"""Databases apart from the suite's own, to be killed and thrown away."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from memory_project import embedded
from memory_project.embedded.home import find_home

PROJECT = Path(__file__).resolve().parents[2]


@contextmanager
def folder_with_database(mode: int) -> Iterator[Path]:
    """A data folder with a space in its path, inside a folder of the given mode; all of it goes afterwards."""
    parent = Path(tempfile.mkdtemp(prefix="memory server "))
    parent.chmod(mode)
    data_dir = parent / "data"
    data_dir.mkdir()
    yield data_dir
    embedded.discard(data_dir)
    shutil.rmtree(parent)


def pid_file(data_dir: Path) -> Path:
    """PostgreSQL's note of its process, in the cluster of `data_dir`."""
    home = find_home(data_dir)
    assert home
    return home.cluster / "postmaster.pid"


def server_pid(data_dir: Path) -> int:
    return int(pid_file(data_dir).read_text().split()[0])


class Installation:
    """A data folder with its embedded database, used by processes of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        models = settings.DATA_DIR / "models"
        models.mkdir(parents=True, exist_ok=True)
        (data_dir / "models").symlink_to(models)

    def prepare(self) -> "Installation":
        """Give it a database that is migrated already, where set-up prepared one."""
        embedded.start(self.data_dir, migrated=True)
        return self

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        own = {"DATA_DIR": str(self.data_dir), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "memory_project.settings"}
        environment = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "SEAL_KEY"}}
        return subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT,
            env=environment | own | {"ALLOWED_HOSTS": "testserver"} | variables,
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, *command: str, **variables: str) -> str:
        done = self.run(*command, **variables)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

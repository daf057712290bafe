"""Databases apart from the suite's own, to be killed and thrown away."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory_project import embedded
from memory_project.embedded.home import find_home


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

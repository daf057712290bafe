"""What set-up prepares: a migrated database, from which new data folders start."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from memory_project import embedded
from memory_project.embedded import prepared
from tests.memory_project.own_databases import folder_with_database

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(prepared, "FOLDER", tmp_path / "clusters")
    return tmp_path / "clusters"


def tables(data_dir: Path, *, migrated: bool) -> list[str]:
    server = embedded.start(data_dir, migrated=migrated)
    query = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
    with psycopg.connect(host=server.host, port=server.port, user=server.user, dbname=server.name) as connection:
        return [name for (name,) in connection.execute(query)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a prepared database that has a table: making one takes ten seconds."""
    folder = tmp_path_factory.mktemp("kept") / "clusters"
    with pytest.MonkeyPatch.context() as patch, folder_with_database(0o755) as origin:
        patch.setattr(prepared, "FOLDER", folder)
        server = embedded.start(origin)
        with psycopg.connect(host=server.host, port=server.port, user=server.user, dbname=server.name) as connection:
            connection.execute("CREATE TABLE marker ()")
        embedded.keep_as_prepared(origin)
        assert not embedded.is_running(origin)
    return folder


@pytest.fixture
def one_with_a_table(kept: Path, folder: Path) -> None:
    shutil.copytree(kept, folder)


@pytest.mark.usefixtures("one_with_a_table")
def test_a_new_data_folder_starts_from_it_where_it_is_asked_for() -> None:
    for migrated, expected in ((True, ["marker"]), (False, [])):
        with folder_with_database(0o755) as data_dir:
            assert tables(data_dir, migrated=migrated) == expected


@pytest.mark.usefixtures("one_with_a_table")
def test_a_torn_one_is_no_one() -> None:
    os.truncate(prepared.archive(), prepared.archive().stat().st_size // 2)
    with folder_with_database(0o755) as data_dir:
        assert tables(data_dir, migrated=True) == []


@pytest.mark.usefixtures("one_with_a_table")
def test_one_for_other_code_is_no_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MADE_FROM", ("pyproject.toml",))
    with folder_with_database(0o755) as data_dir:
        assert tables(data_dir, migrated=True) == []


def test_set_ups_own_has_all_tables_and_nothing_that_is_due(folder: Path) -> None:
    with folder_with_database(0o755) as data_dir:
        environment = {"DATA_DIR": str(data_dir), "DATABASE_URL": "", "SECRET_KEY": "set-up", "SEAL_KEY": "set-up"}
        program = (
            "import pathlib, runpy; from memory_project.embedded import prepared; "
            f"prepared.FOLDER = pathlib.Path({str(folder)!r}); "
            "runpy.run_module('memory_project.supervisor.prepared_database', run_name='__main__')"
        )
        subprocess.run([sys.executable, "-c", program], check=True, cwd=PROJECT, env=os.environ | environment)
    with folder_with_database(0o755) as data_dir:
        assert "memories_memory" in tables(data_dir, migrated=True)
        environment = {"DATA_DIR": str(data_dir), "DATABASE_URL": ""}
        command = [sys.executable, "manage.py", "migrate", "--check"]
        subprocess.run(command, check=True, cwd=PROJECT, env=os.environ | environment)
        server = embedded.start(data_dir)
        with psycopg.connect(host=server.host, port=server.port, user=server.user, dbname=server.name) as connection:
            assert connection.execute("SELECT count(*) FROM operations_schedule").fetchone() == (0,)

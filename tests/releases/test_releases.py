"""A filled database of each released version, taken forward by this one: see scripts/store_release.py."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from memory_project import embedded
from memory_project.embedded.binaries import INSTALLATION, wheel_folder
from memory_project.embedded.cluster import SUPERUSER
from tests.memory_project.own_databases import folder_with_database
from tests.releases.schema import describe

PROJECT = Path(__file__).resolve().parents[2]
RELEASES = sorted(folder for folder in Path(__file__).parent.iterdir() if (folder / "release.json").exists())


class Release:
    """A stored database in a data folder of its own, migrated to this version."""

    def __init__(self, folder: Path, data_dir: Path) -> None:
        self.folder, self.data_dir = folder, data_dir
        self.known = json.loads((folder / "release.json").read_text())
        (data_dir / "models").symlink_to(settings.DATA_DIR / "models")
        self.load()
        self.migrated = self.run("migrate", "--no-color")

    def load(self) -> None:
        server = embedded.start(self.data_dir)
        psql = wheel_folder() / INSTALLATION / "bin" / "psql"
        address = ("-h", server.host, "-p", str(server.port), "-U", server.user, "-d", server.name)
        sql = gzip.decompress((self.folder / "database.sql.gz").read_bytes())
        subprocess.run(
            [psql, *address, "-q", "-v", "ON_ERROR_STOP=1"], input=sql, stdout=subprocess.DEVNULL, check=True
        )

    def run(self, *command: str) -> str:
        environment = {
            "DATABASE_URL": "", "DATA_DIR": str(self.data_dir), "SEAL_DIR": str(self.folder / "seals"),
            "SEAL_TRUSTED_KEYS": self.known["seal_key"],
        }  # fmt: skip
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=PROJECT, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True,
        ).stdout  # fmt: skip

    def connect(self) -> psycopg.Connection:
        """As the superuser, whom row-level security hides nothing from."""
        server = embedded.start(self.data_dir)
        return psycopg.connect(host=server.host, port=server.port, user=SUPERUSER, dbname=server.name)


@pytest.fixture(scope="module", params=RELEASES, ids=lambda folder: folder.name)
def release(request):
    with folder_with_database(0o755) as data_dir:
        yield Release(request.param, data_dir)


def test_every_release_is_small():
    assert RELEASES
    assert all((folder / "database.sql.gz").stat().st_size < 300_000 for folder in RELEASES)


def test_no_row_is_lost(release):
    with release.connect() as migrated:
        counts = {
            table: migrated.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in release.known["rows"]
        }
    assert counts == release.known["rows"]


def test_its_schema_is_that_of_a_new_database(release, db):
    with release.connect() as migrated, connection.cursor() as new:
        assert describe(migrated) == describe(new)


def test_its_history_still_holds(release):
    report = release.run("verify_history")
    assert f"over {release.known['rows']['memories_history']} rows, 0 waiting" in report


def test_a_question_gets_its_answer(release):
    answer = release.run("explain_query", release.known["question"], "--user", release.known["user_id"])
    assert release.known["answer"].partition("  ")[2] in answer

"""PostgreSQL's own archive: a base backup and the log since bring back any moment, as docs/operations.md says."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memory_project import embedded
from memory_project.embedded.binaries import folder_for
from memory_project.embedded.home import Home, find_home
from tests.memory_project.own_databases import Installation, folder_with_database
from tests.memory_project.test_backups import ASK, ERASE, FILL, LOAD

WRITE = f"""{LOAD}
known = json.loads(sys.argv[1])
actor = authenticate_key(known["key"], now=timezone.now())
write(actor, known["ana"], sys.argv[2], sys.argv[2])
"""
SET_UP = (
    "ALTER SYSTEM SET archive_mode = on",
    """ALTER SYSTEM SET archive_command = 'test ! -f "{archive}/%f" && cp %p "{archive}/%f"'""",
)
RECOVERY = """
restore_command = 'cp "{archive}/%f" %p'
recovery_target_time = '{moment}'
recovery_target_action = 'promote'
hot_standby = off
"""


@pytest.fixture
def original() -> Iterator[Installation]:
    with folder_with_database(0o755) as data_dir:
        yield Installation(data_dir).prepare()


@pytest.fixture
def elsewhere() -> Iterator[Installation]:
    with folder_with_database(0o755) as data_dir:
        yield Installation(data_dir)


def execute(installation: Installation, sql: str) -> object:
    """As the administrator."""
    with psycopg.connect(embedded.superuser_address(installation.data_dir), autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchone()[0] if cursor.description else None


def home_of(installation: Installation) -> Home:
    home = find_home(installation.data_dir)
    assert home
    return home


def run(home: Home, *command: object) -> None:
    done = home.account.run(*(str(part) for part in command))
    assert done.returncode == 0, done.stdout


def archive_log(installation: Installation) -> Path:
    """Have PostgreSQL archive its log from now on; returns where."""
    home = home_of(installation)
    archive = home.path / "archive"
    run(home, "mkdir", archive)
    for sql in SET_UP:
        execute(installation, sql.format(archive=archive))
    embedded.stop(installation.data_dir)
    return archive


def base_backup(installation: Installation) -> Path:
    server = embedded.start(installation.data_dir)
    home = home_of(installation)
    programs, copy = folder_for(home.account), home.path / "base"
    run(
        home,
        programs / "pg_basebackup",
        "-h",
        server.host,
        "-p",
        server.port,
        "-U",
        "postgres",
        "-c",
        "fast",
        "-D",
        copy,
    )
    return copy


def recover(installation: Installation, base: Path, archive: Path, moment: str) -> None:
    """Put the base backup in the place of the cluster, and have PostgreSQL recover up to the moment."""
    embedded.start(installation.data_dir)
    embedded.stop(installation.data_dir)
    home = home_of(installation)
    run(home, "rm", "-rf", home.cluster)
    shutil.copytree(base, home.cluster)
    with (home.cluster / "postgresql.auto.conf").open("a") as file:
        file.write(RECOVERY.format(archive=archive, moment=moment))
    (home.cluster / "recovery.signal").touch()
    for path in (home.cluster, *home.cluster.rglob("*")):
        shutil.chown(path, home.account.uid, home.account.gid)
    home.cluster.chmod(0o700)


def test_a_moment_comes_back_and_who_was_erased_since_is_erased_again(original, elsewhere):
    known = original.says("-c", FILL).splitlines()[-1]
    archive = archive_log(original)
    base = base_backup(original)
    original.says("-c", WRITE, known, "Ana swims in the lake.")
    moment = str(execute(original, "SELECT clock_timestamp()"))
    original.says("-c", WRITE, known, "Ana plays chess.")
    original.says("-c", ERASE)
    execute(original, "SELECT pg_switch_wal()")
    embedded.stop(original.data_dir)  # the last segment is archived before it ends

    recover(elsewhere, base, archive, moment)
    for name in ("secret.key", "seal.key"):
        shutil.copy(original.data_dir / name, elsewhere.data_dir / name)
    brought_back = json.loads(elsewhere.says("-c", ASK, known))
    assert sorted(brought_back[0]) == ["Ana cooks mushroom risotto.", "Ana swims in the lake."]
    assert brought_back[1] == ["Ben repairs a boat."]

    seals = original.data_dir / "seals"
    assert elsewhere.says("manage.py", "repeat_erasures", str(seals / "erasures.jsonl")) == "1 people are erased again."
    assert json.loads(elsewhere.says("-c", ASK, known)) == [brought_back[0], 404]
    assert "holds: 1 seals" in elsewhere.says("manage.py", "verify_history", "--complete-log")

"""The database engine: starts the embedded server when it is needed, and looks at the one of DATABASE_URL first."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from memory_project import embedded
from memory_project.embedded import EmbeddedDatabaseError
from memory_project.embedded.cluster import SUPERUSER
from memory_project.postgresql.base import DatabaseWrapper, Restarts
from memory_project.postgresql.requirements import LEAKPROOF_SQL, QUIET_LOG_SQL, pgvector_problems, version_problems
from memory_project.supervisor.children import spawn
from tests.memory_project.own_databases import server_pid

PROJECT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=os.environ | {"DATABASE_URL": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(autouse=True)
def connections_allowed(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """These tests have databases of their own; the suite's test database stays untouched."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def engine(data_dir: Path, settings: Settings) -> Iterator[DatabaseWrapper]:
    """The engine on the embedded database of `data_dir`, which no connection has asked for yet."""
    settings.DATA_DIR = data_dir
    embedded.stop(data_dir)
    wrapper = wrap(EMBEDDED=True, NAME="memory")
    yield wrapper
    wrapper.close()


def wrap(**settings_dict: Any) -> DatabaseWrapper:
    empty = {"HOST": "", "PORT": "", "USER": ""}
    return DatabaseWrapper(connections["default"].settings_dict | empty | settings_dict, alias="tried")


def ask(wrapper: DatabaseWrapper, query: str) -> Any:
    with wrapper.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def test_the_first_query_starts_the_server(engine: DatabaseWrapper, data_dir: Path) -> None:
    assert not embedded.is_running(data_dir)
    assert ask(engine, "SELECT current_database()") == "memory"


@pytest.mark.parametrize("niceness", [0, 7])
def test_a_process_is_served_at_its_own_priority(niceness: int, data_dir: Path) -> None:
    embedded.start(data_dir)
    script = "from django.db import connection as c; c.ensure_connection(); print(c.connection.info.backend_pid)"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    environment = {"DATABASE_URL": "", "DATA_DIR": str(data_dir)}
    command = ("manage.py", "shell", "--no-imports", "-c", f"{script}; input()")
    with spawn(command, environment=environment, niceness=niceness, **pipes) as process:
        assert process.stdout
        server_process = int(process.stdout.readline())
        assert os.getpriority(os.PRIO_PROCESS, server_process) == os.nice(0) + niceness
        process.communicate("\n")


def test_a_connection_after_kill_9_finds_it_started_again(engine: DatabaseWrapper, data_dir: Path) -> None:
    started_at = ask(engine, "SELECT pg_postmaster_start_time()")
    os.kill(server_pid(data_dir), signal.SIGKILL)
    engine.close()
    assert ask(engine, "SELECT pg_postmaster_start_time()") > started_at


def test_where_it_cannot_start_threads_share_one_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Mock(side_effect=EmbeddedDatabaseError("There is no room."))
    monkeypatch.setattr(embedded, "start", start)
    restarts = Restarts()
    for message in ("no room", "a moment ago"):
        with pytest.raises(psycopg.OperationalError, match=message):
            restarts.start(tmp_path)
    assert start.call_count == 1


def test_checks_and_settings_start_nothing(tmp_path: Path) -> None:
    assert manage("check", DATA_DIR=str(tmp_path)).returncode == 0
    assert not (tmp_path / "postgres").exists()


def test_a_command_that_started_the_server_stops_it_at_its_end(data_dir: Path) -> None:
    embedded.stop(data_dir)
    assert manage("showmigrations", "workspaces", DATA_DIR=str(data_dir)).returncode == 0
    assert not embedded.is_running(data_dir)


@pytest.fixture
def external(data_dir: Path) -> dict[str, Any]:
    """Settings of a server somewhere else: another embedded one serves."""
    server = embedded.start(data_dir)
    return {"EMBEDDED": False, "HOST": server.host, "PORT": server.port, "USER": server.user, "NAME": server.name}


def execute_as_superuser(external: dict[str, Any], *statements: str) -> None:
    with psycopg.connect(host=external["HOST"], user=SUPERUSER, dbname=external["NAME"], autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def refusal(external: dict[str, Any], **other: str) -> str:
    with pytest.raises(ImproperlyConfigured) as refused:
        wrap(**external | other).ensure_connection()
    return str(refused.value)


def test_a_fit_server_is_taken(external: dict[str, Any]) -> None:
    wrapper = wrap(**external)
    assert wrapper.validation.check() == []
    wrapper.close()


def test_a_superuser_is_refused_with_the_sql_to_run(external: dict[str, Any]) -> None:
    message = refusal(external, USER=SUPERUSER)
    assert "is a superuser" in message
    assert "CREATE ROLE memory LOGIN PASSWORD '...' NOSUPERUSER NOBYPASSRLS;" in message


def test_a_role_that_bypasses_row_level_security_is_refused(external: dict[str, Any]) -> None:
    execute_as_superuser(external, "DROP ROLE IF EXISTS free", "CREATE ROLE free LOGIN BYPASSRLS")
    assert "free of DATABASE_URL has BYPASSRLS" in refusal(external, USER="free")


def test_a_database_without_pgvector_is_refused_with_the_sql_to_run(external: dict[str, Any]) -> None:
    execute_as_superuser(external, "DROP DATABASE IF EXISTS bare", "CREATE DATABASE bare TEMPLATE template0")
    assert "connected to bare (and to template1, if tests run there): CREATE EXTENSION vector;" in refusal(
        external, NAME="bare"
    )


def test_an_old_server_is_refused() -> None:
    assert version_problems(15) == []
    assert "is PostgreSQL 14; the memory server needs 15 or newer" in version_problems(14)[0]


@pytest.mark.parametrize(
    ("available", "installed", "advice"),
    [
        (None, None, "Install it beside that PostgreSQL"),
        ("0.7.4", "0.7.4", "Install it beside that PostgreSQL"),
        ("0.8.0", "0.7.4", "ALTER EXTENSION vector UPDATE;"),
        ("0.10.1", None, "CREATE EXTENSION vector;"),
    ],
)
def test_each_lack_of_pgvector_has_its_advice(available: str | None, installed: str | None, advice: str) -> None:
    assert advice in pgvector_problems("memory", available=available, installed=installed)[0]


def test_slow_text_search_is_warned_of_with_the_sql_to_run(external: dict[str, Any]) -> None:
    execute_as_superuser(external, LEAKPROOF_SQL.replace("LEAKPROOF", "NOT LEAKPROOF"))
    wrapper = wrap(**external)
    [warning] = wrapper.validation.check()
    execute_as_superuser(external, LEAKPROOF_SQL)
    assert (warning.id, LEAKPROOF_SQL in warning.hint) == ("memory_project.W001", True)
    assert wrapper.validation.check() == []
    wrapper.close()


def test_a_log_that_may_quote_people_is_warned_of_with_the_sql_to_run(external: dict[str, Any]) -> None:
    wrapper = wrap(**external)
    execute_as_superuser(external, "ALTER ROLE memory SET log_min_error_statement = 'error'")
    [warning] = wrapper.validation.check()
    wrapper.close()
    execute_as_superuser(external, QUIET_LOG_SQL.format(role="memory"))
    assert warning.id == "memory_project.W002" and QUIET_LOG_SQL.format(role='"memory"') in warning.hint
    assert wrapper.validation.check() == []
    wrapper.close()


def test_a_server_that_does_not_answer_is_an_error_of_the_check() -> None:
    [error] = wrap(EMBEDDED=False, HOST="127.0.0.1", PORT="9", USER="memory", NAME="memory").validation.check()
    assert error.id == "memory_project.E002"


def test_migrate_says_what_is_wrong_with_database_url(external: dict[str, Any], tmp_path: Path) -> None:
    url = f"postgres:///memory?host={external['HOST']}&user={SUPERUSER}"
    done = manage("migrate", DATABASE_URL=url, DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert "The role postgres of DATABASE_URL is a superuser" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "postgres").exists()

"""The embedded PostgreSQL: what it offers, and what it survives."""

import multiprocessing
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from memory_project import embedded
from memory_project.embedded import EmbeddedDatabaseError, binaries
from memory_project.embedded.home import create_home, find_home
from tests.faults.processes import until
from tests.memory_project.own_databases import folder_with_database, pid_file, server_pid


@contextmanager
def connected(data_dir: Path, **other: str) -> Iterator[psycopg.Connection]:
    server = embedded.start(data_dir)
    parameters = {"host": server.host, "port": server.port, "user": server.user, "dbname": server.name} | other
    with psycopg.connect(**parameters, autocommit=True) as connection:
        yield connection


def ask(data_dir: Path, query: str, **other: str) -> list[tuple]:
    with connected(data_dir, **other) as connection:
        return connection.execute(query).fetchall()


def test_the_application_role_cannot_pass_row_level_security_but_may_create_test_databases(data_dir: Path) -> None:
    query = "SELECT rolsuper, rolbypassrls, rolcreatedb FROM pg_roles WHERE rolname = current_user"
    assert ask(data_dir, query) == [(False, False, True)]


def test_a_new_database_has_pgvector_and_leakproof_text_search(data_dir: Path) -> None:
    with connected(data_dir) as connection:
        connection.execute("CREATE DATABASE test_memory")
    assert ask(data_dir, "SELECT '[1,2]'::halfvec(2) <-> '[1,2]'", dbname="test_memory") == [(0.0,)]
    query = "SELECT DISTINCT proleakproof FROM pg_proc WHERE proname IN ('ts_match_vq', 'ts_match_qv')"
    assert ask(data_dir, query, dbname="test_memory") == [(True,)]


def test_text_search_takes_typographic_marks_for_marks(data_dir: Path) -> None:
    query = "SELECT tsvector_to_array(to_tsvector('simple', '“Ärger” — «Łódź»'))"
    assert ask(data_dir, query) == [(["ärger", "łódź"],)]


def test_it_listens_on_a_closed_socket_only(data_dir: Path) -> None:
    server = embedded.start(data_dir)
    socket = Path(server.host) / f".s.PGSQL.{server.port}"
    assert socket.is_socket()
    assert len(os.fsencode(socket)) < 107
    assert stat.S_IMODE(Path(server.host).stat().st_mode) == 0o700
    assert ask(data_dir, "SHOW listen_addresses") == [("",)]


def test_its_log_names_failures_without_what_people_said(data_dir: Path) -> None:
    with connected(data_dir) as connection:
        connection.execute("CREATE TEMPORARY TABLE note (text text UNIQUE)")
        for _ in range(2):
            with suppress(psycopg.errors.UniqueViolation):
                connection.execute("INSERT INTO note VALUES ('Ana sails near Lisbon')")
    until(lambda: "note_text_key" in log_of(data_dir))
    assert "Lisbon" not in log_of(data_dir)


def log_of(data_dir: Path) -> str:
    return "".join(path.read_text() for path in pid_file(data_dir).parent.glob("log/*.log"))


def test_it_keeps_what_was_committed(data_dir: Path) -> None:
    assert ask(data_dir, "SHOW fsync") == [("on",)]
    assert ask(data_dir, "SHOW synchronous_commit") == [("on",)]


def test_starting_from_many_sides_at_once_gives_one_server(new_data_dir: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        servers = set(pool.map(embedded.start, [new_data_dir] * 4))
    assert len(servers) == 1
    running = [process for process in psutil.process_iter(["cmdline"]) if is_server_of(process, new_data_dir)]
    assert [process.pid for process in running] == [server_pid(new_data_dir)]


def is_server_of(process: psutil.Process, data_dir: Path) -> bool:
    return str(pid_file(data_dir).parent) in (process.info["cmdline"] or [])


def test_two_data_folders_have_two_servers(data_dir: Path, closed_data_dir: Path) -> None:
    assert embedded.start(data_dir).host != embedded.start(closed_data_dir).host
    embedded.stop(data_dir)
    assert (embedded.is_running(data_dir), embedded.is_running(closed_data_dir)) == (False, True)


def test_it_comes_back_after_kill_9_with_what_was_committed(data_dir: Path) -> None:
    with connected(data_dir) as connection:
        connection.execute("CREATE TABLE note AS SELECT 'kept' AS text")
    os.kill(server_pid(data_dir), signal.SIGKILL)
    assert ask(data_dir, "SELECT text FROM note") == [("kept",)]


def test_a_stale_pid_that_is_now_another_process_neither_stops_it_nor_is_harmed(data_dir: Path) -> None:
    embedded.start(data_dir)
    left_over = pid_file(data_dir).read_text()
    owner = pid_file(data_dir).stat().st_uid
    embedded.stop(data_dir)
    with subprocess.Popen(["sleep", "60"], user=owner if os.geteuid() == 0 else None) as bystander:
        pid_file(data_dir).write_text(left_over.replace(left_over.split()[0], str(bystander.pid), 1))
        assert ask(data_dir, "SELECT 1") == [(1,)]
        embedded.stop(data_dir)
        assert bystander.poll() is None
        bystander.kill()


STUCK = """
import signal, socket, sys
from contextlib import suppress
signal.signal(signal.SIGQUIT, signal.SIG_DFL)  # what a shell starts in the background ignores it
with socket.socket(socket.AF_UNIX) as listening:
    listening.bind(sys.argv[1])
    listening.listen()
    while True:
        caller, _ = listening.accept()
        with suppress(OSError), caller:
            caller.settimeout(5)
            caller.recv(8192)
            fields = b"SFATAL\\0VFATAL\\0C57P03\\0Mthe database system is not yet accepting connections\\0\\0"
            caller.sendall(b"E" + (4 + len(fields)).to_bytes(4, "big") + fields)
"""


def test_one_that_hangs_after_a_failed_recovery_is_replaced(data_dir: Path, monkeypatch) -> None:
    monkeypatch.setattr(embedded.server, "STUCK_SECONDS", 0.5)
    embedded.start(data_dir)
    home = find_home(data_dir)
    state = pid_file(data_dir).read_text().splitlines()
    embedded.stop(data_dir)
    home.create_socket_dir()
    stuck = subprocess.Popen([sys.executable, "-c", STUCK, home.socket, home.cluster], user=home.account.uid)
    threading.Thread(target=stuck.wait).start()
    until(home.socket.exists)
    pid_file(data_dir).write_text("\n".join([str(stuck.pid), *state[1:]]) + "\n")
    os.chown(pid_file(data_dir), home.account.uid, -1)
    assert ask(data_dir, "SELECT 1") == [(1,)] and stuck.returncode == -signal.SIGQUIT


def test_an_interrupted_creation_is_begun_anew(new_data_dir: Path) -> None:
    home = create_home(new_data_dir)
    for command in ("mkdir", home.path / "cluster.new"), ("touch", home.path / "cluster.new" / "PG_VERSION"):
        assert home.account.run(*command).returncode == 0
    assert ask(new_data_dir, "SELECT current_database()") == [("memory",)]


def test_libraries_to_preload_reach_the_server(new_data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_PRELOAD", "libc.so.6")
    monkeypatch.setenv("PGPORT", "1")
    assert create_home(new_data_dir).account.run("/bin/sh", "-c", "echo $LD_PRELOAD $PGPORT").stdout == "libc.so.6\n"


def test_a_lost_socket_is_made_again(data_dir: Path) -> None:
    shutil.rmtree(embedded.start(data_dir).host)
    assert ask(data_dir, "SELECT 1") == [(1,)]


def test_it_stops_only_when_nobody_uses_it(data_dir: Path) -> None:
    with connected(data_dir):
        assert embedded.stop_if_unused(data_dir) is False
        assert embedded.is_running(data_dir)
    assert embedded.stop_if_unused(data_dir) is True
    assert not embedded.is_running(data_dir)


def test_so_it_does_where_nobody_may_connect_to_ask(new_data_dir: Path) -> None:
    """As with a full disk, where a server that was started again takes no session."""
    with connected(new_data_dir):
        superuser = embedded.superuser_address(new_data_dir)
        with psycopg.connect(superuser, autocommit=True) as asking:
            asking.execute("ALTER DATABASE postgres ALLOW_CONNECTIONS false")
        assert embedded.stop_if_unused(new_data_dir) is False
        assert embedded.is_running(new_data_dir)
    assert embedded.stop_if_unused(new_data_dir) is True
    assert not embedded.is_running(new_data_dir)


def test_a_moved_data_folder_keeps_its_database(closed_data_dir: Path) -> None:
    with connected(closed_data_dir) as connection:
        connection.execute("CREATE TABLE moved_note AS SELECT 'moved' AS text")
    embedded.stop(closed_data_dir)
    moved = closed_data_dir.rename(closed_data_dir.with_name("moved"))
    assert ask(moved, "SELECT text FROM moved_note") == [("moved",)]
    embedded.stop(moved)
    moved.rename(closed_data_dir)


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="root alone changes accounts")
NOBODY, DAEMON = 65534, 1


def run_as(uid: int, function: Callable[[Path], object], data_dir: Path) -> str:
    """Call `function` as another account; return its answer or complaint as text."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe()

    def child() -> None:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        try:
            sender.send(str(function(data_dir)))
        except EmbeddedDatabaseError as problem:
            sender.send(str(problem))

    process = context.Process(target=child)
    process.start()
    process.join()
    assert receiver.poll()
    return receiver.recv()


@pytest.fixture(scope="module")
def users_data_dir() -> Iterator[Path]:
    """The data folder of a normal user, who has started the database.

    The programs come from where every account can execute them: this .venv may lie in a closed folder.
    """
    programs = binaries.sheltered_copy() / binaries.WHEEL
    with folder_with_database(0o755) as data_dir, pytest.MonkeyPatch.context() as patch:
        patch.setattr(binaries, "wheel_folder", lambda: programs)
        os.chown(data_dir, NOBODY, NOBODY)
        run_as(NOBODY, embedded.start, data_dir)
        yield data_dir


@needs_root
def test_a_closed_folder_leads_to_a_sheltered_database(closed_data_dir: Path) -> None:
    embedded.start(closed_data_dir)
    home = closed_data_dir / "postgres"
    assert home.is_symlink()
    assert home.owner() != "root"
    assert stat.S_IMODE(closed_data_dir.parent.stat().st_mode) == 0o700


@needs_root
def test_a_copied_link_is_refused_with_what_to_do(closed_data_dir: Path) -> None:
    embedded.start(closed_data_dir)
    copy = closed_data_dir.with_name("copy")
    shutil.copytree(closed_data_dir, copy, symlinks=True)
    with pytest.raises(EmbeddedDatabaseError, match=r"is a copy of .* Remove .*copy/postgres"):
        embedded.start(copy)


@needs_root
def test_a_link_to_nothing_is_refused_with_what_to_do(closed_data_dir: Path) -> None:
    embedded.start(closed_data_dir)
    embedded.stop(closed_data_dir)
    link = closed_data_dir / "postgres"
    shelter = link.resolve().parent
    hidden = shelter.rename(shelter.with_name(f"{shelter.name}.hidden"))
    with pytest.raises(EmbeddedDatabaseError, match="is gone"):
        embedded.start(closed_data_dir)
    hidden.rename(shelter)


@needs_root
def test_a_normal_user_has_the_database_in_the_data_folder(users_data_dir: Path) -> None:
    answer = run_as(NOBODY, lambda folder: ask(folder, "SELECT current_user"), users_data_dir)
    assert answer == "[('memory',)]"
    assert (users_data_dir / "postgres").stat().st_uid == NOBODY
    assert (users_data_dir / "postgres" / "cluster").is_dir()


@needs_root
def test_another_user_is_told_whose_database_it_is(users_data_dir: Path) -> None:
    assert "belongs to the account nobody" in run_as(DAEMON, embedded.start, users_data_dir)


@needs_root
def test_root_runs_a_users_database_as_that_user(users_data_dir: Path) -> None:
    embedded.stop(users_data_dir)
    assert ask(users_data_dir, "SELECT 1") == [(1,)]
    assert psutil.Process(server_pid(users_data_dir)).uids().real == NOBODY

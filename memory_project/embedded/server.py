"""Starting and stopping the server of a data folder."""

import os
import re
import shutil
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg

from memory_project.embedded import prepared
from memory_project.embedded.account import Account
from memory_project.embedded.binaries import folder_for
from memory_project.embedded.cluster import APPLICATION_ROLE, DATABASE, SUPERUSER, create_cluster
from memory_project.embedded.errors import EmbeddedDatabaseError
from memory_project.embedded.home import PORT, Home, create_home, find_home, locked
from memory_project.embedded.sizing import as_options, server_settings

PG_CTL_SECONDS = 120
ORPHAN_SECONDS = 15
STUCK_SECONDS = 10
REJECTING = 1  # pg_isready's: the server answers, but takes nobody while it starts, recovers or stops
LEAVING_SECONDS = 3  # PostgreSQL counts a closed connection until its process has ended
CLIENTS_SQL = """
SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
CLIENT_TITLE = re.compile(rf"postgres: ({APPLICATION_ROLE}|{SUPERUSER}) \S+ \[local\]")
NO_SUCH_PROCESS = 2**31 - 1  # above every system's highest process id


@dataclass(frozen=True)
class ConnectionParameters:
    host: str  # the socket's folder
    port: int
    user: str
    name: str


def start(data_dir: Path, *, migrated: bool = False) -> ConnectionParameters:
    """Make sure that the server of `data_dir` answers, creating its cluster the first time.

    A new cluster is empty; with `migrated` it has our tables already, where set-up prepared that. Many processes may
    call it at once. Raises EmbeddedDatabaseError with a sentence that says what to do.
    """
    with locked(data_dir):
        home = find_home(data_dir) or create_home(data_dir)
        programs = folder_for(home.account)
        if not home.cluster.exists():
            create_cluster(home, programs, migrated=migrated)
        if not answers(home, programs) and not wait_for_running_server(home, programs):
            launch(home, programs)
    return ConnectionParameters(str(home.socket_dir), PORT, APPLICATION_ROLE, DATABASE)


def superuser_address(data_dir: Path) -> str:
    """How the superuser reaches the server of `data_dir`, which is started. Raises EmbeddedDatabaseError."""
    server = start(data_dir)
    return f"host={server.host} port={server.port} user={SUPERUSER} dbname={server.name}"


def program(name: str) -> Path:
    """One of the wheel's programs, such as pg_dump, for this process to run."""
    return folder_for(Account.current()) / name


def stop(data_dir: Path) -> None:
    """Stop the server of `data_dir`, ending its connections. Does nothing when it does not run."""
    home = find_home(data_dir)
    if home:
        with locked(data_dir):
            halt(home, folder_for(home.account))


def stop_if_unused(data_dir: Path) -> bool:
    """Stop the server of `data_dir` unless another client is connected; return whether it is down now."""
    home = find_home(data_dir)
    if home is None:
        return True
    programs = folder_for(home.account)
    with locked(data_dir):
        if answers(home, programs) and has_clients(home):
            return False
        halt(home, programs)
        return True


def keep_as_prepared(data_dir: Path) -> None:
    """Stop the server of `data_dir`, keep a copy of its cluster for new data folders, and delete the database.

    Raises OSError where the environment of Python cannot be written to.
    """
    home = find_home(data_dir)
    if home:
        stop(data_dir)
        prepared.pack(home)
        discard(data_dir)


def is_running(data_dir: Path) -> bool:
    home = find_home(data_dir)
    return home is not None and answers(home, folder_for(home.account))


def discard(data_dir: Path) -> None:
    """Stop the server of `data_dir` and delete its database for good."""
    home = find_home(data_dir)
    if home:
        with locked(data_dir):
            halt(home, folder_for(home.account))
            delete_home(home, data_dir)


def answers(home: Home, programs: Path) -> bool:
    return ask_readiness(home, programs) == 0


def ask_readiness(home: Home, programs: Path) -> int:
    """The exit code of pg_isready: 0 where the server takes connections."""
    address = ("-h", home.socket_dir, "-p", str(PORT), "-d", "postgres")
    return home.account.run(programs / "pg_isready", "-q", *address).returncode


def running_pid(home: Home) -> int | None:
    """Return the server's process id, None when postmaster.pid is missing or left over.

    The number alone proves nothing: after a kill or a restarted container it may be some other process's.
    """
    try:
        pid = int(read_pid_file(home)[0])
        command = psutil.Process(pid).cmdline()
    except (ValueError, psutil.NoSuchProcess, psutil.AccessDenied):
        return None
    return pid if str(home.cluster) in command else None


def read_pid_file(home: Home) -> list[str]:
    """Return the lines of postmaster.pid, of which the last tells the state; a single empty one without the file."""
    try:
        return [line.strip() for line in (home.cluster / "postmaster.pid").read_text().splitlines()] or [""]
    except FileNotFoundError:
        return [""]


def wait_for_running_server(home: Home, programs: Path) -> bool:
    """Wait for a server that somebody began to start; return False when none can be reached."""
    recovering_at = time.monotonic()
    deadline = recovering_at + PG_CTL_SECONDS
    while (pid := running_pid(home)) and time.monotonic() < deadline:
        if (answer := ask_readiness(home, programs)) == 0:
            return True
        state = read_pid_file(home)[-1]
        if state == "ready" and not home.socket.exists():  # somebody cleaned /tmp
            pg_ctl(home, programs, "stop", "-m", "fast")
            return False
        if answer != REJECTING or state == "stopping" or is_recovering(pid):
            recovering_at = time.monotonic()
        elif time.monotonic() - recovering_at > STUCK_SECONDS:
            # PostgreSQL 18 sometimes waits for ever once its recovery failed on a full disk.
            pg_ctl(home, programs, "stop", "-m", "immediate")
            return False
        time.sleep(0.05)
    return False


def is_recovering(pid: int) -> bool:
    """Whether the server reads its log after a crash, which a process of its own does."""
    try:
        return any("startup" in " ".join(child.cmdline()) for child in psutil.Process(pid).children())
    except psutil.NoSuchProcess:
        return False


def launch(home: Home, programs: Path) -> None:
    """Start the server; children of one that was killed notice it within seconds, so try again for a while."""
    disarm_stale_pid(home)
    home.create_socket_dir()
    deadline = time.monotonic() + ORPHAN_SECONDS
    while complaint := try_launch(home, programs):
        if "is still in use" not in complaint or time.monotonic() > deadline:
            raise EmbeddedDatabaseError(
                f"The embedded PostgreSQL in {home.path} did not start as {home.account.name}: {complaint}"
            )
        time.sleep(0.2)


def try_launch(home: Home, programs: Path) -> str:
    """Return what PostgreSQL says against it, nothing when it runs."""
    log = home.path / "startup.log"
    home.account.run("rm", "-f", log, *home.socket_dir.glob(".s.PGSQL.*"))
    options = as_options(server_settings(home.socket_dir))
    done = pg_ctl(home, programs, "start", "-l", log, "-o", options)
    if done.returncode == 0:
        return ""
    return done.stdout + home.account.run("tail", "-n", "20", log).stdout


def disarm_stale_pid(home: Home) -> None:
    """Let postmaster.pid name no live process: PostgreSQL would take a reused number for its predecessor.

    The file itself stays: by its other lines PostgreSQL knows children of the predecessor that still run.
    """
    path = home.cluster / "postmaster.pid"
    if path.exists():
        _, _, rest = path.read_text().partition("\n")
        # The longest of numbers, written over the old one: cut first, a full disk would leave the file empty for good.
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{NO_SUCH_PROCESS}\n{rest}")


def halt(home: Home, programs: Path) -> None:
    if running_pid(home) and pg_ctl(home, programs, "stop", "-m", "fast").returncode != 0:
        pg_ctl(home, programs, "stop", "-m", "immediate")
    home.account.run("rm", "-rf", home.socket_dir)


def pg_ctl(home: Home, programs: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return home.account.run(programs / "pg_ctl", "-s", "-w", "-t", str(PG_CTL_SECONDS), "-D", home.cluster, *arguments)


def has_clients(home: Home) -> bool:
    """Whether somebody stays connected beside the one that asks."""
    deadline = time.monotonic() + LEAVING_SECONDS
    while count_clients(home) > 0:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False


def count_clients(home: Home) -> int:
    """Return how many connections are open beside the one that asks; with a full disk, nobody may connect to ask."""
    superuser = f"host={home.socket_dir} port={PORT} user={SUPERUSER} dbname=postgres"
    try:
        with psycopg.connect(superuser) as connection:
            row = connection.execute(CLIENTS_SQL).fetchone()
    except psycopg.OperationalError:
        return count_client_processes(home)
    return row[0] if row else 0


def count_client_processes(home: Home) -> int:
    """The same by the titles of PostgreSQL's processes, which for clients name a role and a database."""
    pid, found = running_pid(home), 0
    for process in psutil.Process(pid).children() if pid else ():
        with suppress(psutil.NoSuchProcess):
            found += CLIENT_TITLE.match(" ".join(process.cmdline())) is not None
    return found


def delete_home(home: Home, data_dir: Path) -> None:
    entry = data_dir.resolve() / home.path.name
    if entry.is_symlink():
        shutil.rmtree(home.path.parent)
        entry.unlink()
    else:
        shutil.rmtree(home.path)

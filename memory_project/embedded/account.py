"""Which operating system account runs PostgreSQL, because it refuses to run as root."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from memory_project.embedded.errors import EmbeddedDatabaseError

DEDICATED_ACCOUNT = "memory-server"


@dataclass(frozen=True)
class Account:
    uid: int
    gid: int

    @classmethod
    def current(cls) -> "Account":
        return cls(os.geteuid(), os.getegid())

    @classmethod
    def owner_of(cls, path: Path) -> "Account":
        status = path.stat()
        return cls(status.st_uid, status.st_gid)

    @property
    def name(self) -> str:
        try:
            return pwd.getpwuid(self.uid).pw_name
        except KeyError:
            return f"number {self.uid}"

    def run(
        self, *command: str | Path, stdin: str | IO[bytes] = "", stdout: IO[bytes] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run `command` as this account and return its exit code with stdout and stderr together.

        Where a file is given as `stdout`, it takes that, and stderr is returned apart. The environment is built
        anew: PGHOST and the like would mislead the programs, and the caller's secrets are no business of the server.
        """
        is_root = os.geteuid() == 0
        return subprocess.run(  # noqa: S603 -- fixed programs, no shell
            [str(part) for part in command],
            **({"input": stdin} if isinstance(stdin, str) else {"stdin": stdin}),
            stdout=stdout or subprocess.PIPE,
            stderr=subprocess.PIPE if stdout else subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            cwd="/",
            env=clean_environment(),
            user=self.uid if is_root else None,
            group=self.gid if is_root else None,
            extra_groups=[] if is_root else None,
        )

    def can_enter(self, folder: Path) -> bool:
        return self.run("/bin/sh", "-c", 'cd "$1"', "sh", folder).returncode == 0

    def can_execute(self, program: Path) -> bool:
        return self.run("/bin/sh", "-c", 'test -x "$1"', "sh", program).returncode == 0


def clean_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "LD_PRELOAD") if name in os.environ}
    return {"PATH": os.defpath, "LC_ALL": "C", **kept}


def unprivileged_account() -> Account:
    """Return the account that runs a new cluster when we are root.

    `postgres` where the system has it, else one of our own, made now. `nobody` is the last resort: other
    daemons share it, and whoever is `nobody` may connect.
    """
    account = find_account("postgres") or find_account(DEDICATED_ACCOUNT)
    if account is None:
        create_dedicated_account()
        account = find_account(DEDICATED_ACCOUNT) or find_account("nobody")
    if account is None:
        raise EmbeddedDatabaseError(
            f"PostgreSQL refuses to run as root. Create an account for it: useradd --system {DEDICATED_ACCOUNT}"
        )
    return account


def find_account(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_uid, entry.pw_gid)


def create_dedicated_account() -> None:
    """Make the system account where `useradd` is at hand; its failure leaves us with `nobody`."""
    useradd = shutil.which("useradd") or shutil.which("useradd", path="/usr/sbin:/sbin")
    if useradd:
        options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
        command = [useradd, *options, "--shell", "/usr/sbin/nologin", DEDICATED_ACCOUNT]
        subprocess.run(command, check=False, capture_output=True)  # noqa: S603 -- fixed program

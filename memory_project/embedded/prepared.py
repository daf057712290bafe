"""A migrated cluster that set-up made once. A new data folder copies it instead of creating one and migrating it."""

import hashlib
import importlib.metadata
import sys
from pathlib import Path

from memory_project.embedded.binaries import WHEEL
from memory_project.embedded.home import Home

FOLDER = Path(sys.prefix) / "share" / "clusters"
PROJECT = Path(__file__).resolve().parents[2]
MADE_FROM = ("requirements.lock", "memory_project/embedded/cluster.py", "*/migrations/*.py")


def archive() -> Path:
    """Where the cluster for this very code lies: its name is the digest of what it is made from."""
    digest = hashlib.sha256(importlib.metadata.version(WHEEL).encode())
    for pattern in MADE_FROM:
        for path in sorted(PROJECT.glob(pattern)):
            digest.update(path.read_bytes())
    return FOLDER / f"{digest.hexdigest()[:16]}.tar"


def pack(home: Home) -> None:
    """Store the cluster of `home`, whose server was stopped, and delete older ones. A rename makes it appear whole.

    Raises OSError where the environment of Python cannot be written to.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    draft = archive().with_suffix(".new")
    with draft.open("wb") as file:
        done = home.account.run("tar", "-cf", "-", "-C", home.path, home.cluster.name, stdout=file)
    if done.returncode != 0:
        draft.unlink()
        raise OSError(f"The cluster in {home.path} could not be packed: {done.stderr}")
    for older in FOLDER.glob("*.tar"):
        older.unlink()
    draft.rename(archive())


def unpack(home: Home, programs: Path, draft: Path) -> bool:
    """Copy the prepared cluster to `draft`; return whether there was one, and it is all there and on the disk."""
    try:
        with archive().open("rb") as file:
            run = home.account.run
            return (
                run("mkdir", "-m", "700", draft).returncode == 0
                and run("tar", "-xf", "-", "-C", draft, "--strip-components=1", stdin=file).returncode == 0
                and run(programs / "initdb", "--sync-only", "-D", draft).returncode == 0
            )
    except OSError:  # there is none, or it is not ours to read
        return False

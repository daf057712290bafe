"""Fill .venv with the packages of requirements.lock. Run from the project's folder; standard library only.

Nothing happens when .venv already holds what the lock says. One that was interrupted is made anew, because a package
may be half copied.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
LOCK = Path("requirements.lock")
STAMP = VENV / "installed"  # the lock's digest, once everything is there
UNFINISHED = VENV / "unfinished"  # there while packages are being copied


def main() -> None:
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    with one_at_a_time():
        if not is_whole() or STAMP.read_text() != digest:
            began = time.monotonic()
            install()
            prepare_data_folders()
            STAMP.write_text(digest)
            UNFINISHED.unlink()
            say(f"Set-up took {time.monotonic() - began:.0f} s.")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second `make` in the same clone wait; the packages' list itself serves as the lock.

    pip inherits it: when only we are killed, pip goes on copying and the next set-up must wait for it.
    """
    with LOCK.open() as lock:
        os.set_inheritable(lock.fileno(), True)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_whole() -> bool:
    return STAMP.exists() and not UNFINISHED.exists() and succeeds("-c", "import pip")


def install() -> None:
    if not is_whole():
        create_venv()
    UNFINISHED.touch()
    install_packages()
    if not succeeds("-c", "import torch"):
        say("This build of torch wants its CUDA libraries: fetching them, which are some gigabytes.")
        pip("--quiet", *[line.split()[0] for line in LOCK.read_text().splitlines() if line.startswith("torch==")])


def create_venv() -> None:
    say(f"Creating {VENV} with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--without-pip", str(VENV))
    # Debian keeps ensurepip in a package of its own; a pip beside Python serves as well.
    if not succeeds("-m", "ensurepip") and not succeeds_with_own_pip():
        sys.exit("This Python has neither ensurepip nor pip. On Debian or Ubuntu: apt install python3-venv")
    pip("--quiet", "--upgrade", "pip")


def succeeds_with_own_pip() -> bool:
    command = [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "--quiet", "pip"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603


def install_packages() -> None:
    """Install exactly what the lock says, each by its hash, and show that something moves.

    pip's own words only if it fails.
    """
    say("Installing packages; torch is large, this takes a minute or more")
    options = ["--no-deps", "--no-compile", "--no-input", "--require-hashes"]
    command = [str(PYTHON), "-m", "pip", "install", *options, "-r", str(LOCK)]
    said, fetched = [], 0
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, close_fds=False
    ) as process:
        for line in process.stdout or ():
            said.append(line)
            fetched += line.startswith("Collecting ")
            if line.startswith("Collecting ") and fetched % 20 == 0:
                say(f"  {fetched} fetched")
            if line.startswith("Installing collected packages"):
                say(f"  all {fetched} fetched, copying them into {VENV}")
    if process.returncode != 0:
        sys.exit("The packages could not be installed. pip said:\n" + "".join(said[-20:]))


def prepare_data_folders() -> None:
    """Make once what each new data folder copies: the embedding model's export, and a migrated database."""
    say("Preparing the embedding model and a database")
    with tempfile.TemporaryDirectory() as folder:
        model = prepare("memory_project.supervisor.model", str(time.monotonic()), "all", DATA_DIR=str(VENV / "share"))
        database = prepare("memory_project.supervisor.prepared_database", DATA_DIR=folder, DATABASE_URL="")
        codes = [each.wait() for each in (model, database)]
    if any(codes):
        say("Not all could be prepared; `make run` will try again and say why.")


def prepare(module: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    keys = {"SECRET_KEY": "set-up", "SEAL_KEY": "set-up"}
    return subprocess.Popen(  # noqa: S603
        [str(PYTHON), "-m", module, *arguments],
        env=os.environ | keys | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def pip(*arguments: str) -> None:
    run(str(PYTHON), "-m", "pip", "install", "--no-compile", "--disable-pip-version-check", *arguments)


def run(*command: str) -> None:
    if subprocess.run(command, check=False).returncode != 0:  # noqa: S603
        sys.exit(f"This command failed: {' '.join(command)}")


def succeeds(*arguments: str) -> bool:
    command = [str(PYTHON), *arguments]
    return PYTHON.exists() and subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Fill .venv-clients with clients/python/requirements.lock: the frameworks that the adapters are tested with.

Run it with the project's own Python, from the project's folder. Nothing happens when all is there.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path("clients/python")
VENV = Path(".venv-clients")
LOCK = HOME / "requirements.lock"
STAMP = VENV / "installed"


def main() -> None:
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text() == digest:
        return
    print("Installing the frameworks that the clients are tested with", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", VENV], check=True)
    pip = [sys.executable, "-m", "pip", "--python", VENV / "bin" / "python"]
    options = ["--require-hashes", "--no-deps", "--no-compile", "--no-input", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", *options, "-r", LOCK], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    STAMP.write_text(digest)


if __name__ == "__main__":
    main()

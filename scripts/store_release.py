"""Stores a filled database of this version, which every later version must take forward (tests/releases).

`python scripts/store_release.py 0.2.0`, once for each release. It writes `tests/releases/0.2.0/`: the database with the
demo in it, the log of its seals, and what the tests need to know of it. No private key and no API key is stored in a
readable form.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from memory_project import embedded  # noqa: E402 -- the project is on the path only now
from memory_project.embedded.binaries import INSTALLATION, wheel_folder  # noqa: E402
from memory_project.embedded.cluster import SUPERUSER  # noqa: E402

JOBS = ("index_turns", "embed_chunks", "extract_facts", "link_neighbours", "seal_history")
RUN_JOBS = f"import django; django.setup(); from operations.jobs import JOBS; [JOBS[job](None) for job in {JOBS}]"
PUBLIC_KEY = "import django; django.setup(); from memories.sealing.keys import public_key; print(public_key())"
TABLES = """
SELECT tablename FROM pg_tables
WHERE tablename ~ '^(workspaces|conversations|memories|consent|retrieval|intelligence|operations|interfaces)_'
    AND tablename <> 'operations_schedule' -- follows operations/schedules.py
ORDER BY 1
"""
QUESTION = "What does she like to eat?"


def store(target: Path, data_dir: Path) -> None:
    models = Path(os.environ.get("DATA_DIR", PROJECT / "var")) / "models"
    if models.is_dir():
        (data_dir / "models").symlink_to(models.resolve())  # exporting one takes a quarter of a minute
    _run(data_dir, "manage.py", "migrate", "--verbosity", "0")
    demo = json.loads(_run(data_dir, "manage.py", "load_demo"))
    _run(data_dir, "-c", RUN_JOBS)
    answer = _run(data_dir, "manage.py", "explain_query", QUESTION, "--user", demo["user_id"])
    target.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(target / "seals", ignore_errors=True)
    shutil.copytree(data_dir / "seals", target / "seals")
    (target / "database.sql.gz").write_bytes(gzip.compress(_dump(data_dir), mtime=0))
    known = {
        "seal_key": _run(data_dir, "-c", PUBLIC_KEY).strip(),
        "user_id": demo["user_id"],
        "question": QUESTION,
        "answer": next(line for line in answer.splitlines() if line.startswith("1. ")),
        "rows": _count_rows(data_dir),
    }
    (target / "release.json").write_text(json.dumps(known, indent=1) + "\n")


def _run(data_dir: Path, *command: str) -> str:
    settings = {"DATABASE_URL": "", "DATA_DIR": str(data_dir), "DJANGO_SETTINGS_MODULE": "memory_project.settings"}
    environment = os.environ | settings
    done = subprocess.run(  # noqa: S603 -- our own commands, no shell
        [sys.executable, *command], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def _dump(data_dir: Path) -> bytes:
    """As the superuser, whom row-level security hides nothing from; without what only a superuser may load."""
    server = embedded.start(data_dir)
    program = wheel_folder() / INSTALLATION / "bin" / "pg_dump"
    options = ("--no-owner", "--no-privileges", "--exclude-extension=vector", "--restrict-key=release")
    command: list[str | Path] = [
        program,
        "-h",
        server.host,
        "-p",
        str(server.port),
        "-U",
        SUPERUSER,
        *options,
        server.name,
    ]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603 -- the wheel's program


def _count_rows(data_dir: Path) -> dict[str, int]:
    """Of every table of ours that has any."""
    server = embedded.start(data_dir)
    with psycopg.connect(host=server.host, port=server.port, user=SUPERUSER, dbname=server.name) as connection:
        tables = [name for (name,) in connection.execute(TABLES).fetchall()]
        counts = {}
        for name in tables:
            row = connection.execute(SQL("SELECT count(*) FROM {}").format(Identifier(name))).fetchone()
            counts[name] = row[0] if row else 0
        return {name: count for name, count in counts.items() if count}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(tempfile.mkdtemp(prefix="memory server "))
    try:
        store(PROJECT / "tests" / "releases" / sys.argv[1], folder)
    finally:
        embedded.discard(folder)
        shutil.rmtree(folder)

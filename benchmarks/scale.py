"""Latency at several sizes, each in a database of its own: 10,000, 100,000 and 1,000,000 memories of one person.

    DATA_DIR=/where/the/databases/go python benchmarks/scale.py [--sizes 10000 100000 1000000] [--queries 400]

Runs latency.py for each and keeps one table and one plot of the p95 with one client. Filling is done once (populate.py,
resumable); 1,000,000 need about 12 GB and, on two cores, half an hour.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from results import FOLDER, Table, keep

HERE = Path(__file__).resolve().parent
SIZES = [10_000, 100_000, 1_000_000]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--queries", type=int, default=400)
    options = parser.parse_args()
    folder = Path(os.environ.get("DATA_DIR") or tempfile.mkdtemp(prefix="memory-benchmark-"))
    table = Table("memories of one person, 1 client", ("p50 ms", "p95 ms", "answers/s", "client CPU ms"))
    for size in options.sizes:
        table.add(f"{size:,}", **figures(size, options.queries, folder / str(size)))
    keep("scale", table, plotted="p95 ms", command="python benchmarks/scale.py")


def figures(size: int, queries: int, folder: Path) -> dict[str, float]:
    """Of one query at a time; the other rows of that size are kept beside."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # the database may run as another account
    command = [sys.executable, str(HERE / "latency.py"), "--size", str(size), "--queries", str(queries), "--keep"]
    subprocess.run(command, env=os.environ | {"DATA_DIR": str(folder)}, check=True)
    kept = json.loads((FOLDER / f"latency-{size}.json").read_text())
    found: dict[str, float] = kept["rows"]["query, 1 client"]
    return found


if __name__ == "__main__":
    main()

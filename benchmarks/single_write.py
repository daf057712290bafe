"""How fast one `POST /memories` is answered over HTTP by a server process, and a batch of a hundred.

    [DATA_DIR=/where/the/database/is] python benchmarks/single_write.py [--writes 200] [--clients 4] [--size 0]

Distinct notes, embedded before the answer; one client, then several at once, then batches. With `--size` the workspace
holds so many memories before (written through the gate, or found from an earlier run of write.py on that DATA_DIR). The
worker runs beside the server, as it does in production.
"""

import argparse
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import project  # noqa: F401 -- sets Django up
import write
from django.core.management import call_command
from django.db import connections
from figures import Figure, as_table, wall_ms
from sentences import note
from service import machine, requests_to, server

WRITE_MS, BATCH_MS = 60.0, 1_000.0
WARM_UP, BATCHES = 20, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writes", type=int, default=200)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--size", type=int, default=0)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    target = write.find_or_make(seed=1)
    write.fill(
        write.missing_batches(target, options.size), lambda numbers: write.through_the_gate(target, numbers), writers=2
    )
    connections.close_all()
    fresh = itertools.count()
    with server(Path(os.environ["DATA_DIR"])) as url, requests_to(url, target.key) as api:

        def body() -> dict[str, str]:
            return {"user_id": str(target.person_id), "content": note(3, next(fresh))}

        def one(_: int) -> None:
            assert api.post("/memories", json=body()).status_code == 201

        def batch(_: int) -> None:
            api.post("/memories/batch", json={"items": [body() for _ in range(write.BATCH)]}).raise_for_status()

        times(one, WARM_UP)
        figures = [
            Figure("POST /memories, 1 client", times(one, options.writes), WRITE_MS),
            Figure(f"POST /memories, {options.clients} clients", times(one, options.writes, options.clients), WRITE_MS),
            Figure("POST /memories/batch of 100, 1 client", times(batch, BATCHES), BATCH_MS),
        ]
    print(f"{machine()}\n\n{as_table(figures)}")


def times(act: Callable[[int], None], count: int, clients: int = 1) -> list[float]:
    """Milliseconds of each of `count` calls."""
    with ThreadPoolExecutor(clients) as pool:
        return list(pool.map(lambda number: wall_ms(act, number), range(count)))


if __name__ == "__main__":
    main()

"""What linking a memory to its nearest neighbours costs, and inserting one edge of it.

    [DATA_DIR=/where/the/database/is] python benchmarks/linking.py [--size 2000]

Notes of one person, written through the gate, then linked by the job's own function until none is left. An edge is the
INSERT into the table of relations divided by its rows, its bound 2 ms; a memory is the whole job divided by memories.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import project  # noqa: F401 -- sets Django up
import write
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from figures import Figure, as_table
from service import machine

from memories.maintenance.link_neighbours import link_neighbours
from memories.models import Memory, Relation
from workspaces import scope

EDGE_MS = 2.0
# 60 s after a write its edges are there: at 100 writes a second a memory may take 10 ms.
MEMORY_MS = 10.0


class Inserts:
    """Milliseconds an edge of each INSERT of relations."""

    def __init__(self) -> None:
        self.an_edge: list[float] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            if 'INSERT INTO "memories_relation"' in sql:
                milliseconds = (time.perf_counter() - began) * 1000
                self.an_edge.append(milliseconds / max(1, context["cursor"].cursor.rowcount))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=2_000)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    target = write.find_or_make(seed=2)
    for batch in write.missing_batches(target, options.size):
        write.through_the_gate(target, batch)
    inserts, a_memory = Inserts(), []
    with connection.execute_wrapper(inserts):
        while True:
            began = time.perf_counter()
            linked = link_neighbours(workspace_id=target.workspace_id, now=timezone.now())
            if linked == 0:
                break
            a_memory.append((time.perf_counter() - began) * 1000 / linked)
    with scope.enter(target.workspace_id):
        print(f"{machine()}\n\n{Memory.objects.count():,} memories, {Relation.objects.count():,} edges\n")
    print(as_table([Figure("an edge", inserts.an_edge, EDGE_MS), Figure("a memory", a_memory, MEMORY_MS)]))


if __name__ == "__main__":
    main()

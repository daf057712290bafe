"""What the receipts of queries take, and what it costs to drop old ones.

    [DATA_DIR=/where/the/database/is] python benchmarks/receipts.py [--queries 400] [--rows 300000] [--held]

Fills DATA_DIR with 10,000 memories (populate.py), asks, and prints the bytes of a query's rows by table, and of the
receipt by column. Then copies a receipt with its provenance, older than it is kept, and drops the copies as the job
does: milliseconds a thousand, of the first tenth and of the last. With `--held` a transaction that began before stays
open meanwhile, so that PostgreSQL may not forget what was dropped.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.db import connection
from django.utils import timezone

import population
from populate import populate, texts_from
from relation_sizes import grown, sizes
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.recording import prune_events
from retrieval.requests import QueryRequest
from service import machine
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key

MEMORIES = 10_000
COPIES = """
WITH one AS (
    SELECT * FROM retrieval_retrievalevent WHERE workspace_id = %(workspace)s ORDER BY created_at DESC LIMIT 1),
aged AS (
    SELECT uuidv7(make_interval(days => -365, secs => n)) AS id, now() - make_interval(days => 365, secs => -n) AS at
    FROM generate_series(1, %(count)s) AS n),
traced AS (
    INSERT INTO memories_provenance (id, workspace_id, retrieval_event_id, source_identity, source_event, created_at)
    SELECT uuidv7(), %(workspace)s, id, 'agent:supervisor key:' || id, 'request:' || id, at FROM aged)
INSERT INTO retrieval_retrievalevent ({names}, id, created_at) SELECT {copied}, aged.id, aged.at FROM one, aged
"""
COLUMNS = [str(field.column) for field in RetrievalEvent._meta.concrete_fields]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=400)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--held", action="store_true")
    options = parser.parse_args()
    made = populate(MEMORIES)
    workspace_id = UUID(made["workspace_id"])
    print(machine(), "\n")
    before = sizes()
    milliseconds = ask(made, options.queries)
    by_table = grown(before, sizes(), options.queries, without=population.FILLED)
    print(f"bytes a query: {by_table}, together {sum(by_table.values()):,.0f}; {milliseconds:.1f} ms a query")
    print("of the receipt's row:", columns_of(workspace_id))
    copy(workspace_id, options.rows)
    with held() if options.held else nullcontext():
        tell(drop(workspace_id))


def ask(made: dict[str, str], count: int) -> float:
    """Milliseconds a query, in process."""
    actor = authenticate_key(made["api_key"], now=timezone.now())
    texts = texts_from(0, population.BATCH)
    questions = population.make_queries(texts, count, np.random.default_rng(time.time_ns()))
    began = time.perf_counter()
    for question in questions:
        memory_query(QueryRequest(query=question, user_id=UUID(made["user_id"])), actor=actor, now=timezone.now())
    return (time.perf_counter() - began) * 1000 / count


def columns_of(workspace_id: UUID) -> dict[str, int]:
    """Bytes on average, the largest first."""
    sums = ", ".join(f"coalesce(round(avg(pg_column_size({name}))), 0)::int" for name in COLUMNS)
    with scope.enter(workspace_id), connection.cursor() as cursor:
        cursor.execute(f"SELECT {sums} FROM retrieval_retrievalevent")
        found = dict(zip(COLUMNS, cursor.fetchone(), strict=True))
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def copy(workspace_id: UUID, count: int) -> None:
    names = [name for name in COLUMNS if name not in ("id", "created_at")]
    statement = COPIES.format(names=", ".join(names), copied=", ".join(f"one.{name}" for name in names))
    began = time.perf_counter()
    with scope.enter(workspace_id), connection.cursor() as cursor:
        cursor.execute(statement, {"workspace": workspace_id, "count": count})
    print(f"{count:,} copies in {time.perf_counter() - began:.1f} s", flush=True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE retrieval_retrievalevent, memories_provenance")


@contextmanager
def held() -> Iterator[None]:
    """A transaction of another connection that has read."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT count(*) FROM pg_class")
            yield
    finally:
        other.close()


def drop(workspace_id: UUID) -> list[tuple[int, float]]:
    """Rows and seconds of each batch."""
    found = []
    while True:
        began = time.perf_counter()
        count = prune_events(workspace_id=workspace_id, now=timezone.now())
        found.append((count, time.perf_counter() - began))
        if not count:
            return found


def tell(batches: list[tuple[int, float]]) -> None:
    tenth = max(1, len(batches) // 10)
    for name, some in (("first tenth", batches[:tenth]), ("last tenth", batches[-tenth:]), ("all", batches)):
        rows, seconds = (sum(column) for column in zip(*some, strict=True))
        print(f"dropped, {name}: {rows:,} in {seconds:.1f} s, {1e6 * seconds / max(1, rows):.1f} ms a thousand")


if __name__ == "__main__":
    main()

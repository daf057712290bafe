"""Whether the statements of a write stay as cheap among 100,000 memories as among a few.

    [DATA_DIR=/where/the/database/is] python benchmarks/plans.py [--size 100000] [--batch 100] [--no-vectors]

Runs EXPLAIN (ANALYZE, BUFFERS) on each statement of one write and of a batch, as the application's role under row-level
security, on a small workspace and again when it has grown by copies of its first memory. Prints for both how the rows
are found, milliseconds and pages; "growth" is pages among many divided by pages among few. `--no-vectors` leaves the
copies without vectors: building their index takes minutes.
"""

import argparse
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

import project  # noqa: F401 -- sets Django up
import write
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from service import machine

from memories.authority import authorize
from memories.embedding_models import active_model, create_index
from memories.models.choices import Trust
from workspaces import scope
from workspaces.actors import system_actor

PART = 10_000
FEW = 200
# New ids are made from the table's letter and a number, so that the copies refer to one another.
COPIED = {
    "memories_memory": {"id": "m", "current_id": "v", "key": "'copy-' || n"},
    "memories_memoryversion": {"id": "v", "memory_id": "m", "content": "content || ' ' || n"},
    "memories_chunk": {"id": "c", "memory_id": "m", "memory_version_id": "v", "text": "text || ' ' || n"},
    "memories_embedding": {
        "id": "e",
        "chunk_id": "c",
        "vector": "(SELECT array_agg(random() - 0.5 + 0 * n)::real[] FROM generate_series(1, 384))::halfvec",
    },
    "memories_history": {"id": "h", "memory_id": "m", "new_version_id": "v"},
    "memories_historysalt": {"id": "s", "history_id": "h"},
    "memories_provenance": {"id": "p", "memory_id": "m"},
    "memories_operationalevent": {"id": "o", "memory_id": "m"},
}
OF_MEMORY = "SELECT id FROM {table} WHERE memory_id = %(memory)s"
ORIGINAL = {
    "memories_memory": "id = %(memory)s",
    "memories_embedding": f"chunk_id = ({OF_MEMORY.format(table='memories_chunk')})",
    "memories_historysalt": f"history_id = ({OF_MEMORY.format(table='memories_history')})",
}
COLUMNS = """
SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
AND attgenerated = ''
"""


Row = tuple[str, str, float, int]


@dataclass
class Plans:
    """What the statements of a write did, in their order: name, way, milliseconds and pages of each."""

    rows: list[Row] = field(default_factory=list)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        is_told = re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)", sql) and "set_config" not in sql
        if is_told and connection.in_atomic_block:
            self.rows.append((name_of(sql), *self._explained(sql, params)))
        return execute(sql, params, many, context)

    def _explained(self, sql: str, params: Any) -> tuple[str, float, int]:
        """Run it once to measure, and take back what it did."""
        with connection.connection.cursor() as cursor:
            cursor.execute("SAVEPOINT plan")
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
            found = cursor.fetchone()[0][0]
            cursor.execute("ROLLBACK TO SAVEPOINT plan")
        plan = found["Plan"]
        triggers = sum(trigger["Time"] for trigger in found.get("Triggers", []))
        ways = dict.fromkeys(way for way in ways_of(plan) if way)
        pages = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
        return ", ".join(ways) or "nothing is searched", plan["Actual Total Time"] + triggers, pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--batch", type=int, default=write.BATCH)
    parser.add_argument("--no-vectors", action="store_true")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    target = write.find_or_make(seed=time.time_ns())
    for batch in write.missing_batches(target, FEW):
        write.through_the_gate(target, batch)
    create_index(active_model())
    few = explained(target, options.batch, start=FEW)
    tables = [table for table in COPIED if not (options.no_vectors and table == "memories_embedding")]
    grow(target, options.size, tables)
    many = explained(target, options.batch, start=FEW + 10 * options.batch)
    print(f"{machine()}\n")
    for what in few:
        print(as_table(what, few[what].rows, many[what].rows, options.size))


def explained(target: write.Target, batch: int, *, start: int) -> dict[str, Plans]:
    """The statements of one new memory, of a batch of new ones, and of the same batch with other contents."""
    numbers = list(range(start, start + batch))
    changed = write.Target(target.workspace_id, target.person_id, target.key, seed=5)
    plans = {}
    for what, whom, which in (
        ("one memory", target, [start + batch]),
        (f"{batch} new memories", target, numbers),
        (f"{batch} changed memories", changed, numbers),
    ):
        with explaining() as plans[what]:
            write.through_the_gate(whom, which)
    return plans


@contextmanager
def explaining() -> Iterator[Plans]:
    """The plans of the statements that are run in transactions meanwhile."""
    plans = Plans()
    with connection.execute_wrapper(plans):
        yield plans


def grow(target: write.Target, size: int, tables: list[str]) -> None:
    """Copies of one memory with all its rows, past the gate's policies but not past its guards."""
    now, actor = timezone.now(), system_actor(target.workspace_id, "benchmark")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS embedding_hnsw_{active_model().pk}")
    for start in range(0, size, PART):
        with scope.enter(target.workspace_id), connection.cursor() as cursor:
            cursor.execute("SELECT id FROM memories_memory WHERE key = %s", [write.key_of(0)])
            values = {"memory": cursor.fetchone()[0], "start": start, "end": min(start + PART, size) - 1}
            with authorize(actor=actor, now=now, trust=Trust.AGENT):
                for table in tables:
                    cursor.execute(copy_of(table), values)
        print(f"{values['end'] + 1:>9,} copies", flush=True)
    create_index(active_model())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def copy_of(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS, [table])
        columns = [name for (name,) in cursor.fetchall()]
    new = COPIED[table]
    given = [_value(new[column]) if column in new else column for column in columns]
    source = f"(SELECT * FROM {table} WHERE {ORIGINAL.get(table, 'memory_id = %(memory)s')} LIMIT 1) AS original"
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(given)} "
        f"FROM {source}, generate_series(%(start)s::int, %(end)s::int) AS n"
    )


def _value(rule: str) -> str:
    return f"md5('{rule}' || %(memory)s || n)::uuid" if len(rule) == 1 else rule


def name_of(sql: str) -> str:
    """`INSERT memories_chunk`; a lock, which reads no table, by its function."""
    verb = sql.split(None, 1)[0]
    table = re.search(r'(?:FROM|INTO|UPDATE)\s+"?(\w+_\w+)', sql)
    if "advisory" in sql:
        return "lock addresses"
    return f"{verb} {table[1].removeprefix('memories_') if table else ''}"


def ways_of(plan: dict[str, Any]) -> Iterator[str]:
    """How rows are found: the indexes of a plan, and tables that are read whole."""
    if "Index Name" in plan:
        yield plan["Index Name"]
    elif plan["Node Type"] == "Seq Scan":
        yield f"all of {plan['Relation Name']}"
    for part in plan.get("Plans", ()):
        yield from ways_of(part)


def as_table(what: str, few: list[Row], many: list[Row], size: int) -> str:
    lines = [
        f"\n{what} among {size:,}\n",
        "| statement | times | found through | ms among few | among many | pages among few | among many | growth |",
        "|---|---|---|---|---|---|---|---|",
    ]
    before, after = by_name(few), by_name(many)
    for name, (times, way, milliseconds, pages) in after.items():
        _, _, old_ms, old_pages = before.get(name, (0, "", 0.0, 0.0))
        growth = pages / old_pages if old_pages else 1.0
        numbers = f"{old_ms:.2f} | {milliseconds:.2f} | {old_pages:.0f} | {pages:.0f} | {growth:.1f}"
        lines.append(f"| {name} | {times} | {way} | {numbers} |")
    return "\n".join(lines)


def by_name(rows: list[Row]) -> dict[str, tuple[int, str, float, float]]:
    """How often each statement was run, its way, and the mean of its milliseconds and pages."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(row)
    return {
        name: (len(of_name), of_name[0][1], mean(row[2] for row in of_name), mean(row[3] for row in of_name))
        for name, of_name in found.items()
    }


if __name__ == "__main__":
    main()

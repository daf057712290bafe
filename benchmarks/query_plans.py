"""What the statements of one `memory.query` cost PostgreSQL, by EXPLAIN (ANALYZE, BUFFERS) among many memories.

    DATA_DIR=/where/the/database/is python benchmarks/query_plans.py [--size 100000] [--queries 25] [--plans]

Fills DATA_DIR first (populate.py). Each statement is explained right before it is run, as the application's role under
row-level security, with a plan for all values where a query prepares it so. Medians over the questions: milliseconds of
planning (which a prepared statement spares) and of running, pages, rows answered. `--plans` prints the last plans.
"""

import argparse
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401, I001 -- sets Django up
import numpy as np
from django.db import connection
from django.utils import timezone
from psycopg import ClientCursor

import population
from populate import populate, texts_from
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from service import machine
from workspaces import round_trip
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.round_trip import NO_SETTINGS, Setting, Statement, Step
from workspaces.wire import Rows

WARM_UP = 10
NAMES = {
    "SELECT k.id": "API key and agent",
    "SELECT role": "allowlists",
    "SELECT g.person_id": "grants of the agent",
    "SELECT (SELECT name": "names, categories, revision, numbers of texts, of each lexeme too, model",
    "SELECT turn_id": "candidates by words",
    "WITH matched": "candidates by words, counted on the way",
    "WITH by_meaning": "candidates by meaning, and what ranking needs of all",
    "SELECT m.id": "the answer's content",
    "WITH asked AS MATERIALIZED": "receipt, note of access, operational event",
}


@dataclass
class Explained:
    """A statement's figures, one for each time that it was sent."""

    planning: list[float] = field(default_factory=list)
    running: list[float] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    plan: str = ""

    def add(self, plan: str) -> None:
        self.plan = plan
        self.planning.append(_figure(r"Planning Time: ([\d.]+)", plan))
        self.running.append(_figure(r"Execution Time: ([\d.]+)", plan))
        self.pages.append(sum(map(int, re.findall(r"(?:hit|read)=(\d+)", _first_line_of_buffers(plan)))))
        self.rows.append(round(_figure(r"rows=([\d.]+) loops", plan)))

    def row(self, name: str) -> str:
        figures = (f"{median(self.planning):.2f}", f"{median(self.running):.2f}", *map(median, (self.pages, self.rows)))
        return f"| {name} | {' | '.join(map(str, figures))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=25)
    parser.add_argument("--plans", action="store_true")
    options = parser.parse_args()
    made = populate(options.size)
    rng = np.random.default_rng(time.time_ns())
    texts = texts_from(0, min(options.size, population.BATCH))
    questions = population.make_queries(texts, WARM_UP + options.queries, rng)
    found: dict[str, Explained] = {}
    for number, question in enumerate(questions):
        with patch.object(round_trip, "send", explaining(found) if number >= WARM_UP else round_trip.send):
            actor = authenticate_key(made["api_key"], now=timezone.now())
            request = QueryRequest(user_id=made["user_id"], query=str(question), **{"return": "bullets"})
            memory_query(request, actor=actor, now=timezone.now())
    print(f"{machine()}\n\n| {options.size:,} memories of one person | planning ms | ms | pages | rows |")
    print("|---|---|---|---|---|")
    for name, explained in found.items():
        print(explained.row(name))
        if options.plans:
            print(explained.plan)


def explaining(found: dict[str, Explained]):  # type: ignore[no-untyped-def]
    """`send`, with each statement explained beforehand, in a transaction that is taken back."""
    send = round_trip.send

    def explain_and_send(
        statements: Sequence[Statement],
        *,
        first: Sequence[Step] = (),
        settings: Mapping[str, str] = NO_SETTINGS,
        is_recurring: bool = True,
        **how: Any,
    ) -> list[Rows]:
        connection.ensure_connection()
        own = {step.name: step.value for step in first if isinstance(step, Setting)}
        with connection.connection.transaction(force_rollback=True):
            for name, value in {**own, **settings, "plan_cache_mode": _mode(is_recurring)}.items():
                connection.connection.execute("SELECT set_config(%s, %s, true)", (name, value))
            for text, values in statements:
                found.setdefault(_name(text), Explained()).add(_plan(text, values))
        return send(statements, first=first, settings=settings, is_recurring=is_recurring, **how)

    return explain_and_send


def _plan(text: str, values: Sequence[object]) -> str:
    """Of the statement, prepared and run with these values."""
    cursor, numbers = ClientCursor(connection.connection), iter(range(1, len(values) + 1))
    numbered = re.sub(r"%(s|%)", lambda mark: "%" if mark[1] == "%" else f"${next(numbers)}", text)
    cursor.execute(f"PREPARE explained AS {numbered}")
    try:
        given = cursor.mogrify(", ".join(["%s"] * len(values)), list(values))
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE explained{f'({given})' if values else ''}")
        return "\n".join(line for (line,) in cursor.fetchall())
    finally:
        cursor.execute("DEALLOCATE explained")


def _mode(is_recurring: bool) -> str:
    return "force_generic_plan" if is_recurring else "force_custom_plan"


def _name(text: str) -> str:
    opening = " ".join(text.split())
    return next((name for start, name in NAMES.items() if opening.startswith(start)), opening[:60])


def _first_line_of_buffers(plan: str) -> str:
    """Of the whole plan: its node's, which counts those below."""
    return next((line for line in plan.splitlines() if "Buffers:" in line), "")


def _figure(pattern: str, plan: str) -> float:
    found = re.search(pattern, plan)
    return float(found[1]) if found else 0.0


if __name__ == "__main__":
    main()

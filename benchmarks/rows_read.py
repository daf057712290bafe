"""How many rows of its tables a statement reads, whether they match or not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.sql import Sql, compose, fetch


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that scans brought, and those they read besides, only to pass them over."""

    kept: int = 0
    passed_over: int = 0

    def __add__(self, other: "Rows") -> "Rows":
        return Rows(self.kept + other.kept, self.passed_over + other.passed_over)

    @property
    def read(self) -> int:
        return self.kept + self.passed_over


def rows_read(statement: Sql) -> dict[str, Rows]:
    """By table, summed over the scans of a SELECT's plan as it is run. Within a scope."""
    found = fetch(compose("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {statement}", statement=statement))
    return _of_plan(found[0][0][0]["Plan"])


def _of_plan(plan: Mapping[str, Any]) -> dict[str, Rows]:
    tables: dict[str, Rows] = {}
    if "Relation Name" in plan:
        tables[plan["Relation Name"]] = _of_scan(plan)
    for inner in plan.get("Plans", ()):
        for table, rows in _of_plan(inner).items():
            tables[table] = tables.get(table, Rows()) + rows
    return tables


def _of_scan(plan: Mapping[str, Any]) -> Rows:
    """PostgreSQL gives the mean of all loops."""
    passed_over = plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
    return Rows(round(plan["Actual Rows"] * plan["Actual Loops"]), round(passed_over * plan["Actual Loops"]))

"""Plans the machines for a number of people, memories and queries, from measured costs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from operations.capacity.coefficients import Coefficients

SECONDS_A_DAY = 86_400
# Assumptions, not measured; docs/scale.md gives the reasons.
MACHINE_CORES, MACHINE_BYTES, MACHINE_DISK_BYTES = 16, 64e9, 4e12
MOST_BUSY = 0.5  # maximum use of the processors, to leave room for peaks and a machine's failure
HOT_SHARE = 0.25  # share of the data besides vectors and their index that should fit in memory
DISK_ROOM = 1.5  # for the log, vacuuming, and rebuilding an index
SMALL_PERSON = 5_000  # up to so many memories, a person's vectors are compared exactly
EMBEDDINGS = "memories_embedding"
EVENTS = "memories_operationalevent"
GONE_AT_ONCE = ("memories_memoryaccess", "django_q_task")  # counted within a minute; the newest few hundred


@dataclass(frozen=True)
class Demand:
    """`queries` and `writes` a second."""

    people: int
    memories: int
    queries: float
    writes: float
    days: int  # that receipts are kept
    event_days: int  # that operational events are kept

    @property
    def memories_each(self) -> float:
        return self.memories / max(1, self.people)


@dataclass(frozen=True)
class Plan:
    """Cores are those of the measured machine, at full use; machines leave room (`MOST_BUSY`)."""

    stored_bytes: float
    written_bytes: float
    receipt_bytes: float
    hot_bytes: float
    web_cores: float
    worker_cores: float
    database_cores: float

    @property
    def disk_bytes(self) -> float:
        return (self.stored_bytes + self.written_bytes + self.receipt_bytes) * DISK_ROOM

    @property
    def database_machines(self) -> int:
        return max(1, *map(math.ceil, self.database_shares.values()))

    @property
    def database_shares(self) -> Mapping[str, float]:
        """How many machines each need alone asks for: the largest drives the cost."""
        return {
            "memory": self.hot_bytes / (0.75 * MACHINE_BYTES),
            "processors": self.database_cores / (MOST_BUSY * MACHINE_CORES),
            "disk": self.disk_bytes / MACHINE_DISK_BYTES,
        }

    @property
    def web_machines(self) -> int:
        return max(1, math.ceil(self.web_cores / (MOST_BUSY * MACHINE_CORES)))

    @property
    def worker_machines(self) -> int:
        return max(1, math.ceil(self.worker_cores / (MOST_BUSY * MACHINE_CORES)))


def plan(demand: Demand, measured: Coefficients) -> Plan:
    """The machines for a demand.

    Each database machine has indexes of its own, whose size decides what a write costs: how many there are follows
    from what a write costs, so it is found step by step.
    """
    found = _on(demand, measured, machines=1)
    for _ in range(20):
        again = _on(demand, measured, machines=found.database_machines)
        if again.database_machines == found.database_machines:
            break
        found = again
    return again


def _on(demand: Demand, measured: Coefficients, *, machines: int) -> Plan:
    indexed = demand.memories / machines
    stored = measured.stored_bytes(demand.memories)
    written = demand.memories * sum(measured.bytes_per_write.values())
    vectors = demand.memories * sum(measured.bytes_per_memory.get(EMBEDDINGS, {}).values())
    cores = cores_of(demand, measured, indexed)
    return Plan(
        stored_bytes=stored,
        written_bytes=written,
        receipt_bytes=receipt_bytes(demand, measured),
        hot_bytes=vectors + HOT_SHARE * (stored - vectors),
        web_cores=cores["web"],
        worker_cores=cores["worker"],
        database_cores=cores["database"],
    )


def receipt_bytes(demand: Demand, measured: Coefficients) -> float:
    """Return the bytes of rows written by queries, for each table's retention period."""
    days = {EVENTS: demand.event_days, **dict.fromkeys(GONE_AT_ONCE, 0)}
    a_day = {table: demand.queries * SECONDS_A_DAY * each for table, each in measured.bytes_per_query.items()}
    return sum(size * days.get(table, demand.days) for table, size in a_day.items())


def cores_of(demand: Demand, measured: Coefficients, indexed: float) -> dict[str, float]:
    """Seconds of processor a second, by part; `indexed` are the memories in one index."""
    query = query_milliseconds(demand, measured, indexed)
    write = {part: growth.at(indexed) for part, growth in measured.write.items()}
    return {
        part: (demand.queries * query.get(part, 0.0) + demand.writes * milliseconds) / 1000
        for part, milliseconds in write.items()
    }


def query_milliseconds(demand: Demand, measured: Coefficients, indexed: float) -> dict[str, float]:
    """For people with few memories by how many they have, for others by how many there are."""
    if demand.memories_each > SMALL_PERSON:
        return {part: growth.at(indexed) for part, growth in measured.query.items()}
    parts = next(iter(measured.small_query.values()))
    return {part: _between(demand.memories_each, measured.small_query, part) for part in parts}


def _between(count: float, points: Mapping[int, Mapping[str, float]], part: str) -> float:
    """On the line through the two measured points around, or the first or last of them."""
    known = sorted(points)
    upper = next((one for one in known if one >= count), known[-1])
    lower = max((one for one in known if one <= count), default=known[0])
    if upper == lower:
        return points[lower][part]
    share = (count - lower) / (upper - lower)
    return points[lower][part] * (1 - share) + points[upper][part] * share

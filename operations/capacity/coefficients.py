"""Measured costs of a memory, a query and a write; benchmarks/capacity.py writes the file."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

FILE = Path(__file__).resolve().parent / "coefficients.json"
PARTS = ("web", "worker", "database")


@dataclass(frozen=True)
class Growth:
    """Milliseconds of processor that grow with the logarithm of the memories in one index."""

    AT: ClassVar = 100_000

    base: float  # with AT memories
    per_decade: float  # more for ten times the memories

    def at(self, memories: float) -> float:
        """Return the milliseconds, at least a tenth of the base, since the fitted line becomes negative somewhere."""
        return max(self.base + self.per_decade * math.log10(max(memories, 1) / self.AT), self.base / 10)


@dataclass(frozen=True)
class Coefficients:
    """Bytes and milliseconds of processor of one core; `points` is what they were fitted to."""

    machine: str
    points: Sequence[Mapping[str, Any]]
    bytes_per_memory: Mapping[str, Mapping[str, float]]  # by table, then by table or index
    bytes_per_write: Mapping[str, float]  # of the other tables
    bytes_per_query: Mapping[str, float]
    query: Mapping[str, Growth]  # by part, for people with more memories than are compared exactly
    write: Mapping[str, Growth]
    small_query: Mapping[int, Mapping[str, float]]  # by the memories of the person asked about, then by part

    @classmethod
    def load(cls) -> "Coefficients":
        """Load the coefficients of the file."""
        found = json.loads(FILE.read_text())
        growths = {act: {part: Growth(**of) for part, of in found[act].items()} for act in ("query", "write")}
        small = {int(count): parts for count, parts in found["small_query"].items()}
        return cls(**found | growths | {"small_query": small})

    def stored_bytes(self, memories: float) -> float:
        """Return the bytes of the four tables of memories, with their indexes."""
        return memories * sum(sum(parts.values()) for parts in self.bytes_per_memory.values())


def as_json(found: Coefficients) -> str:
    return json.dumps(asdict(found), indent=1)

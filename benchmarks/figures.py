"""Durations against the bound that they have to keep, as a Markdown table."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """What was measured, each run's milliseconds, and how many milliseconds its p95 may take."""

    name: str
    runs: Sequence[float]
    bound: float

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.runs, n=20, method="inclusive")[-1] if len(self.runs) > 1 else self.runs[0]


def as_table(figures: Iterable[Figure]) -> str:
    """A ratio of at most 1 keeps the bound."""
    lines = ["| what | runs | median ms | p95 ms | bound ms | p95 / bound |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {f.name} | {len(f.runs)} | {f.median:.2f} | {f.p95:.2f} | {f.bound:g} | {f.p95 / f.bound:.2f} |"
        for f in figures
    ]
    return "\n".join(lines)


def wall_ms(call: Callable[..., Any], *arguments: Any) -> float:
    """How long a call took."""
    began = time.perf_counter()
    call(*arguments)
    return (time.perf_counter() - began) * 1000


def processor_ms(call: Callable[..., Any], *arguments: Any) -> float:
    """How much processor time a call took in this thread: what a busy neighbour does not change much."""
    began = time.thread_time()
    call(*arguments)
    return (time.thread_time() - began) * 1000

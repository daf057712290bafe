"""Pairs of history rows of one act: writing a forgotten memory again restores it and then updates it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from memories.models.choices import Event


class Step(NamedTuple):
    """A history row without a decision: its id, event, time, and memory. Rows of one act have the same time."""

    id: str
    event: str
    at: str
    memory_id: str


class CombinedRows(NamedTuple):
    """Ids of rows: `shown` represent such an act, `hidden` are represented by another row."""

    shown: frozenset[str]
    hidden: frozenset[str]


def combined_rows(steps: Iterable[Step]) -> CombinedRows:
    acts: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for step in steps:
        acts[step.at, step.memory_id][step.event] = step.id
    rewrites = [act for act in acts.values() if act.keys() == {Event.RESTORE, Event.UPDATE}]
    return CombinedRows(
        frozenset(act[Event.UPDATE] for act in rewrites),
        frozenset(act[Event.RESTORE] for act in rewrites),
    )

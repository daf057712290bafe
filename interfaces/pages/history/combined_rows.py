"""Pairs of history rows that one act wrote: a forgotten memory that is written again is restored and then updated."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from memories.models.choices import Event


class Step(NamedTuple):
    """A row of history that no decision made: its id and event, when it was written, and about which memory; what one
    act wrote is of one moment."""

    id: str
    event: str
    at: str
    memory_id: str


class CombinedRows(NamedTuple):
    """The ids of rows: those that tell such an act, and those that are `untold` because another one tells it."""

    told: frozenset[str]
    untold: frozenset[str]


def combined_rows(steps: Iterable[Step]) -> CombinedRows:
    acts: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for step in steps:
        acts[step.at, step.memory_id][step.event] = step.id
    anew = [act for act in acts.values() if act.keys() == {Event.RESTORE, Event.UPDATE}]
    return CombinedRows(
        frozenset(act[Event.UPDATE] for act in anew),
        frozenset(act[Event.RESTORE] for act in anew),
    )

"""Which value of a field holds now, and which held before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from interfaces.plain_words import named_value
from memories.models import Fact, Memory

MOST = 20


@dataclass(frozen=True, slots=True)
class Held:
    """One value; `until` None where it holds now."""

    value: str
    since: datetime
    until: datetime | None


def held_over_time(memory: Memory) -> Sequence[Held]:
    """The latest first, one that was only confirmed once; empty where there never was another. One query."""
    rows = Fact.objects.filter(memory=memory).order_by("-valid_from", "-id")[:MOST] if memory.is_fact else []
    found: list[Held] = []
    for row in rows:
        value = named_value(row.key, row.value)[1]
        if found and found[-1].value == value:
            found[-1] = replace(found[-1], since=row.valid_from)
        else:
            found.append(Held(value, row.valid_from, row.valid_to))
    return found if len(found) > 1 else []

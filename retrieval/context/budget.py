"""One token budget for a whole context, and what gives way first.

Lines are taken in this order, each if it still fits; so what comes last gives way first:

1. the delta header (001 §1, at most three bullets),
2. the profile's facts, most important first,
3. the last two turns of the conversation,
4. what categories of mode `all` always show (001 §5), then the memories relevant to the question, best first,
5. episodes, best first,
6. older turns, newest first.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from providers.embedding import count_tokens
from retrieval.context import rendering
from retrieval.context.parts import Parts

LAST_TURNS = 2
FRAMES = {
    "facts": rendering.PROFILE,
    "standing": rendering.MEMORIES,
    "relevant": rendering.MEMORIES,
    "episodes": rendering.EPISODES,
    "turns": rendering.CONVERSATION,
}
RENDER: dict[str, Callable[[Any], str]] = {
    "facts": rendering.fact_line,
    "standing": rendering.memory_line,
    "relevant": rendering.memory_line,
    "episodes": rendering.episode_line,
    "turns": rendering.turn_line,
}


@dataclass(slots=True)
class _Budget:
    """What is left, in tokens; a section's frame is paid for with its first line."""

    left: int
    framed: set[str] = field(default_factory=set)

    def takes(self, sort: str, line: str) -> bool:
        frame = FRAMES.get(sort, "")
        cost = count_tokens(line)
        if frame and frame not in self.framed:
            cost += count_tokens(f"{frame} {rendering.OPEN} {rendering.CLOSE}")
        if cost > self.left:
            return False
        self.left -= cost
        self.framed.add(frame)
        return True


def fit(parts: Parts, budget_tokens: int) -> tuple[Parts, dict[str, int]]:
    """The parts that fit together, and how many of each sort gave way."""
    budget = _Budget(budget_tokens - count_tokens(f"{rendering.TITLE} {rendering.NOTE} {rendering.CLOSING}"))
    header, left_out = parts.header, Counter[str]()
    if header.changes and not budget.takes("header", rendering.header_lines(header)):
        header = replace(header, changes=())
        left_out["header"] = 1
    kept: dict[str, list[Any]] = {sort: [] for sort in FRAMES}
    for sort, line in _in_order(parts):
        if budget.takes(sort, RENDER[sort](line)):
            kept[sort].append(line)
        else:
            left_out[sort] += 1
    return Parts(header, **{sort: tuple(lines) for sort, lines in kept.items()}), dict(left_out)


def _in_order(parts: Parts) -> Iterator[tuple[str, Any]]:
    for sort, lines in (
        ("facts", parts.facts),
        ("turns", parts.turns[:LAST_TURNS]),
        ("standing", parts.standing),
        ("relevant", parts.relevant),
        ("episodes", parts.episodes),
        ("turns", parts.turns[LAST_TURNS:]),
    ):
        for line in lines:
            yield sort, line

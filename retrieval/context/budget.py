"""One token budget for a whole context, and what gives way first.

Lines are taken in this order, each if it still fits; so what comes last gives way first:

1. the delta header (001 §1, at most three bullets), then the sentence that the search found nothing,
2. what tells of the person's allergies and diet, then the profile's other facts, most important first,
3. the last two turns of the conversation,
4. what categories of mode `all` always show (001 §5), then the memories relevant to the question, best first,
5. what assistants, the system and tools said of it, best first,
6. episodes, best first,
7. older turns, newest first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from conversations.delta_header import DeltaHeader
from providers.embedding import count_tokens_of_each
from retrieval.context import rendering
from retrieval.context.parts import Parts

LAST_TURNS = 2
NOTE = f"{rendering.TITLE} {rendering.NOTE}"
TITLES = {
    "facts": rendering.PROFILE,
    "standing": rendering.STANDING,
    "relevant": rendering.MEMORIES,
    "others": rendering.OTHERS,
    "episodes": rendering.EPISODES,
    "turns": rendering.CONVERSATION,
}
FRAMES = {sort: f"{title} {rendering.OPEN} {rendering.CLOSE}" for sort, title in TITLES.items()}
RENDER: dict[str, Callable[[Any], str]] = {
    "facts": rendering.fact_line,
    "standing": rendering.memory_line,
    "relevant": rendering.memory_line,
    "others": rendering.other_line,
    "episodes": rendering.episode_line,
    "turns": rendering.turn_line,
}


@dataclass(frozen=True, slots=True)
class Fitted:
    """What fits together, as data and as text, its tokens, and how many lines of each sort gave way."""

    parts: Parts
    text: str
    token_count: int
    left_out: Mapping[str, int]


class _Line(NamedTuple):
    """`part` is what the line says, as data."""

    sort: str
    part: Any
    text: str


@dataclass(slots=True)
class _Budget:
    """What is left, in tokens; `cost` is of each text. A section's frame is paid for with its first line."""

    left: int
    cost: Mapping[str, int]
    framed: set[str] = field(default_factory=set)

    def takes(self, text: str, frame: str = "") -> bool:
        cost = self.cost[text] + (self.cost[frame] if frame and frame not in self.framed else 0)
        if cost > self.left:
            return False
        self.left -= cost
        self.framed.add(frame)
        return True


def fit(parts: Parts, budget_tokens: int, *, found_nothing: bool = False) -> Fitted:
    """The parts that fit. Each text is rendered once and counted once, all of them in one pass."""
    lines, header, shown_header = list(_in_order(parts)), rendering.header_lines(parts.header), parts.header
    frames = dict.fromkeys(FRAMES[line.sort] for line in lines)
    none = rendering.NO_MORE if any(line.sort != "turns" for line in lines) else rendering.NOTHING
    cost = _cost([NOTE, rendering.CLOSING, none, header, *frames, *(line.text for line in lines)])
    budget = _Budget(budget_tokens - cost[NOTE] - cost[rendering.CLOSING], cost)
    left_out = Counter[str]()
    if header and not budget.takes(header):
        shown_header, header = replace(shown_header, changes=()), ""
        left_out["header"] = 1
    nothing = none if found_nothing and budget.takes(none) else ""
    fitting: list[_Line] = []
    for line in lines:
        if budget.takes(line.text, FRAMES[line.sort]):
            fitting.append(line)
        else:
            left_out[line.sort] += 1
    shown = {sort: [line.text for line in fitting if line.sort == sort] for sort in FRAMES}
    text = rendering.text_of(header, shown, nothing)
    unused = (0 if fitting or header else cost[NOTE]) + (0 if fitting else cost[rendering.CLOSING])
    return Fitted(_parts(shown_header, fitting), text, budget_tokens - budget.left - unused, dict(left_out))


def _parts(header: DeltaHeader, lines: Sequence[_Line]) -> Parts:
    shown: dict[str, Any] = {sort: tuple(line.part for line in lines if line.sort == sort) for sort in FRAMES}
    return Parts(header, **shown)


def _cost(texts: Sequence[str]) -> dict[str, int]:
    return dict(zip(texts, count_tokens_of_each(texts), strict=True))


def _in_order(parts: Parts) -> Iterator[_Line]:
    facts = _apart(parts.facts, lambda fact: fact.memory_id in parts.needs)
    standing = _apart(parts.standing, lambda item: item.id in parts.needs)
    for sort, found in (
        ("facts", facts[0]),
        ("standing", standing[0]),
        ("facts", facts[1]),
        ("turns", parts.turns[:LAST_TURNS]),
        ("standing", standing[1]),
        ("relevant", parts.relevant),
        ("others", parts.others),
        ("episodes", parts.episodes),
        ("turns", parts.turns[LAST_TURNS:]),
    ):
        for part in found:
            yield _Line(sort, part, RENDER[sort](part))


def _apart(parts: Iterable[Any], is_need: Callable[[Any], bool]) -> tuple[list[Any], list[Any]]:
    """What tells of a need, and the rest."""
    return [one for one in parts if is_need(one)], [one for one in parts if not is_need(one)]

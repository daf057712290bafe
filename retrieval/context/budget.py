"""Fits a context into one token budget.

Lines are added in this order, each if it still fits, so the last ones are dropped first:

1. the person's allergies and diet, fields with few values first; if some do not fit, a sentence says how many are
   missing,
2. the delta header (001 §1, at most three bullets), then the sentence that the search found nothing,
3. the profile's other facts, most important first, then the last two turns of the conversation,
4. what categories of mode `all` always show (001 §5), then the memories relevant to the question, best first,
5. what assistants, the system and tools said of it, best first,
6. episodes, best first,
7. older turns, newest first.

The values of one field are in one line, which ends where the next value does not fit.
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
    """The parts that fit, as data and as text, their tokens, and the number of dropped lines by sort."""

    parts: Parts
    text: str
    token_count: int
    left_out: Mapping[str, int]


class _Line(NamedTuple):
    """`part` is the content as data; `continued` is its text in a line of its `field` that has begun."""

    sort: str
    part: Any
    text: str
    field: str = ""
    continued: str = ""
    is_need: bool = False


@dataclass(slots=True)
class _Budget:
    """The remaining tokens; `cost` is that of each text. A section's frame is charged with its first line. `fitting`
    are the lines that were added, `pieces` their texts by sort, those of one field joined."""

    left: int
    cost: Mapping[str, int]
    framed: set[str] = field(default_factory=set)
    fitting: list[_Line] = field(default_factory=list)
    pieces: dict[str, dict[str, str]] = field(default_factory=lambda: {sort: {} for sort in FRAMES})
    left_out: Counter[str] = field(default_factory=Counter)

    def takes(self, text: str, frame: str = "") -> bool:
        cost = self.cost[text] + (self.cost[frame] if frame and frame not in self.framed else 0)
        if cost > self.left:
            return False
        self.left -= cost
        self.framed.add(frame)
        return True

    def take_lines(self, lines: Iterable[_Line]) -> None:
        """Add each line if it still fits."""
        for line in lines:
            pieces = self.pieces[line.sort]
            has_begun = bool(line.field) and line.field in pieces
            text = line.continued if has_begun else line.text
            if self.takes(text, FRAMES[line.sort]):
                self.fitting.append(line)
                name = line.field or str(len(pieces))
                pieces[name] = pieces.get(name, "") + text
            else:
                self.left_out[line.sort] += 1


def fit(parts: Parts, budget_tokens: int, *, found_nothing: bool = False) -> Fitted:
    """Return the parts that fit. Each text is rendered once and counted once, all of them in one pass."""
    lines, header, shown_header = list(_in_order(parts)), rendering.header_lines(parts.header), parts.header
    needs = [line for line in lines if line.is_need]
    frames = dict.fromkeys(FRAMES[line.sort] for line in lines)
    none = rendering.NO_MORE if any(line.sort != "turns" for line in lines) else rendering.NOTHING
    pieces = (text for line in lines for text in (line.text, line.continued))
    cost = _cost(dict.fromkeys([NOTE, rendering.CLOSING, none, header, *frames, *pieces]))
    room = budget_tokens - cost[NOTE] - cost[rendering.CLOSING]
    budget, missing = _with_needs(needs, room, cost)
    if header and not budget.takes(header):
        shown_header, header = replace(shown_header, changes=()), ""
        budget.left_out["header"] = 1
    nothing = none if found_nothing and budget.takes(none) else ""
    budget.take_lines(line for line in lines if not line.is_need)
    shown = {sort: list(texts.values()) for sort, texts in budget.pieces.items()}
    text = rendering.text_of(header, shown, nothing, missing)
    unused = (0 if budget.fitting or header else cost[NOTE]) + (0 if budget.fitting else cost[rendering.CLOSING])
    token_count = budget_tokens - budget.left - unused
    return Fitted(_parts(shown_header, budget.fitting), text, token_count, dict(budget.left_out))


def _with_needs(needs: Sequence[_Line], room: int, cost: Mapping[str, int]) -> tuple[_Budget, str]:
    """Return the needs that fit, and the sentence with the number of others; empty if all fit, or it does not."""
    budget = _Budget(room, cost)
    budget.take_lines(needs)
    if len(budget.fitting) == len(needs):
        return budget, ""
    sentences = [rendering.missing(count) for count in range(1, len(needs) + 1)]
    costs = count_tokens_of_each(sentences)
    smaller = _Budget(room - max(costs), cost)
    if smaller.left < 0:
        return budget, ""
    smaller.take_lines(needs)
    count = len(needs) - len(smaller.fitting)
    smaller.left += max(costs) - costs[count - 1]
    return smaller, sentences[count - 1]


def _parts(header: DeltaHeader, lines: Sequence[_Line]) -> Parts:
    shown: dict[str, Any] = {sort: tuple(line.part for line in lines if line.sort == sort) for sort in FRAMES}
    return Parts(header, **shown)


def _cost(texts: Iterable[str]) -> dict[str, int]:
    each = list(texts)
    return dict(zip(each, count_tokens_of_each(each), strict=True))


def _in_order(parts: Parts) -> Iterator[_Line]:
    facts = _split(parts.facts, lambda fact: fact.memory_id in parts.needs)
    standing = _split(parts.standing, lambda item: item.id in parts.needs)
    values = Counter(fact.key for fact in facts[0])
    few_values_first = sorted(facts[0], key=lambda fact: values[fact.key])
    needs = [("facts", part) for part in few_values_first] + [("standing", part) for part in standing[0]]
    yield from (_line(sort, part)._replace(is_need=True) for sort, part in needs)
    for sort, found in (
        ("facts", facts[1]),
        ("turns", parts.turns[:LAST_TURNS]),
        ("standing", standing[1]),
        ("relevant", parts.relevant),
        ("others", parts.others),
        ("episodes", parts.episodes),
        ("turns", parts.turns[LAST_TURNS:]),
    ):
        for part in found:
            yield _line(sort, part)


def _line(sort: str, part: Any) -> _Line:
    if sort != "facts":
        return _Line(sort, part, RENDER[sort](part))
    field = f"{part.category}.{part.key}"
    return _Line(sort, part, rendering.fact_line(part), field, f", {rendering.value_of(part)}")


def _split(parts: Iterable[Any], is_need: Callable[[Any], bool]) -> tuple[list[Any], list[Any]]:
    """Split the parts into needs and others."""
    return [one for one in parts if is_need(one)], [one for one in parts if not is_need(one)]

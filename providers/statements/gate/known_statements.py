"""An index of the statements already found in a text, so that other readings of it do not repeat them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter

from providers.statements.fields.statement import Statement


class KnownStatements:
    """Index of statements already found, compared by `same`. A mention is weaker: it covers no full statement."""

    def __init__(self, found: Iterable[Statement], same: Callable[[Statement], Hashable]) -> None:
        self._same = same
        self._starts: defaultdict[tuple[Hashable, bool], list[int]] = defaultdict(list)
        for statement in sorted(found, key=attrgetter("start")):
            for is_mention in {statement.is_mention, True}:
                self._starts[same(statement), is_mention].append(statement.start)

    def covers(self, statement: Statement, start: int, end: int) -> bool:
        """Whether an equal or stronger statement starts in the span."""
        return _any_between(self._starts[self._same(statement), statement.is_mention], start, end)


def _any_between(places: list[int], start: int, end: int) -> bool:
    """Whether one of the sorted positions lies in the span."""
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end

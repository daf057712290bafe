"""Spans [start, end) of a turn's content: merging them, cutting them out of one another and out of the text."""

import re
from collections.abc import Iterable, Sequence

MARK = "[withheld]"
_WORD = re.compile(r"\w")
Span = tuple[int, int]


def is_all_withheld(text: str) -> bool:
    """Whether marks are all that is left of it."""
    return MARK in text and not _WORD.search(text.replace(MARK, ""))


def merged(spans: Iterable[Sequence[int]]) -> list[Span]:
    """The spans in order, with overlapping ones merged."""
    result: list[Span] = []
    for start, end in sorted((one[0], one[1]) for one in spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def outside(spans: Iterable[Sequence[int]], others: Iterable[Sequence[int]]) -> list[Span]:
    """What is left of the spans outside of the others."""
    left, apart = merged(spans), merged(others)
    for first, last in apart:
        left = [piece for span in left for piece in _cut(span, first, last)]
    return left


def _cut(span: Span, first: int, last: int) -> list[Span]:
    start, end = span
    if last <= start or end <= first:
        return [span]
    return [(a, b) for a, b in ((start, first), (last, end)) if a < b]


def without(text: str, spans: Iterable[Sequence[int]], *, begin: int = 0) -> tuple[str, list[Span]]:
    """The text from `begin` on with each span replaced by a mark, and where the marks stand in it."""
    rest, marks, position = "", list[Span](), begin
    for start, end in merged(spans):
        if end <= begin:
            continue
        rest += text[position : max(start, position)]
        marks.append((len(rest), len(rest) + len(MARK)))
        rest += MARK
        position = max(end, position)
    return rest + text[position:], marks

"""Splits a view into sentences and words."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.functional import cached_property

from providers.statements.text.normalise import View

LABEL_MAX_LENGTH: Final = 30
_END = re.compile(r"[.!?\u2026]+[\"')\]}]*(?=\s|$)|;(?=\s)|[\u3002\uff01\uff1f]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|mr|mrs|ms|dr|st|ft|mt|prof|vs|approx|jr|sr|a\.m|p\.m|u\.s|u\.k|no|[a-hj-z]))$"
)
_MARKER = re.compile(r"\s*(?:(?:[-*\u2022\u25e6\u00b7>#+|]+|\d{1,3}[.)]|\(?[a-z0-9][.)]|\[[ xX]?\])\s+)*\s*")
_NEW_ITEM = re.compile(r"\s*(?:[-*\u2022\u25e6\u00b7>#+|{}\[\]\"]|\d{1,3}[.)]\s|<|[\w .-]{1,40}[:=]|$)")
_WORD = re.compile(r"\w+?(?=n't\b)|n't\b|'(?:s|m|re|ve|d|ll)\b|\w+(?:[-.]\w+)*|[^\w\s]")


class Word(NamedTuple):
    """A word or mark in small letters, with its position in the view."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Sentence:
    """`view[start:end]`, without the bullet or number before it. For a clause that is read on its own, `whole` is the
    surrounding span to cut out with it."""

    view: View
    start: int
    end: int
    whole: tuple[int, int] | None = None

    @property
    def original_span(self) -> tuple[int, int]:
        """The sentence's offsets in the original text."""
        return self.view.original_span(self.start, self.end)

    @property
    def original(self) -> str:
        """The sentence as originally written."""
        start, end = self.original_span
        return self.view.original[start:end]

    @cached_property
    def words(self) -> list[Word]:
        """Words and marks in order; contractions are two words ("don't" → "do", "n't")."""
        return [Word(m.group(), *m.span()) for m in _WORD.finditer(self.view.folded, self.start, self.end)]

    @cached_property
    def texts(self) -> list[str]:
        return [word.text for word in self.words]

    def text(self, index: int) -> str:
        """Return the word at an index in small letters; empty beyond either end."""
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def is_capital(self, index: int) -> bool:
        """Whether a word may be a name by its capital letter. In a sentence all in small letters, any word at its start
        may."""
        if not 0 <= index < len(self.words):
            return False
        return self.view.cased[self.words[index].start].isupper() or (index == 0 and self._is_small)

    @cached_property
    def _is_small(self) -> bool:
        return self.view.cased[self.start : self.end].islower()

    def touches(self, index: int) -> bool:
        """Whether at most a blank separates a word from the one before."""
        return 0 < index < len(self.words) and self.words[index].start - self.words[index - 1].end <= 1

    def index_at(self, position: int) -> int:
        """The index of the word at a position of the view, or of the next word."""
        return bisect_right(self.words, position, key=lambda word: word.end)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        return frozenset(self.texts)

    @cached_property
    def folded(self) -> str:
        return self.view.folded[self.start : self.end]

    @cached_property
    def is_only_question(self) -> bool:
        """Whether it is only a question, unlike "I have epilepsy, so which of them is safe?"."""
        return self.texts[-1] == "?" and not ("," in self.texts and self.texts[0] in {"i", "my", "we", "our"})


def sentences(seen: View) -> Iterator[Sentence]:
    """Yield every sentence, line by line."""
    for start, end in _lines(seen.folded):
        yield from _split(seen, start, end)


def wrapped_sentences(seen: View) -> Iterator[Sentence]:
    """Yield the sentences that run over line breaks, where the next line does not start a new item."""
    start, flat = 0, seen.unwrapped()
    lines = list(_lines(seen.folded))
    for index, (_, end) in enumerate(lines):
        following = lines[index + 1][0] if index + 1 < len(lines) else None
        if following is not None and not _is_new_item(seen, lines[index], following):
            continue
        if "\n" in seen.folded[start:end]:
            yield from (found for found in _split(flat, start, end) if "\n" in seen.folded[found.start : found.end])
        start = following if following is not None else end


def _is_new_item(seen: View, line: tuple[int, int], following: int) -> bool:
    """Whether the next line is a new item. After a short line it may be the value of a label, even as a list."""
    last_words = re.split(r"[.!?:;] ", seen.folded[line[0] : line[1]])[-1].rstrip()
    heads_a_list = 0 < len(last_words) <= LABEL_MAX_LENGTH
    return _NEW_ITEM.match(seen.folded, following) is not None and not heads_a_list


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _split(seen: View, start: int, end: int) -> Iterator[Sentence]:
    for mark in _END.finditer(seen.folded, start, end):
        if _ABBREVIATION.search(seen.folded, max(start, mark.start() - 6), mark.start()):
            continue
        yield from _trimmed(seen, start, mark.end())
        start = mark.end()
    yield from _trimmed(seen, start, end)


def _trimmed(seen: View, start: int, end: int) -> Iterator[Sentence]:
    marker = _MARKER.match(seen.folded, start, end)
    start = marker.end() if marker else start
    end = start + len(seen.folded[start:end].rstrip())
    if start < end:
        yield Sentence(seen, start, end)

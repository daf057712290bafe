"""Ranks the positions where a text can be split: before a heading, a paragraph, a sentence, a word."""

import re
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding


class Rank(IntEnum):
    INSIDE_WORD = 0
    PUNCTUATION = 1
    WORD = 2
    SENTENCE = 3
    PARAGRAPH = 4
    HEADING = 5


class Heading(NamedTuple):
    """`position` is the first character of the heading's line."""

    position: int
    label: str


_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S[^\n]*)$", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_BOUNDARIES = (
    (Rank.WORD, re.compile(r"\s+")),
    (Rank.SENTENCE, re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？])|\n\s*")),
    (Rank.PARAGRAPH, re.compile(r"\n[ \t\r]*\n\s*")),
)


def find_headings(text: str) -> list[Heading]:
    """Return the Markdown headings, without "# comment" lines in fenced code blocks."""
    fences = [match.start() for match in _FENCE.finditer(text)]
    matches = _HEADING.finditer(text)
    return [
        Heading(match.start(), match[1].rstrip("# \t\r"))
        for match, open_fences in ((m, np.searchsorted(fences, m.start())) for m in matches)
        if open_fences % 2 == 0 and match[1].strip("# \t\r")
    ]


def rank_positions(text: str, encoding: Encoding, headings: list[Heading]) -> npt.NDArray[np.int8]:
    """Rank a split before each token, and one after the last: int8 [tokens + 1]."""
    begins = np.array([start for start, _ in encoding.offsets])
    words = np.array([-1 if word is None else word for word in encoding.word_ids])
    ranks = np.zeros(len(begins) + 1, np.int8)
    ranks[1:-1] = (words[1:] != words[:-1]) * Rank.PUNCTUATION
    for rank, pattern in _BOUNDARIES:
        _raise(ranks, begins, [match.end() for match in pattern.finditer(text)], rank)
    _raise(ranks, begins, [heading.position for heading in headings], Rank.HEADING)
    return ranks


def _raise(ranks: npt.NDArray[np.int8], begins: npt.NDArray[np.int64], characters: list[int], rank: Rank) -> None:
    """Set `rank` for the first token at or after each of these characters."""
    ranks[np.searchsorted(begins, characters)] = rank

"""Compares two texts word by word."""

import re
from typing import Literal, NamedTuple

from diff_match_patch import diff_match_patch

SECONDS = 0.3
# For the comparison, words are encoded as single characters of the supplementary planes.
_FIRST = 0x10000
_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
_KINDS: dict[int, Literal["equal", "insert", "delete"]] = {-1: "delete", 0: "equal", 1: "insert"}


class Piece(NamedTuple):
    """A span of both texts, or only of the new (`insert`) or only of the old one (`delete`)."""

    kind: Literal["equal", "insert", "delete"]
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """Return the pieces in order; without the `delete`s they make the new text, without the `insert`s the old one.

    Whole words only. After 0.3 seconds the rest counts as replaced.
    """
    words: dict[str, str] = {}
    comparer = diff_match_patch()
    comparer.Diff_Timeout = SECONDS
    diffs = comparer.diff_main(_encode(old, words), _encode(new, words), False)
    comparer.diff_cleanupSemantic(diffs)
    back = {character: word for word, character in words.items()}
    return [Piece(_KINDS[kind], "".join(back[character] for character in text)) for kind, text in diffs]


def _encode(text: str, words: dict[str, str]) -> str:
    return "".join(words.setdefault(piece, chr(_FIRST + len(words))) for piece in _PIECE.findall(text))

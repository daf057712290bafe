"""How often lexemes stand in texts, read from the stored tsvectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]


def counts(lexemes: Sequence[str], words: Sequence[str], *, head: int) -> tuple[Counts, Counts]:
    """Per text and lexeme: how often in the text, and how often among its first `head` words.

    `words` are tsvectors in their text form; positions of the label (speaker, date) carry the weight A. The second
    array has a last row of zeros, for "no such text".
    """
    own = np.zeros((len(words), len(lexemes)))
    first = np.zeros((len(words) + 1, len(lexemes)))
    for column, lexeme in enumerate(lexemes):
        mark = f"'{_escaped(lexeme)}':"
        for row, text in enumerate(words):
            start = text.find(mark)
            if start >= 0:
                own[row, column], first[row, column] = _positions(text, start + len(mark), head)
    return own, first


def _escaped(lexeme: str) -> str:
    return lexeme.replace("\\", "\\\\").replace("'", "''")


def _positions(text: str, start: int, head: int) -> tuple[int, int]:
    end = text.find(" ", start)
    positions = text[start : end if end >= 0 else None].split(",")
    return len(positions), sum(1 for p in positions if p.isdigit() and int(p) <= head)

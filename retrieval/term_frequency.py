"""How often lexemes stand in texts, read from the stored tsvectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.float64]


def counts(lexemes: Sequence[str], words: Sequence[str], *, heads: Sequence[int]) -> tuple[Counts, Counts]:
    """Per text and lexeme: how often in the text, and how often among its first words, as many as `heads` says of it.

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
                positions = _positions(text, start + len(mark))
                own[row, column] = positions.count(",") + 1
                if heads[row]:
                    first[row, column] = _among_first(positions, heads[row])
    return own, first


def _escaped(lexeme: str) -> str:
    return lexeme.replace("\\", "\\\\").replace("'", "''")


def _positions(text: str, start: int) -> str:
    end = text.find(" ", start)
    return text[start : end if end >= 0 else None]


def _among_first(positions: str, head: int) -> int:
    return sum(1 for position in positions.split(",") if position.isdigit() and int(position) <= head)

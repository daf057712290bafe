"""A text as the database returns it for a question, and the positions of the question's words in it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from conversations.withheld_spans import is_all_withheld

Signals = NDArray[np.float64]

PERSON = "user"  # the role of the person's side
HEAD = 40  # first words of a neighbour that count: a long answer must not outweigh the short turns around it
OWN_HEAD = 120  # first words of a turn that count fully: a long answer mentions much that it is not about ...
BEYOND = 0.25  # ... so a word that occurs only later has this weight


class Text(NamedTuple):
    """A candidate or a neighbour of one, as the database returns it.

    `id` is a turn's, or that of a chunk of the memory `memory_id`; `kind` is "turn" or the memory's type. `head` is the
    beginning of the text, `words` the stored tsvector in its text form, `length` its number of lexemes, `cosine` None
    if it has no embedding yet, `said_at` in seconds since 1970. `is_the_question` says that it is the same question,
    asked before in the same words. Only texts with `may_see` that are not the question are results; the others are
    context. `staleness` is 1 if its sources have changed, 3 if the person has stated otherwise since.
    """

    id: UUID
    memory_id: UUID | None
    kind: str
    category: str
    session_id: UUID | None
    position: int | None
    speaker: str
    role: str
    is_question: bool
    is_the_question: bool
    has_time: bool
    head: str
    words: str
    length: int
    cosine: float | None
    importance: float
    confidence: float
    trust: str
    said_at: float
    may_see: bool
    staleness: float = 0.0

    @property
    def is_all_withheld(self) -> bool:
        """Whether it is a message that is withheld entirely, which is no result either."""
        return self.memory_id is None and is_all_withheld(self.head)


def is_by_other_side(text: Text) -> bool:
    """Whether it was said to the person, not by them: by an assistant, a system or a tool."""
    return text.role not in ("", PERSON)


def term_counts(lexemes: Sequence[str], texts: Sequence[Text]) -> tuple[Signals, Signals]:
    """Return by text and lexeme: the count in the text, and the count in the first words, for its neighbours.

    In a turn the words up to OWN_HEAD count, and a word that occurs only after them counts BEYOND; a memory's chunk is
    short and has no neighbours. The second array has a last row of zeros, for "no such text".
    """
    own = np.zeros((len(texts), len(lexemes)))
    first = np.zeros((len(texts) + 1, len(lexemes)))
    for column, lexeme in enumerate(lexemes):
        mark = mark_of(lexeme)
        for row, text in enumerate(texts):
            start = text.words.find(mark)
            if start < 0:
                continue
            positions = _positions(text.words, start + len(mark))
            if text.session_id is None:
                own[row, column] = len(positions)
            else:
                own[row, column] = sum(place <= OWN_HEAD for place, _ in positions) or BEYOND
                first[row, column] = sum(place <= HEAD and not labelled for place, labelled in positions)
    return own, first


def mark_of(lexeme: str) -> str:
    """Return a lexeme as in a text's `words`."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}':"


def _positions(words: str, start: int) -> list[tuple[int, bool]]:
    """Return the positions of a lexeme, and whether each is in the label (speaker, date), which has the weight A."""
    end = words.find(" ", start)
    marks = words[start : end if end >= 0 else None].split(",")
    return [(int(mark.rstrip("ABCD")), mark.endswith("A")) for mark in marks]

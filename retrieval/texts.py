"""A text as the database proposes it for a question, and where the words of a question stand in it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from conversations.withheld_spans import is_all_withheld

Signals = NDArray[np.float64]

PERSON = "user"  # the role of the person's side
HEAD = 40  # of a neighbour only the first words count: a long answer must not drown the short turns around it
OWN_HEAD = 120  # of a turn too: a long answer mentions much that it is not about ...
BEYOND = 0.25  # ... so that a word which stands only further on counts this much


class Text(NamedTuple):
    """A candidate or a neighbour of one, as the database returns it.

    `id` is a turn's, or that of a chunk of the memory `memory_id`; `kind` is "turn" or the memory's type. `head` is how
    the text begins, `words` the stored tsvector in its text form, `length` its number of lexemes, `cosine` None where
    the embedding is still to come, `said_at` in seconds since 1970. `is_the_question` says that the very question was
    asked before, in the same words. Only texts with `may_see` that are not the question are results; the others are
    surroundings. `staleness` is 1 where what it depends on is no longer so, 3 where the person has said otherwise.
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
    tells_time: bool
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
        """Whether it is a message of which nothing is left to be read: no result either."""
        return self.memory_id is None and is_all_withheld(self.head)


def said_by_other_side(text: Text) -> bool:
    """Said to the person, not by them: an assistant's words, a system's, a tool's."""
    return text.role not in ("", PERSON)


def term_counts(lexemes: Sequence[str], texts: Sequence[Text]) -> tuple[Signals, Signals]:
    """Per text and lexeme: how often in the text, and how often among the first words that count beside others.

    Of a turn the words up to OWN_HEAD count, and BEYOND for one that stands only after them; a memory's chunk is short,
    and stands beside nothing. The second array has a last row of zeros, for "no such text".
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
    """How a text's `words` name a lexeme."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}':"


def _positions(words: str, start: int) -> list[tuple[int, bool]]:
    """Where a lexeme stands, and whether that is in the label (speaker, date), which has the weight A."""
    end = words.find(" ", start)
    marks = words[start : end if end >= 0 else None].split(",")
    return [(int(mark.rstrip("ABCD")), mark.endswith("A")) for mark in marks]

"""Ranks what the database proposes for a question: one small function over at most a few hundred texts.

Every signal is 0..1 and absolute: none is scaled by the other candidates, so that a relevance means the same among
one text and among three hundred, and one map (`calibrate`) serves every threshold. A text's surroundings are the texts
within two places of it in its session; a text without a session has none and is scored by itself.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memories.models.choices import Trust

Signals = NDArray[np.float64]

# What each signal adds at most. Meaning and words are the relevance proper (weights flat between 0.4 and 0.6); the
# rest decides between texts that are about equally relevant, but for `field`: a question that names a field of the
# person is about the fact that stands there. That counts as much as meaning, which facts, having no vector, lack.
WEIGHTS = {
    "meaning": 0.50,
    "words": 0.50,
    "field": 0.50,
    "related": 0.10,
    "speaker": 0.08,
    "substance": 0.04,
    "time": 0.03,
    "question": -0.02,
    "importance": 0.03,
    "confidence": 0.01,
    "trust": 0.01,
    "insight": -0.06,
    "stale": -0.10,
}
NEIGHBOUR_MEANING = 0.4  # weight of the cosine of a text beside (own: 1)
NEIGHBOUR_WORDS = 0.5  # weight of a word said nearby (own: 1)
BESIDE = (-1, 1)  # places in the session whose cosine counts
REACH = (-2, -1, 1, 2)  # places in the session whose words count
HEAD = 40  # only a neighbour's first words count: a long answer must not drown the short turns around it
SATURATION, LENGTH_SHARE = 1.2, 0.5  # BM25's k1 and b
USUAL_LENGTH = 60.0  # lexemes of a chat turn with its surroundings: fixed, so that scores stay absolute
SUBSTANTIAL = 15  # lexemes from which on a text counts as substantial; "Thanks, bye!" does not
RECENCY_HALF_LIFE_DAYS = 30.0
ASKS_WHEN = re.compile(r"\s*(?:when|(?:what|which) (?:day|date|week|month|year))\b", re.IGNORECASE)
TRUSTED = {Trust.PERSON: 1.0, Trust.AGENT: 0.5, Trust.SOURCE: 0.5}


class Text(NamedTuple):
    """A candidate or a neighbour of one, as the database returns it.

    `id` is a turn's, or that of a chunk of the memory `memory_id`; `kind` is "turn" or the memory's type. `words` is
    the stored tsvector in its text form, `length` its number of lexemes, `cosine` None where the embedding is still to
    come, `said_at` in seconds since 1970. Only texts with `may_see` are results; the others are surroundings.
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
    tells_time: bool
    words: str
    length: int
    cosine: float | None
    importance: float
    confidence: float
    trust: str
    said_at: float
    may_see: bool
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """The question, in the forms that ranking needs.

    `information` is each lexeme's inverse document frequency, `names` the known speakers it contains, `fields` the
    chunks that hold a field it names, `related` the strength of the strongest edge that a memory has to another one
    found (001 §2). `recency` is that signal's weight, 0 to leave age out.
    """

    text: str
    information: Mapping[str, float]
    names: frozenset[str]
    now: datetime
    fields: frozenset[UUID] = field(default_factory=frozenset)
    related: Mapping[UUID, float] = field(default_factory=dict)
    recency: float = 0.0


class Ranked(NamedTuple):
    """A text with its relevance, and what each of the named signals adds to it."""

    text: Text
    relevance: float
    names: Sequence[str]
    shares: Signals

    @property
    def signals(self) -> dict[str, float]:
        return dict(zip(self.names, self.shares.tolist(), strict=True))


def rank(question: Question, texts: Sequence[Text]) -> list[Ranked]:
    """All texts, best first, of equal ones the nearest; the relevance is the sum of the signals' shares."""
    if not texts:
        return []
    weights = WEIGHTS | {"recency": question.recency}
    signals = _relevance(question, texts) | _intrinsic(question, texts)
    shares = np.column_stack([weights[name] * signal for name, signal in signals.items()])
    relevance = shares.sum(axis=1)
    order = sorted(range(len(texts)), key=lambda i: (-relevance[i], -(texts[i].cosine or 0.0), texts[i].id))
    names = tuple(signals)
    return [Ranked(texts[i], float(relevance[i]), names, shares[i]) for i in order]


def _relevance(question: Question, texts: Sequence[Text]) -> dict[str, Signals]:
    around = _surroundings(texts)
    return {
        "meaning": _meaning(texts, around),
        "words": _words(question, texts, around),
        "field": np.array([text.id in question.fields for text in texts], float),
        "speaker": np.array([_speaks_for_named_person(question, text) for text in texts], float),
        "substance": np.minimum(1.0, np.array([text.length for text in texts]) / SUBSTANTIAL),
        "time": np.array([text.tells_time for text in texts]) * float(bool(ASKS_WHEN.match(question.text))),
        "question": np.array([text.is_question for text in texts], float),
    }


def _intrinsic(question: Question, texts: Sequence[Text]) -> dict[str, Signals]:
    """What does not depend on the question; turns have no importance, confidence or trust of their own."""
    days = (question.now.timestamp() - np.array([text.said_at for text in texts])) / 86_400
    return {
        "importance": np.array([text.importance for text in texts]),
        "confidence": np.array([text.confidence for text in texts]),
        "trust": np.array([TRUSTED.get(text.trust, 0.0) for text in texts]),  # type: ignore[call-overload]
        "related": np.array([_strength(question, text) for text in texts]),
        "insight": np.array([text.kind == "insight" for text in texts], float),
        "stale": np.array([text.is_stale for text in texts], float),
        "recency": np.exp2(-np.maximum(days, 0.0) / RECENCY_HALF_LIFE_DAYS),
    }


def _surroundings(texts: Sequence[Text]) -> dict[int, NDArray[np.intp]]:
    """For each step of REACH the index of the text at that place, or len(texts) where there is none."""
    spots = [(text.session_id, text.position or 0) for text in texts]
    place = {spot: i for i, spot in enumerate(spots) if spot[0] is not None}
    return {
        step: np.array([place.get((session, position + step), len(texts)) for session, position in spots])
        for step in REACH
    }


def _meaning(texts: Sequence[Text], around: Mapping[int, NDArray[np.intp]]) -> Signals:
    """Cosine of each text, averaged with those of the texts beside it."""
    cosine = np.array([text.cosine or 0.0 for text in texts] + [0.0])
    present = np.array([text.cosine is not None for text in texts] + [False], float)
    beside = sum(cosine[around[step]] for step in BESIDE)
    count = sum(present[around[step]] for step in BESIDE)
    return np.clip((cosine[:-1] + NEIGHBOUR_MEANING * beside) / (1 + NEIGHBOUR_MEANING * count), 0.0, 1.0)


def _words(question: Question, texts: Sequence[Text], around: Mapping[int, NDArray[np.intp]]) -> Signals:
    """Share of the question's information found in a text and its surroundings, saturated as in BM25."""
    lexemes = list(question.information)
    heads = [HEAD if text.session_id else 0 for text in texts]  # memories stand beside nothing
    own, head = _term_counts(lexemes, [text.words for text in texts], heads=heads)
    size = np.array([text.length for text in texts] + [0.0])
    near = NEIGHBOUR_WORDS * sum(head[around[step]] for step in REACH)
    length = size[:-1] + NEIGHBOUR_WORDS * sum(np.minimum(size, HEAD)[around[step]] for step in REACH)
    frequency = own + near
    norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / USUAL_LENGTH)
    information = np.array([question.information[lexeme] for lexeme in lexemes])
    found: Signals = (frequency / (frequency + norm[:, None])) @ information
    return found / max(float(information.sum()), 1e-9)


def _strength(question: Question, text: Text) -> float:
    return question.related.get(text.memory_id, 0.0) if text.memory_id else 0.0


def _speaks_for_named_person(question: Question, text: Text) -> bool:
    """The one speaker named; a text without a speaker counts as the person's own when its role says so."""
    if text.speaker:
        return len(question.names) == 1 and text.speaker.lower() in question.names
    return text.role == "user"


def _term_counts(lexemes: Sequence[str], words: Sequence[str], *, heads: Sequence[int]) -> tuple[Signals, Signals]:
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

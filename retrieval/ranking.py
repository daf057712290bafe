"""Ranks what the database proposes for a question: one small function over at most a few hundred texts.

Every signal is 0..1, and none but `contested` knows the other candidates, so that a relevance means the same among one
text and among three hundred, and one map (`Calibration`) serves every threshold. A text's surroundings are the texts
within two places of it in its session; a text without a session has none and is scored by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from conversations.withheld_spans import is_all_withheld
from memories.models.choices import Trust
from retrieval import wording

Signals = NDArray[np.float64]

# What each signal adds at most; docs/retrieval.md gives the reason for each and what it is worth. Meaning and words are
# the relevance proper; the rest decides between texts that are about equally relevant, but for three. `field`: a
# question that names a field of the person is about the fact that stands there, and facts have no vector. `need`: what
# must not be overlooked comes before whatever shares the words of a question for a meal. `other_side`: an assistant
# repeats at length whatever is talked about, so that its words meet every question of the subject.
WEIGHTS = {
    "meaning": 0.50,
    "words": 0.70,
    "field": 0.50,
    "need": 2.00,
    "related": 0.10,
    "speaker": 0.10,
    "other_speaker": -0.05,
    "contested": -0.70,
    "instruction": 0.10,
    "preference": 0.08,
    "number": 0.05,
    "substance": 0.04,
    "time": 0.03,
    "question": -0.40,
    "acknowledgement": -0.03,
    "other_side": -0.20,
    "importance": 0.03,
    "confidence": 0.01,
    "trust": 0.01,
    "insight": -0.06,
    "stale": -0.10,
}
PROPER = ("meaning", "words", "field")
OF_SPEAKER = ("speaker", "other_speaker")
PERSON = "user"  # the role of the person's side
BESIDE = (-1, 1)  # places in the session whose cosine counts
REACH = (-2, -1, 1, 2)  # places in the session whose words count
# Weights of the cosine of a text beside and of a word said nearby, where one's own count 1: what the other side says
# around the person's words counts less.
NEIGHBOUR_MEANING, NEIGHBOUR_WORDS = 0.4, 0.35
OTHER_SIDE_MEANING, OTHER_SIDE_WORDS = 0.3, 0.5  # of that
HEAD = 40  # of a neighbour only the first words count: a long answer must not drown the short turns around it
OWN_HEAD = 120  # of a turn too: a long answer mentions much that it is not about ...
BEYOND = 0.25  # ... so that a word which stands only further on counts this much
SATURATION, LENGTH_SHARE = 1.2, 0.75  # BM25's k1 and b
USUAL_LENGTH = 100.0  # lexemes of a turn with its surroundings: fixed, so that scores stay absolute
GREATEST_LENGTH = 80.0  # about as many as OWN_HEAD words hold
NO_FIT, FIT = 0.15, 0.25  # sums of PROPER: below the first a text has nothing to do with the question
UNLIKE, ALIKE = 0.7, 0.85  # cosines of two questions: below the first they ask for different things, above the second
QUESTION = 0.05  # a question that is not asked again, as a share of one that is
SUBSTANTIAL = 25  # lexemes from which on a text counts as substantial; "Thanks, bye!" does not
RECENCY_HALF_LIFE_DAYS = 30.0
TRUSTED = {Trust.PERSON: 1.0, Trust.AGENT: 0.5, Trust.SOURCE: 0.5}


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


@dataclass(frozen=True, slots=True)
class Question:
    """The question, in the forms that ranking needs.

    `information` is each lexeme's inverse document frequency, `names` the known speakers it contains, `fields` the
    chunks that hold a field it names, `needs` the shares, 0..1, of those that tell of a need it asks for, `related` by
    memory the strengths of its edges to others found (001 §2).
    `recency` is that signal's weight, 0 to leave age out; `related_weight` is 001's `w_rel`.
    """

    text: str
    information: Mapping[str, float]
    names: frozenset[str]
    now: datetime
    fields: frozenset[UUID] = field(default_factory=frozenset)
    needs: Mapping[UUID, float] = field(default_factory=dict)
    related: Mapping[UUID, Mapping[UUID, float]] = field(default_factory=dict)
    related_weight: float = WEIGHTS["related"]
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

    @property
    def has_words(self) -> bool:
        """Whether it shares a word with the question, or is the field that the question names."""
        return any(self.shares[self.names.index(name)] > 0 for name in ("words", "field"))


def rank(question: Question, texts: Sequence[Text]) -> list[Ranked]:
    """All texts, best first, of equal ones the nearest; the relevance is the sum of the signals' shares."""
    if not texts:
        return []
    weights = WEIGHTS | {"recency": question.recency, "related": question.related_weight}
    signals = _relevance(question, texts) | _intrinsic(question, texts)
    signals["related"] = _related(question, texts, signals)
    signals["contested"] = _contested(texts, signals, weights)
    shares = np.column_stack([weights[name] * signal for name, signal in signals.items()])
    relevance = shares.sum(axis=1)
    order = sorted(range(len(texts)), key=lambda i: (-relevance[i], -(texts[i].cosine or 0.0), texts[i].id))
    names = tuple(signals)
    return [Ranked(texts[i], float(relevance[i]), names, shares[i]) for i in order]


def _relevance(question: Question, texts: Sequence[Text]) -> dict[str, Signals]:
    asks_again = [_asks_again(text) for text in texts]
    around = _surroundings(texts, asks_again)
    is_other_side = np.array([said_by_other_side(text) for text in texts], bool)
    return {
        "meaning": _meaning(texts, around, is_other_side),
        "words": _words(question, texts, around, is_other_side),
        "field": np.array([text.id in question.fields for text in texts], float),
        "need": np.array([question.needs.get(text.id, 0.0) for text in texts]),
        "speaker": np.array([_is_named_person(question, text) is True for text in texts], float),
        "other_speaker": np.array([_is_named_person(question, text) is False for text in texts], float),
        "substance": np.minimum(1.0, np.array([text.length for text in texts]) / SUBSTANTIAL),
        "question": np.array(asks_again, float),
        **_as_asked(wording.asked_for(question.text), texts, is_other_side),
    }


def _as_asked(asked: wording.Asked, texts: Sequence[Text], is_other_side: NDArray[np.bool_]) -> dict[str, Signals]:
    """What depends on how question and text are put; only the person instructs and prefers."""

    def of_person(tells: Callable[[str], bool], *, counts: bool = True) -> Signals:
        if not counts:
            return np.zeros(len(texts))
        return np.array(
            [not other and tells(text.head) for text, other in zip(texts, is_other_side, strict=True)], float
        )

    is_for_both = asked.summary or asked.assistant
    return {
        "instruction": of_person(wording.instructs),
        "preference": of_person(wording.prefers, counts=asked.advice),
        "number": np.array([asked.how_many and wording.tells_number(text.head) for text in texts], float),
        "time": np.array([asked.when and text.tells_time for text in texts], float),
        "acknowledgement": np.array([wording.acknowledges(text.head) for text in texts], float),
        "other_side": is_other_side * float(not is_for_both),
    }


def _intrinsic(question: Question, texts: Sequence[Text]) -> dict[str, Signals]:
    """What does not depend on the question; turns have no importance, confidence or trust of their own."""
    days = (question.now.timestamp() - np.array([text.said_at for text in texts])) / 86_400
    return {
        "importance": np.array([text.importance for text in texts]),
        "confidence": np.array([text.confidence for text in texts]),
        "trust": np.array([TRUSTED.get(text.trust, 0.0) for text in texts]),  # type: ignore[call-overload]
        "insight": np.array([text.kind == "insight" for text in texts], float),
        "stale": np.array([text.staleness for text in texts], float),
        "recency": np.exp2(-np.maximum(days, 0.0) / RECENCY_HALF_LIFE_DAYS),
    }


def _contested(texts: Sequence[Text], signals: Mapping[str, Signals], weights: Mapping[str, float]) -> Signals:
    """By how much somebody else's best words are more relevant than the best of the one person whom the question names.

    The same for all texts, so that it moves scores, not the order. Who may not see a text learns nothing of it here.
    """
    relevance = sum(weights[name] * signal for name, signal in signals.items() if name not in OF_SPEAKER)
    shown = np.array([text.may_see and not text.is_the_question for text in texts], bool)
    theirs, others = (np.extract(shown & (signals[name] > 0), relevance) for name in OF_SPEAKER)
    ahead = max(0.0, others.max() - theirs.max()) if len(theirs) and len(others) else 0.0
    return np.full(len(texts), ahead)


def _asks_again(text: Text) -> float:
    """A question answers little; nothing does one that only asks what is asked now, in other words."""
    if not wording.only_asks(text.head):
        return QUESTION * text.is_question
    alike = ((text.cosine or 0.0) - UNLIKE) / (ALIKE - UNLIKE)
    return QUESTION + (1 - QUESTION) * min(1.0, max(0.0, alike))


def _surroundings(texts: Sequence[Text], asks_again: Sequence[float]) -> dict[int, NDArray[np.intp]]:
    """For each step of REACH the index of the text at that place, or len(texts) where there is none.

    Small talk has no surroundings, for it says the same anywhere. What only asks the same again surrounds nothing but
    the other side's turn right behind it, which may answer it.
    """
    spots = [(text.session_id, text.position or 0) for text in texts]
    place = {spot: i for i, spot in enumerate(spots) if spot[0] is not None}
    again = [text.is_the_question or share > QUESTION for text, share in zip(texts, asks_again, strict=True)]
    stands_alone = [wording.is_small_talk(text.head) for text in texts]

    def beside(own: int, step: int) -> int:
        session, position = spots[own]
        other = len(texts) if stands_alone[own] else place.get((session, position + step), len(texts))
        if other == len(texts) or not again[other]:
            return other
        answers = step == -1 and (texts[own].role, texts[own].speaker) != (texts[other].role, texts[other].speaker)
        return other if answers else len(texts)

    return {step: np.array([beside(own, step) for own in range(len(texts))], np.intp) for step in REACH}


def _meaning(
    texts: Sequence[Text], around: Mapping[int, NDArray[np.intp]], is_other_side: NDArray[np.bool_]
) -> Signals:
    """Cosine of each text, averaged with those of the texts beside it."""
    cosine = np.array([text.cosine or 0.0 for text in texts] + [0.0])
    present = np.array([text.cosine is not None for text in texts] + [False], float)
    weight = NEIGHBOUR_MEANING * present * np.append(np.where(is_other_side, OTHER_SIDE_MEANING, 1.0), 0.0)
    beside = sum((weight * cosine)[around[step]] for step in BESIDE)
    weights = sum(weight[around[step]] for step in BESIDE)
    averaged: Signals = (cosine[:-1] + beside) / (1 + weights)
    return averaged.clip(0.0, 1.0)


def _words(
    question: Question,
    texts: Sequence[Text],
    around: Mapping[int, NDArray[np.intp]],
    is_other_side: NDArray[np.bool_],
) -> Signals:
    """Share of the question's information found in a text and its surroundings, saturated as in BM25."""
    own, head = _term_counts(list(question.information), texts)
    size = np.append(np.array([text.length for text in texts], float), 0.0)
    weight = NEIGHBOUR_WORDS * np.append(np.where(is_other_side, OTHER_SIDE_WORDS, 1.0), 0.0)
    near = sum((weight[:, None] * head)[around[step]] for step in REACH)
    length = np.minimum(size[:-1], GREATEST_LENGTH)
    length = length + sum((weight * np.minimum(size, HEAD))[around[step]] for step in REACH)
    frequency = own + near
    norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / USUAL_LENGTH)
    information = np.array(list(question.information.values()))
    found: Signals = (frequency / (frequency + norm[:, None])) @ information / max(float(information.sum()), 1e-9)
    return found


def _related(question: Question, texts: Sequence[Text], signals: Mapping[str, Signals]) -> Signals:
    """The strongest edge to another text, as far as that one fits: who knows somebody that has nothing to say on it
    has nothing to say either."""
    proper = np.sum([WEIGHTS[name] * signals[name] for name in PROPER], axis=0)
    fits = ((proper - NO_FIT) / (FIT - NO_FIT)).clip(0.0, 1.0)
    best: dict[UUID, float] = {}
    for text, fit in zip(texts, fits.tolist(), strict=True):
        if text.memory_id:
            best[text.memory_id] = max(fit, best.get(text.memory_id, 0.0))
    edges = (question.related.get(text.memory_id, {}) if text.memory_id else {} for text in texts)
    return np.array([max((strength * best[other] for other, strength in own.items()), default=0.0) for own in edges])


def _is_named_person(question: Question, text: Text) -> bool | None:
    """Whether the one speaker whom the question names said it; None where it names none or several, or nobody knows."""
    if len(question.names) != 1 or not text.speaker:
        return None
    return text.speaker.lower() in question.names


def said_by_other_side(text: Text) -> bool:
    """Said to the person, not by them: an assistant's words, a system's, a tool's."""
    return text.role not in ("", PERSON)


def _term_counts(lexemes: Sequence[str], texts: Sequence[Text]) -> tuple[Signals, Signals]:
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

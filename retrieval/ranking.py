"""Ranks the candidates of a question: one small function over at most a few hundred texts.

Every signal is 0..1, and none but `contested` depends on other candidates, so that a relevance means the same for one
text and for three hundred, and one map (`Calibration`) serves every threshold.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memories.models.choices import Trust
from retrieval import neighbours, text_patterns
from retrieval.neighbours import QUESTION
from retrieval.texts import Signals, Text, is_by_other_side

# What each signal adds at most; docs/retrieval.md gives the reason and effect of each. Meaning and words are the
# relevance proper; the rest decides between texts of about equal relevance, except for three. `field`: a question that
# names a field of the person is about that fact, and facts have no vector. `need`: a need must come before texts that
# share the words of a question about a meal. `other_side`: an assistant repeats the topic at length, so that its words
# match every question about it.
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
NO_FIT, FIT = 0.15, 0.25  # sums of PROPER: below the first a text is unrelated to the question
UNLIKE, ALIKE = 0.7, 0.85  # cosines of two questions: below the first they ask for different things, above the second
SUBSTANTIAL = 25  # lexemes from which a text counts as substantial; "Thanks, bye!" does not
RECENCY_HALF_LIFE_DAYS = 30.0
TRUSTED = {Trust.PERSON: 1.0, Trust.AGENT: 0.5, Trust.SOURCE: 0.5}


@dataclass(frozen=True, slots=True)
class Question:
    """The question, in the forms that ranking needs.

    `information` is each lexeme's inverse document frequency, `names` the known speakers it contains, `fields` the
    chunks of fields that it names, `needs` the shares, 0..1, of chunks that state a need it asks for, `related` the
    strengths of a memory's edges to others found (001 §2).
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
    """A text with its relevance, and the contribution of each named signal."""

    text: Text
    relevance: float
    names: Sequence[str]
    shares: Signals

    @property
    def signals(self) -> dict[str, float]:
        return dict(zip(self.names, self.shares.tolist(), strict=True))

    @property
    def has_words(self) -> bool:
        """Whether it shares a word with the question, or is a field that the question names."""
        return any(self.shares[self.names.index(name)] > 0 for name in ("words", "field"))


def rank(question: Question, texts: Sequence[Text]) -> list[Ranked]:
    """Return all texts, best first, of equal ones the nearest; the relevance is the sum of the signals' shares."""
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
    around = neighbours.around_each(texts, asks_again)
    is_other_side = np.array([is_by_other_side(text) for text in texts], bool)
    return {
        "meaning": neighbours.meaning(texts, around, is_other_side),
        "words": neighbours.words(question.information, texts, around, is_other_side),
        "field": np.array([text.id in question.fields for text in texts], float),
        "need": np.array([question.needs.get(text.id, 0.0) for text in texts]),
        "speaker": np.array([_is_named_person(question, text) is True for text in texts], float),
        "other_speaker": np.array([_is_named_person(question, text) is False for text in texts], float),
        "substance": np.minimum(1.0, np.array([text.length for text in texts]) / SUBSTANTIAL),
        "question": np.array(asks_again, float),
        **_focus_signals(text_patterns.focus_of(question.text), texts, is_other_side),
    }


def _focus_signals(
    focus: text_patterns.QuestionFocus, texts: Sequence[Text], is_other_side: NDArray[np.bool_]
) -> dict[str, Signals]:
    """Return the signals of wording; only the person instructs and prefers."""

    def of_person(states: Callable[[str], bool], *, counts: bool = True) -> Signals:
        if not counts:
            return np.zeros(len(texts))
        return np.array(
            [not other and states(text.head) for text, other in zip(texts, is_other_side, strict=True)], float
        )

    is_for_both = focus.summary or focus.assistant
    return {
        "instruction": of_person(text_patterns.instructs),
        "preference": of_person(text_patterns.prefers, counts=focus.advice),
        "number": np.array([focus.how_many and text_patterns.has_number(text.head) for text in texts], float),
        "time": np.array([focus.when and text.has_time for text in texts], float),
        "acknowledgement": np.array([text_patterns.acknowledges(text.head) for text in texts], float),
        "other_side": is_other_side * float(not is_for_both),
    }


def _intrinsic(question: Question, texts: Sequence[Text]) -> dict[str, Signals]:
    """Return the signals that do not depend on the question; turns have no importance, confidence or trust."""
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
    """Return by how much another speaker's best text is more relevant than the best of the one person that the question
    names.

    It is the same for all texts, so it changes scores, not the order. It uses visible texts only.
    """
    relevance = sum(weights[name] * signal for name, signal in signals.items() if name not in OF_SPEAKER)
    shown = np.array([text.may_see and not text.is_the_question for text in texts], bool)
    theirs, others = (np.extract(shown & (signals[name] > 0), relevance) for name in OF_SPEAKER)
    ahead = max(0.0, others.max() - theirs.max()) if len(theirs) and len(others) else 0.0
    return np.full(len(texts), ahead)


def _asks_again(text: Text) -> float:
    """Return the weight of a question as an answer: small, and 0 if it only repeats the present one in other words."""
    if not text_patterns.only_asks(text.head):
        return QUESTION * text.is_question
    alike = ((text.cosine or 0.0) - UNLIKE) / (ALIKE - UNLIKE)
    return QUESTION + (1 - QUESTION) * min(1.0, max(0.0, alike))


def _related(question: Question, texts: Sequence[Text], signals: Mapping[str, Signals]) -> Signals:
    """Return the strongest edge to another text, weighted by that text's own fit: a link to an irrelevant text adds
    nothing."""
    proper = np.sum([WEIGHTS[name] * signals[name] for name in PROPER], axis=0)
    fits = ((proper - NO_FIT) / (FIT - NO_FIT)).clip(0.0, 1.0)
    best: dict[UUID, float] = {}
    for text, fit in zip(texts, fits.tolist(), strict=True):
        if text.memory_id:
            best[text.memory_id] = max(fit, best.get(text.memory_id, 0.0))
    edges = (question.related.get(text.memory_id, {}) if text.memory_id else {} for text in texts)
    return np.array([max((strength * best[other] for other, strength in own.items()), default=0.0) for own in edges])


def _is_named_person(question: Question, text: Text) -> bool | None:
    """Whether the one speaker that the question names said it; None if it names none or several, or if unknown."""
    if len(question.names) != 1 or not text.speaker:
        return None
    return text.speaker.lower() in question.names

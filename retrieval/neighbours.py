"""How near a text and its neighbours are to a question, in meaning and in words.

Neighbours are the texts within two places of it in its session; a text without a session has none and is scored by
itself.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval import text_patterns
from retrieval.texts import HEAD, Signals, Text, term_counts

BESIDE = (-1, 1)  # places in the session whose cosine counts
REACH = (-2, -1, 1, 2)  # places in the session whose words count
# Weights of the cosine of a text beside and of a word said nearby, where one's own count 1: what the other side says
# around the person's words counts less.
NEIGHBOUR_MEANING, NEIGHBOUR_WORDS = 0.4, 0.35
OTHER_SIDE_MEANING, OTHER_SIDE_WORDS = 0.3, 0.5  # of that
SATURATION, LENGTH_SHARE = 1.2, 0.75  # BM25's k1 and b
USUAL_LENGTH = 100.0  # lexemes of a turn with its surroundings: fixed, so that scores stay absolute
GREATEST_LENGTH = 80.0  # about as many as OWN_HEAD words hold
QUESTION = 0.05  # a question that is not asked again, as a share of one that is


def around_each(texts: Sequence[Text], asks_again: Sequence[float]) -> dict[int, NDArray[np.intp]]:
    """For each step of REACH the index of the text at that place, or len(texts) where there is none.

    Small talk has no surroundings, for it says the same anywhere. What only asks the same again surrounds nothing but
    the other side's turn right behind it, which may answer it.
    """
    spots = [(text.session_id, text.position or 0) for text in texts]
    place = {spot: i for i, spot in enumerate(spots) if spot[0] is not None}
    again = [text.is_the_question or share > QUESTION for text, share in zip(texts, asks_again, strict=True)]
    stands_alone = [text_patterns.is_small_talk(text.head) for text in texts]

    def beside(own: int, step: int) -> int:
        session, position = spots[own]
        other = len(texts) if stands_alone[own] else place.get((session, position + step), len(texts))
        if other == len(texts) or not again[other]:
            return other
        answers = step == -1 and (texts[own].role, texts[own].speaker) != (texts[other].role, texts[other].speaker)
        return other if answers else len(texts)

    return {step: np.array([beside(own, step) for own in range(len(texts))], np.intp) for step in REACH}


def meaning(texts: Sequence[Text], around: Mapping[int, NDArray[np.intp]], is_other_side: NDArray[np.bool_]) -> Signals:
    """Cosine of each text, averaged with those of the texts beside it."""
    cosine = np.array([text.cosine or 0.0 for text in texts] + [0.0])
    present = np.array([text.cosine is not None for text in texts] + [False], float)
    weight = NEIGHBOUR_MEANING * present * np.append(np.where(is_other_side, OTHER_SIDE_MEANING, 1.0), 0.0)
    beside = sum((weight * cosine)[around[step]] for step in BESIDE)
    weights = sum(weight[around[step]] for step in BESIDE)
    averaged: Signals = (cosine[:-1] + beside) / (1 + weights)
    return averaged.clip(0.0, 1.0)


def words(
    information: Mapping[str, float],
    texts: Sequence[Text],
    around: Mapping[int, NDArray[np.intp]],
    is_other_side: NDArray[np.bool_],
) -> Signals:
    """Share of a question's information, by lexeme, found in a text and its surroundings, saturated as in BM25."""
    own, head = term_counts(list(information), texts)
    size = np.append(np.array([text.length for text in texts], float), 0.0)
    weight = NEIGHBOUR_WORDS * np.append(np.where(is_other_side, OTHER_SIDE_WORDS, 1.0), 0.0)
    near = sum((weight[:, None] * head)[around[step]] for step in REACH)
    length = np.minimum(size[:-1], GREATEST_LENGTH)
    length = length + sum((weight * np.minimum(size, HEAD))[around[step]] for step in REACH)
    frequency = own + near
    norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length / USUAL_LENGTH)
    weights = np.array(list(information.values()))
    found: Signals = (frequency / (frequency + norm[:, None])) @ weights / max(float(weights.sum()), 1e-9)
    return found

"""Scores a text and its neighbours for a question, by meaning and by words.

Neighbours are the texts within two positions of it in its session; a text without a session has none.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval import text_patterns
from retrieval.texts import HEAD, Signals, Text, term_counts

ADJACENT = (-1, 1)  # positions in the session whose cosine counts
REACH = (-2, -1, 1, 2)  # positions in the session whose words count
# Weights of the cosine of an adjacent text and of a nearby word, relative to the text's own. The other side's turns
# around the person's count less.
NEIGHBOUR_MEANING, NEIGHBOUR_WORDS = 0.4, 0.35
OTHER_SIDE_MEANING, OTHER_SIDE_WORDS = 0.3, 0.5  # of that
SATURATION, LENGTH_SHARE = 1.2, 0.75  # BM25's k1 and b
USUAL_LENGTH = 100.0  # lexemes of a turn with its neighbours: fixed, so that scores stay absolute
GREATEST_LENGTH = 80.0  # about as many as OWN_HEAD words have
QUESTION = 0.05  # the weight of a question that does not repeat the present one, as a share of one that does


def around_each(texts: Sequence[Text], asks_again: Sequence[float]) -> dict[int, NDArray[np.intp]]:
    """Return for each step of REACH the index of the text at that position, or len(texts) for none.

    Small talk has no neighbours, since it means the same anywhere. A repetition of the question is a neighbour only of
    the other side's next turn, which may answer it.
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
    """Return the cosine of each text, averaged with those of adjacent texts."""
    cosine = np.array([text.cosine or 0.0 for text in texts] + [0.0])
    present = np.array([text.cosine is not None for text in texts] + [False], float)
    weight = NEIGHBOUR_MEANING * present * np.append(np.where(is_other_side, OTHER_SIDE_MEANING, 1.0), 0.0)
    beside = sum((weight * cosine)[around[step]] for step in ADJACENT)
    weights = sum(weight[around[step]] for step in ADJACENT)
    averaged: Signals = (cosine[:-1] + beside) / (1 + weights)
    return averaged.clip(0.0, 1.0)


def words(
    information: Mapping[str, float],
    texts: Sequence[Text],
    around: Mapping[int, NDArray[np.intp]],
    is_other_side: NDArray[np.bool_],
) -> Signals:
    """Return the share of a question's information, by lexeme, in a text and its neighbours, saturated as in BM25."""
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

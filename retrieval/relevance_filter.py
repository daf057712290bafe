"""Selects the best texts that are worth their tokens (`select: "relevant"`): likely enough to be evidence for their
length.

A likelihood is the logistic function of a sum of signs. Their weights are those of a logistic regression over the ten
best texts of both development sets, rounded; docs/retrieval.md gives the reason for each, and the recall and savings.
"""

import math
from collections.abc import Mapping, Sequence

from retrieval import text_patterns
from retrieval.selection import Selected
from retrieval.texts import Text, is_by_other_side, mark_of

LEAST_SCORE = 0.6  # hardly any text below it answers
UNLIKELY = -6.8  # the sum without any sign for a text
LIKELIHOOD = {
    "share": 5.0,  # its relevance, as a share of the best one's
    "new_words": 2.5,  # the share of the question's information that it contains and no better one does
    "same_session": 0.6,  # said in the session of the best one
    "answer": 0.5,  # said right after a question that is among the best
    "number": 0.5,  # states a number
    "undated": -1.0,  # states no time, where the question asks when
    "other_side": -1.0,  # said by an assistant, a system or a tool, where the question does not ask for that
}
# A text of the usual length of those found needs this likelihood; a longer one nearly in proportion more.
NEEDED, FOR_LENGTH = 0.046, 0.9


def worth_their_length(selected: Sequence[Selected], *, query: str, information: Mapping[str, float]) -> list[Selected]:
    """Return the best one, and those whose likelihood is worth their length; `information` is by lexeme of the
    query."""
    if not selected:
        return []
    doublings = [math.log2(max(1, one.ranked.text.length)) for one in selected]
    usual = sum(doublings) / len(doublings)
    needed = [NEEDED * 2 ** (FOR_LENGTH * (own - usual)) for own in doublings]
    likely = likelihoods(selected, query=query, information=information)
    best, *others = selected
    return [best, *(one for one, p, least in zip(others, likely[1:], needed[1:], strict=True) if p >= least)]


def likelihoods(selected: Sequence[Selected], *, query: str, information: Mapping[str, float]) -> list[float]:
    """Return how likely each of the best texts is to be evidence, 0..1."""
    best, focus = selected[0].ranked, text_patterns.focus_of(query)
    new_words = _new_words([one.ranked.text for one in selected], information)
    asking = {(text.session_id, text.position) for one in selected if (text := one.ranked.text).is_question}
    found = []
    for one, new in zip(selected, new_words, strict=True):
        text = one.ranked.text
        signs = {
            "share": one.ranked.relevance / best.relevance if best.relevance > 0 else 1.0,
            "new_words": new,
            "same_session": text.session_id is not None and text.session_id == best.text.session_id,
            "answer": text.position is not None and (text.session_id, text.position - 1) in asking,
            "number": text_patterns.has_number(text.head),
            "undated": focus.when and not text.has_time,
            "other_side": is_by_other_side(text) and not focus.assistant,
        }
        total = UNLIKELY + sum(LIKELIHOOD[name] * sign for name, sign in signs.items())
        found.append(1 / (1 + math.exp(-total)))
    return found


def _new_words(texts: Sequence[Text], information: Mapping[str, float]) -> list[float]:
    """Return for each text the share, 0..1, of the query's information that no earlier text contains."""
    total, left, shares = max(sum(information.values()), 1e-9), dict(information), []
    for text in texts:
        new = [lexeme for lexeme in left if mark_of(lexeme) in text.words]
        shares.append(sum(left.pop(lexeme) for lexeme in new) / total)
    return shares

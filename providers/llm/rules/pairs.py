"""Whether two texts state the same fact, by rules: the same words, the same numbers, the same "not"."""

import re

from providers.llm.rules.words import content_words, is_negated, numbers
from providers.llm.tasks import Pair, Pairs, Verdict, Verdicts
from providers.statements.words import word_set

_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"\b[A-Z][^\W\d_]+")
# Small words that make another fact: when, which way, how much, how sure.
TELLING = word_set(
    """
    after all always another any been before being both can could did down each every few had if less many may might
    more most much must off only or other out over own should some under until up was were when will would
    """
)


def judge_pairs(payload: Pairs) -> Verdicts:
    verdicts = (_verdict(place, pair) for place, pair in enumerate(payload.pairs))
    return Verdicts(verdicts=tuple(verdicts))


def _verdict(place: int, pair: Pair) -> Verdict:
    same = state_the_same(pair.first, pair.second)
    return Verdict(pair=place, same_fact=same, merged=max(pair.first, pair.second, key=len)[:1_000] if same else "")


def state_the_same(first: str, second: str) -> bool:
    """Equal but for word forms, order and small words.

    A number or a "not" more makes another fact, and so does another order of names, or a word like "before" or "was".
    """
    words = set(content_words(first))
    return (
        bool(words)
        and words == set(content_words(second))
        and numbers(first) == numbers(second)
        and is_negated(first) == is_negated(second)
        and _telling(first) == _telling(second)
        and _in_one_order(first, second)
    )


def _telling(text: str) -> set[str]:
    return set(_WORD.findall(text.lower())) & TELLING


def _in_one_order(first: str, second: str) -> bool:
    """Whether the names that both hold come in one order: "Ana taught Tom" is not "Tom taught Ana"."""
    one, other = _NAME.findall(first), _NAME.findall(second)
    shared = set(one) & set(other)
    return [name for name in one if name in shared] == [name for name in other if name in shared]

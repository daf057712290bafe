"""Whether two texts state the same fact, by rules: the same words, the same numbers, the same "not"."""

from providers.llm.rules.words import content_words, is_negated, numbers
from providers.llm.tasks import Pair, Pairs, Verdict, Verdicts


def judge_pairs(told: Pairs) -> Verdicts:
    verdicts = (_verdict(place, pair) for place, pair in enumerate(told.pairs))
    return Verdicts(verdicts=tuple(verdicts))


def _verdict(place: int, pair: Pair) -> Verdict:
    same = state_the_same(pair.first, pair.second)
    return Verdict(pair=place, same_fact=same, merged=max(pair.first, pair.second, key=len)[:1_000] if same else "")


def state_the_same(first: str, second: str) -> bool:
    """Equal but for word forms, order and small words; a number or a "not" more makes another fact."""
    words = set(content_words(first))
    return (
        bool(words)
        and words == set(content_words(second))
        and numbers(first) == numbers(second)
        and is_negated(first) == is_negated(second)
    )

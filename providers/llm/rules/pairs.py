"""Whether two texts state the same fact, by rules: the same words, the same numbers, the same "not".

The exception is an updated count or measure: "has 2 cats", then "has 3 cats" (001 §4's numeric step).
"""

import re

from providers.llm.rules.words import content_words, is_negated, numbers
from providers.llm.tasks import Pair, Pairs, Verdict, Verdicts
from providers.statements.text.words import word_set

_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"\b[A-Z][^\W\d_]+")
_COUNT = re.compile(
    r"(?P<who>[^\d.;:]{2,80}?\s(?:now\s|currently\s)?(?:(?P<age>is)|has|have|owns?|keeps?|weighs?|earns?|employs?))\s"
    r"(?:about\s|now\s|currently\s)?\d+(?:[.,]\d+)?\s(?P<what>(?(age)years old|[a-z]+)[^\d;:]{0,80})"
)
# Function words that change the fact: when, which way, how much, how sure.
FACT_WORDS = word_set(
    """
    after all always another any been before being both can could did down each every few had if less many may might
    more most much must off only or other out over own should some under until up was were when will would
    """
)


def judge_pairs(payload: Pairs) -> Verdicts:
    verdicts = (_verdict(place, pair) for place, pair in enumerate(payload.pairs))
    return Verdicts(verdicts=tuple(verdicts))


def _verdict(place: int, pair: Pair) -> Verdict:
    if state_same_fact(pair.first, pair.second):
        return Verdict(pair=place, same_fact=True, merged=max(pair.first, pair.second, key=len)[:1_000])
    is_step = is_updated_count(pair.first, pair.second)
    return Verdict(pair=place, same_fact=is_step, merged=pair.second[:1_000] if is_step else "")


def state_same_fact(first: str, second: str) -> bool:
    """Whether the texts are equal except for inflection, order and function words.

    A different number, "not", order of names, or word like "before" or "was" makes another fact.
    """
    words = set(content_words(first))
    return (
        bool(words)
        and words == set(content_words(second))
        and numbers(first) == numbers(second)
        and is_negated(first) == is_negated(second)
        and _fact_words(first) == _fact_words(second)
        and _have_same_order(first, second)
    )


def is_updated_count(first: str, second: str) -> bool:
    """Whether the second text only updates the number of something that the first says a person has.

    For an event ("bought 2 tickets"), a label ("room 12") or a time both may be true.
    """
    one, other = _COUNT.fullmatch(first.strip()), _COUNT.fullmatch(second.strip())
    return (
        bool(one and other)
        and _without_number(one) == _without_number(other)
        and len(numbers(first) | numbers(second)) == 2
    )


def _without_number(found: "re.Match[str] | None") -> tuple[str, ...]:
    assert found is not None
    return tuple(found[name].casefold() for name in ("who", "what"))


def _fact_words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower())) & FACT_WORDS


def _have_same_order(first: str, second: str) -> bool:
    """Whether the names in both texts have the same order: "Ana taught Tom" is not "Tom taught Ana"."""
    one, other = _NAME.findall(first), _NAME.findall(second)
    shared = set(one) & set(other)
    return [name for name in one if name in shared] == [name for name in other if name in shared]

"""Finds values of sensitive fields that a sentence mentions, in whatever words, unless it speaks of somebody else.

The rules of `rules` know how fields are usually stated; language has more ways than they can list. So what looks like a
value (a city, a language, a set of pronouns, a name to be called by) is taken for the person's where the grammar of the
sentence ties it to them, and not where it is said of a third party, a journey, a product or the like.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from providers.statements.evidence.genders import bare_genders, genders
from providers.statements.evidence.names import names
from providers.statements.evidence.places import places_and_languages
from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership

_LEAST_WORDS: Final = 3  # fewer are a name or label, which the rules for labels read; "I'm" and "she's" are two
_CLITICS: Final = frozenset([("i", "'m"), ("she", "'s"), ("he", "'s"), ("they", "'re")])


def mentions(ownership: Ownership) -> Iterator[Mention]:
    """What a sentence mentions of the person it is about: city, language, pronouns, gender and preferred_name."""
    texts = ownership.sentence.texts
    if ownership.sentence.only_asks:
        return
    yield from bare_genders(ownership)
    words = sum(text[0].isalpha() for text in texts) + sum(pair in _CLITICS for pair in pairwise(texts))
    if words >= _LEAST_WORDS:
        yield from places_and_languages(ownership)
        yield from genders(ownership)
        yield from names(ownership)

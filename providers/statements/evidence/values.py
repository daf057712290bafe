"""Finds values of sensitive fields in any wording, unless the sentence is about someone else.

The rules of `rules` cover the usual ways to state a field; no list covers them all. So what looks like a value (a city,
a language, a set of pronouns, a name) counts as the person's if the grammar of the sentence attaches it to them, and
not to a third party, a journey, a product or the like.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from providers.statements.evidence.genders import gender_only_notes, genders
from providers.statements.evidence.names import names
from providers.statements.evidence.places import places_and_languages
from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership

# Shorter texts are a name or label, which the rules for labels read; "I'm" and "she's" count as two.
_MIN_WORDS: Final = 3
_CLITICS: Final = frozenset([("i", "'m"), ("she", "'s"), ("he", "'s"), ("they", "'re")])


def mentions(ownership: Ownership) -> Iterator[Mention]:
    """Yield the person's city, language, pronouns, gender and preferred name from a sentence."""
    texts = ownership.sentence.texts
    if ownership.sentence.is_only_question:
        return
    yield from gender_only_notes(ownership)
    words = sum(text[0].isalpha() for text in texts) + sum(pair in _CLITICS for pair in pairwise(texts))
    if words >= _MIN_WORDS:
        yield from places_and_languages(ownership)
        yield from genders(ownership)
        yield from names(ownership)

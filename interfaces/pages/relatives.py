"""Relatives in the languages of the pages, so that "Mein Bruder" finds who is stored as "brother"."""

import re
from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.db.models import Q
from django.utils.translation import override

from interfaces.plain_words import FAMILY, RELATIVES
from interfaces.spelling import plain

WORD = re.compile(r"\w+")
MOST_WORDS = 3  # "mi hermano mayor"; more are a question


def told_as_relative(words: str) -> Q:
    """Chunks of the fields that say who the relative is which the words name; none without one."""
    spelt = list(map(plain, WORD.findall(words)))
    named = {key for word in spelt if (key := _relatives().get(word))} if len(spelt) <= MOST_WORDS else set()
    return Q(text__istartswith=f"{FAMILY}: {named.pop()}:") if len(named) == 1 else Q(pk__in=[])


@cache
def _relatives() -> Mapping[str, str]:
    """By the name in each language, the one that is stored."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {plain(str(name)): key for key, name in RELATIVES.items()}
    return found

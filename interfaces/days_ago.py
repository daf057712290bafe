"""Days, weeks and months that are so long ago: "3 days ago", "vor einer Woche", "hace dos meses", "il y a 3 jours"."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import Literal, NamedTuple

from babel.dates import format_timedelta
from django.conf import settings

from interfaces.spelling import pattern_of

Unit = Literal["day", "week", "month"]
DAYS: Mapping[Unit, int] = {"day": 1, "week": 7, "month": 31}
# The longest first: "vor 3 Monaten" has the words of "vor 3 Monat".
FORMS = (2, 1)
SPELT: Mapping[str, int] = {
    **dict.fromkeys(("a", "an", "one", "ein", "eine", "einem", "einer", "un", "una", "une"), 1),
    **dict.fromkeys(("two", "zwei", "dos", "deux"), 2),
    **dict.fromkeys(("three", "drei", "tres", "trois"), 3),
}


class Ago(NamedTuple):
    unit: Unit
    number: int
    found: re.Match[str]


def ago_in(words: str) -> Ago | None:
    """Return how long ago the words name, in any language of the pages; None where they name nothing of it."""
    for unit, pattern in _patterns():
        if found := pattern.search(words):
            number = found["number"].casefold()
            return Ago(unit, SPELT[number] if number in SPELT else int(number), found)
    return None


@cache
def _patterns() -> Sequence[tuple[Unit, re.Pattern[str]]]:
    """Return a pattern of each unit in each language and number, from the texts of CLDR."""
    number = rf"(?P<number>\d{{1,3}}|{'|'.join(sorted(SPELT, key=len, reverse=True))})"
    return [
        (unit, re.compile(rf"(?<!\w){_text(unit, form, language, number)}(?!\w)", re.IGNORECASE))
        for unit in DAYS
        for language, _name in settings.LANGUAGES
        for form in FORMS
    ]


def _text(unit: Unit, form: int, language: str, number: str) -> str:
    ago = timedelta(days=-DAYS[unit] * form)
    text = format_timedelta(ago, granularity=unit, threshold=float("inf"), add_direction=True, locale=language)
    words = (number if word == str(form) else pattern_of(word) for word in text.split())
    return r"\s+".join(words)

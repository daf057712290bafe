"""Whether a value can be read as what its field holds, and what is expected where it cannot: people say odd things."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from interfaces.typed_days import OLDEST, is_birthday
from providers.statements.gazetteer import is_language
from providers.statements.words import word_set

OFFSET = re.compile(r"(?:utc|gmt)? ?[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?|z")
ABBREVIATED = word_set("cest eest west bst edt cdt cst mdt pdt pst akst akdt ist jst kst aest aedt nzst nzdt")
UNITS = re.compile(r"m[eé]tri|imp[eé]rial|\bsi\b|\bus\b|customary")
NONE = re.compile(
    r"(?:none|no|not any|nothing|nil|null|n/?a|keine?|nichts|ning[uú]n[ao]?|sin|nada|aucune?|rien|nessuna?|nenhuma?)"
    r"(?: known)?(?: al+erg\w*)?"
)


class Expected(NamedTuple):
    """What a field holds, in words, and one of it."""

    words: str
    example: str


def expected_of(key: str, value: str) -> Expected | None:
    """What the field holds, where the value cannot be read as that; None where it can, or any text may stand there."""
    expected, reads = HELD.get(key, (None, None))
    return expected if reads and not reads(value.strip().casefold()) else None


def says_none(value: str) -> bool:
    """Whether it is no value but says that there is none."""
    return NONE.fullmatch(value.strip(" .!").casefold()) is not None


def _is_timezone(said: str) -> bool:
    return said.replace(" ", "_") in _zones() or said in ABBREVIATED or OFFSET.fullmatch(said) is not None


@cache
def _zones() -> frozenset[str]:
    return frozenset(name.casefold() for name in available_timezones())


def _is_email(said: str) -> bool:
    with suppress(ValidationError):
        validate_email(said)
        return True
    return False


def _is_age(said: str) -> bool:
    found = re.fullmatch(r"[^\d\-\u2012\u2013\u2212]*(\d{1,3})\D*", said)
    return found is not None and int(found[1]) <= OLDEST


def _names_language(said: str) -> bool:
    """By a name in Latin letters or a code. What is written in other letters nobody here reads."""
    if not re.search("[a-z]", said):
        return any(map(str.isalpha, said))
    with suppress(ValueError, UnknownLocaleError):
        return bool(Locale.parse(said.replace("-", "_")))
    return is_language(said) or any(is_language(word) for word in re.findall(r"[^\W\d]+", said))


Reader = Callable[[str], bool]
DAY, LANGUAGE = Expected("a day of birth", "1990-05-31"), Expected("a language", "Portuguese")
HELD: Mapping[str, tuple[Expected, Reader]] = {
    "timezone": (Expected("a time zone", "Europe/Lisbon"), _is_timezone),
    "birthday": (DAY, is_birthday),
    "email": (Expected("an e-mail address", "ana@example.com"), _is_email),
    "age": (Expected("a number of years", "34"), _is_age),
    "units": (Expected("a system of units", "metric"), lambda said: UNITS.search(said) is not None),
    "language": (LANGUAGE, _names_language),
    "languages_spoken": (LANGUAGE, _names_language),
}

"""Whether a value can be read as what its field holds, and what is expected where it cannot: people say odd things."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from itertools import permutations
from typing import NamedTuple
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from providers.statements.gazetteer import LOCALES, is_language
from providers.statements.words import word_set

LEAP_YEAR = 2000
OLDEST, CENTURY = 130, 100  # years
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


def _is_day(said: str) -> bool:
    """A day of a year or of any, in any usual order: "1990-05-31", "31.5.", "May 31st, 1990"."""
    numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"t\d\d:.*", "", said))]
    months = [_months()[word] for word in re.findall(r"[^\W\d]+", said) if word in _months()]
    if len(numbers) + len(months[:1]) == 2:
        numbers.append(LEAP_YEAR)
    if months:
        return len(numbers) == 2 and any(_exists(year, months[0], day) for year, day in permutations(numbers))
    if len(numbers) != 3:
        return False
    first, second, third = numbers
    return _exists(first, second, third) or _exists(third, second, first) or _exists(third, first, second)


def _exists(year: int, month: int, day: int) -> bool:
    """Whether it is a day that somebody alive may be born on; a year may be without its century."""
    today = timezone.localdate()
    with suppress(ValueError):
        return date(year, month, day) <= today and (year < CENTURY or today.year - OLDEST <= year)
    return False


@cache
def _months() -> Mapping[str, int]:
    widths = [Locale(one).months["format"][width] for one in LOCALES for width in ("wide", "abbreviated")]
    return {name.casefold().strip("."): number for names in widths for number, name in names.items()}


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
    "birthday": (DAY, _is_day),
    "email": (Expected("an e-mail address", "ana@example.com"), _is_email),
    "age": (Expected("a number of years", "34"), _is_age),
    "units": (Expected("a system of units", "metric"), lambda said: UNITS.search(said) is not None),
    "language": (LANGUAGE, _names_language),
    "languages_spoken": (LANGUAGE, _names_language),
}

"""Whether a value can be read as what its field holds, and what is expected where it cannot."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from interfaces.typed_days import OLDEST, is_birthday
from providers.statements import TIME_ZONE, zone_of
from providers.statements.text.gazetteer import is_language

UNITS = re.compile(r"m[eé]tri|imp[eé]rial|\bsi\b|\bus\b|customary")
NONE = re.compile(
    r"(?:none|no|not any|nothing|nil|null|n/?a|keine?|nichts|ning[uú]n[ao]?|sin|nada|aucune?|rien|nessuna?|nenhuma?)"
    r"(?: known)?(?: al+erg\w*)?"
)


class Expected(NamedTuple):
    """A description of what a field holds, with an example."""

    words: str
    example: str


def expected_of(key: str, value: str) -> Expected | None:
    """Return what the field holds, where the value cannot be read as that; None where it can, or the field accepts any
    text."""
    expected, reads = HELD.get(key, (None, None))
    return expected if reads and not reads(value.strip().casefold()) else None


def says_none(value: str) -> bool:
    """Whether the value states that there is none."""
    return NONE.fullmatch(value.strip(" .!").casefold()) is not None


def _is_email(typed: str) -> bool:
    with suppress(ValidationError):
        validate_email(typed)
        return True
    return False


def _is_age(typed: str) -> bool:
    found = re.fullmatch(r"[^\d\-\u2012\u2013\u2212]*(\d{1,3})\D*", typed)
    return found is not None and int(found[1]) <= OLDEST


def _names_language(typed: str) -> bool:
    """Whether it is a language's name in Latin letters, or its code. Names in other scripts cannot be checked and are
    accepted."""
    if not re.search("[a-z]", typed):
        return any(map(str.isalpha, typed))
    with suppress(ValueError, UnknownLocaleError):
        return bool(Locale.parse(typed.replace("-", "_")))
    return is_language(typed) or any(is_language(word) for word in re.findall(r"[^\W\d]+", typed))


Reader = Callable[[str], bool]
DAY, LANGUAGE = Expected("a day of birth", "1990-05-31"), Expected("a language", "Portuguese")
HELD: Mapping[str, tuple[Expected, Reader]] = {
    TIME_ZONE: (Expected("a time zone", "Europe/Lisbon"), lambda typed: bool(zone_of(typed))),
    "birthday": (DAY, is_birthday),
    "email": (Expected("an e-mail address", "ana@example.com"), _is_email),
    "age": (Expected("a number of years", "34"), _is_age),
    "units": (Expected("a system of units", "metric"), lambda typed: UNITS.search(typed) is not None),
    "language": (LANGUAGE, _names_language),
    "languages_spoken": (LANGUAGE, _names_language),
}

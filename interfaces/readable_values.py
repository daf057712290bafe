"""Whether a value can be read as what its field holds, and what is expected where it cannot: people say odd things."""

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
    TIME_ZONE: (Expected("a time zone", "Europe/Lisbon"), lambda said: bool(zone_of(said))),
    "birthday": (DAY, is_birthday),
    "email": (Expected("an e-mail address", "ana@example.com"), _is_email),
    "age": (Expected("a number of years", "34"), _is_age),
    "units": (Expected("a system of units", "metric"), lambda said: UNITS.search(said) is not None),
    "language": (LANGUAGE, _names_language),
    "languages_spoken": (LANGUAGE, _names_language),
}

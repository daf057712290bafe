"""Values behind a label that names a special category: "religion: Catholic", "passport: X1234567"."""

import re
from functools import partial
from typing import Final

from providers.statements.aliases import DIET_KEYS
from providers.statements.normalise import View
from providers.statements.slots import Slot, Span
from providers.statements.special_words import holds_term
from providers.statements.words import word_set

# Labels that mean nothing else, by a part of them; behind any other one a word of the category has to stand.
_PLAIN: Final = re.compile(
    r"sexual|sexuality|religio|faith|belief|ethnic|politic|criminal|convict|felon|medication"
    r"|blood ?(?:type|group)|illness"
    r"|disabilit|health condition|medical condition|mental health|pregnan|hiv|biometric|iris scan"
    r"|retina scan|voiceprint"
    r"|dna|immigration|asylum|visa ?status|residence ?status|violence|trade union|labou?r union|union member"
)
_GENDERS: Final = re.compile(
    r"(?:(?:trans|cis)(?:gender)? ?)?(?:fe)?male\b|(?:trans |cis )?(?:wo)?m[ae]n\b|[fmxd]\b|non-?binary"
    r"|trans(?:gender)?\b"
    r"|gender ?(?:fluid|queer)|agender|mujer|hombre|femme|homme|frau|mann|weiblich|mannlich|divers|donna"
    r"|uomo|mulher|homem"
)
_ANYTHING: Final = re.compile(r"[\s\"'(\[{<:=>-]*(?P<value>[^\n,;}\])\"']{1,120})")
_NOTHING: Final = word_set(
    "none null nil unknown n/a na no false empty undefined todo tbd true yes ok string text optional required"
    " i we you he she they it that this there"  # "works in mental health - I'd love to": a sentence goes on
)
_DIGITS: Final = {"government_ids": 4, "account_numbers": 4, "income": 1, "home_access": 3}


def special_reader(key: str, label: str) -> Slot:
    """How the value behind a label of one of these keys is read."""
    return partial(_value, key, _PLAIN.search(label) is not None or key in DIET_KEYS)


def _value(key: str, is_plain: bool, seen: View, start: int, end: int) -> Span | None:
    found = _ANYTHING.match(seen.folded, start, end)
    if found is None or not _may_be(key, is_plain, found["value"].strip()):
        return None
    return Span(*found.span("value"))


def _may_be(key: str, is_plain: bool, value: str) -> bool:
    if key == "gender":
        return _GENDERS.match(value) is not None
    if key in _DIGITS:
        return sum(char.isdigit() for char in value) >= _DIGITS[key]
    return holds_term(value, key) or (is_plain and value.strip(" .!") not in _NOTHING)

"""Labelled values: "City: Lisbon", {"preferred_name": "Ana"}, "(city) Lisbon", <city>Lisbon</city>.

A label may also name a special category: "religion: Catholic", "passport: X1234567".
"""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple

from providers.statements.fields.aliases import DIET_KEYS, MULTI_VALUED_KEYS, READ_KEYS, Address
from providers.statements.fields.keys import InvalidKey, is_known, resolve_alias
from providers.statements.foreign.slots import any_language
from providers.statements.needs import allergen_slots
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.subjects.templates import is_template
from providers.statements.text import phrases, slots
from providers.statements.text.normalise import View
from providers.statements.text.slots import Slot, Span
from providers.statements.text.special_words import holds_term
from providers.statements.text.vocabulary import DATE, EMAIL, PHONE, TIMEZONE
from providers.statements.text.words import word_set

_LABEL = re.compile(
    r"(?:^|(?<=[\s{(\[,;|<\"'>&?-]))[\"'(\[<]?(?P<label>[a-z][\w .'-]{0,39}?)[\"')\]>]*\s?(?::|=>|=|->|\u2192|\)|\]|"
    r">|\|| - )[\s=>:|]*",
    re.MULTILINE,
)
_postcode = phrases.words_of(r"[\s\"'(:=]*[a-z]{0,2}-?\d[\d -]{2,8}[a-z]{0,2}\b")
_READERS = {
    "preferred_name": slots.name,
    "pronouns": slots.one_pronoun,
    "city": slots.place,
    "home_address": lambda seen, start, end: slots.street(seen, start, end) or _postcode(seen, start, end),
    "language": any_language,
    "languages_spoken": any_language,
}
# Limited to the length of a long value: otherwise a text of many consecutive labels takes quadratic time.
_REST_OF_VALUE = re.compile(r"[^,;\n\"'})\]|<]{0,300}(?:[\"')\]]|</\w{1,20}>)*")
_NOTE = re.compile(r"[\"'(\[]?(?P<label>[a-z][\w -]{1,30}?)[\"')\]]*\s?(?::|=|->|\)|\])\s*[\"']?")
_NOTE_READERS = _READERS | {
    "birthday": phrases.words_of(DATE),
    "age": phrases.words_of(r"\d{1,3}\b"),
    "email": phrases.words_of(EMAIL),
    "phone": phrases.words_of(PHONE),
    "timezone": phrases.words_of(TIMEZONE),
    "programming_language": slots.programming_language,
    "preferred_name": slots.proper_name,
    "goals": phrases.phrase,
    "allergies": allergen_slots.listed_item,
    AVOIDED: allergen_slots.listed_item,
}
_THINGS = frozenset({"allergies", AVOIDED})  # in any of four languages
_VAGUE_LABELS = word_set("""
    role position condition conditions place base region rule rules instruction instructions schedule like love
    loves work mail health interest interests game show book team band song movie called note user
""")
# Labels that, by a part of them, mean only one category; after any other, a word of the category is needed.
_PLAIN_LABELS: Final = re.compile(
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
_ANY_VALUE: Final = re.compile(r"[\s\"'(\[{<:=>-]*(?P<value>[^\n,;}\])\"']{1,120})")
_NOT_VALUES: Final = word_set(
    "none null nil unknown n/a na no false empty undefined todo tbd true yes ok string text optional required"
    " i we you he she they it that this there"  # "works in mental health - I'd love to": a sentence continues
)
_MIN_DIGITS: Final = {"government_ids": 4, "account_numbers": 4, "income": 1, "home_access": 3}


# Labels that are half a sentence.
_PHRASED: tuple[tuple[re.Pattern[str], Address], ...] = (
    (re.compile(r"where .*\b(?:lives?|living|resides?|is based|home is|stays|is from)$"), Address("identity", "city")),
    (
        re.compile(r"(?:what|how) .*\b(?:call|calls|called|address|addressed|greet)\b"),
        Address("identity", "preferred_name"),
    ),
    (re.compile(r"(?:what|which) (?:language )?.*\b(?:speaks?|language)\b"), Address("identity", "language")),
)


class Labelled(NamedTuple):
    """A labelled value: the whole `entry` including quotes, and the `value` in it."""

    address: Address
    entry: slots.Span
    value: slots.Span


def labelled_values(seen: View, start: int, end: int) -> Iterator[Labelled]:
    """Yield every label in `seen[start:end]` that names a sensitive field, with its value."""
    for found in _LABEL.finditer(seen.folded, start, end):
        address = _address(found["label"])
        if address is None:
            continue
        span = _reader(address.key, found["label"])(seen, found.end(), end)
        if (
            span
            and not slots.is_code(seen, span.end)
            and not is_template(seen, found.start("label"), found["label"], span, address.key)
        ):
            yield Labelled(address, _entry(seen, found.start("label"), span.end, end), span)


def _reader(key: str, label: str) -> slots.Slot:
    return _READERS.get(key) or _special_slot(key, label)


def _entry(seen: View, start: int, value_end: int, end: int) -> slots.Span:
    """The span from the quote or bracket before the label to the one that closes the value."""
    while start > 0 and seen.folded[start - 1] in "\"'([<":
        start -= 1
    closing = _REST_OF_VALUE.match(seen.folded, value_end, end)
    return slots.Span(start, closing.end() if closing else value_end)


def noted_values(seen: View, start: int, end: int) -> Iterator[Labelled]:
    """Yield the values of a note that consists of one label and its values ("Allergies: pollen, dust"), for any
    field."""
    found = _NOTE.match(seen.folded, start, end)
    address = _noted_address(found["label"]) if found else None
    if not found or address is None:
        return
    reader = _NOTE_READERS.get(address.key, phrases.item if address.key in MULTI_VALUED_KEYS else phrases.note)
    separators = allergen_slots.SEPARATOR if address.key in _THINGS else phrases.SEPARATOR
    position = found.end()
    while span := reader(seen, position, end):
        yield Labelled(address, slots.Span(start, end), span)
        separator = separators.match(seen.folded, span.end, end)
        if address.key not in MULTI_VALUED_KEYS or not separator:
            break
        position = separator.end()


def _noted_address(label: str) -> Address | None:
    try:
        address = resolve_alias("identity", label)
    except InvalidKey:
        return None
    return address if label not in _VAGUE_LABELS and is_known(address) else None


@lru_cache(maxsize=4096)
def _address(label: str) -> Address | None:
    """Return the sensitive field that a label names, as a whole or by its last words ("and his home city")."""
    for pattern, phrased in _PHRASED:
        if pattern.match(label):
            return phrased
    words = label.replace("'s", "").split()
    if words[-1:] == ["place"] and "at" in words:
        return None  # "Wifi at her place: ..."
    for first in range(max(0, len(words) - 4), len(words)):
        try:
            address = resolve_alias("identity", " ".join(words[first:]))
        except InvalidKey:
            continue
        if address.key == "hometown":
            return address._replace(key="city")
        if address.key in _READERS or address.key in READ_KEYS:
            return address
        if is_known(address):
            return None
    return None


def _special_slot(key: str, label: str) -> Slot:
    """Return the slot reader for labels of a special category."""
    return partial(_special_value, key, _PLAIN_LABELS.search(label) is not None or key in DIET_KEYS)


def _special_value(key: str, is_plain: bool, seen: View, start: int, end: int) -> Span | None:
    found = _ANY_VALUE.match(seen.folded, start, end)
    if found is None or not _may_be_special(key, is_plain, found["value"].strip()):
        return None
    return Span(*found.span("value"))


def _may_be_special(key: str, is_plain: bool, value: str) -> bool:
    if key == "gender":
        return _GENDERS.match(value) is not None
    if key in _MIN_DIGITS:
        return sum(char.isdigit() for char in value) >= _MIN_DIGITS[key]
    return holds_term(value, key) or (is_plain and value.strip(" .!") not in _NOT_VALUES)

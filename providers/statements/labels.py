"""Values behind a label: "City: Lisbon", {"preferred_name": "Ana"}, "(city) Lisbon", <city>Lisbon</city>."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from providers.statements import allergen_slots, phrases, slots
from providers.statements.aliases import MULTI_VALUED_KEYS, READ_KEYS, Address
from providers.statements.foreign.slots import any_language
from providers.statements.keys import InvalidKey, is_known, resolve_alias
from providers.statements.left_out import AVOIDED
from providers.statements.normalise import View
from providers.statements.rules.vocabulary import DATE, EMAIL, PHONE, TIMEZONE
from providers.statements.special_labels import special_reader
from providers.statements.templates import is_template
from providers.statements.words import word_set

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
# No further than a long value goes: else a text that is one label after another takes quadratic time.
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
    "allergies": allergen_slots.listed,
    AVOIDED: allergen_slots.listed,
}
_THINGS = frozenset({"allergies", AVOIDED})  # in any of four languages
_VAGUE_LABELS = word_set("""
    role position condition conditions place base region rule rules instruction instructions schedule like love
    loves work mail health interest interests game show book team band song movie called note user
""")


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
    """A labelled value: the whole `entry`, quotes and all, and in it the `value`."""

    address: Address
    entry: slots.Span
    value: slots.Span


def labelled_values(seen: View, start: int, end: int) -> Iterator[Labelled]:
    """Every label in `seen[start:end]` that names a sensitive field, with its value."""
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
    return _READERS.get(key) or special_reader(key, label)


def _entry(seen: View, start: int, value_end: int, end: int) -> slots.Span:
    """From the quote or bracket before the label to what closes the value."""
    while start > 0 and seen.folded[start - 1] in "\"'([<":
        start -= 1
    closing = _REST_OF_VALUE.match(seen.folded, value_end, end)
    return slots.Span(start, closing.end() if closing else value_end)


def noted_values(seen: View, start: int, end: int) -> Iterator[Labelled]:
    """The values of a note that is one label and what it holds ("Allergies: pollen, dust"), for any field."""
    found = _NOTE.match(seen.folded, start, end)
    address = _noted_address(found["label"]) if found else None
    if not found or address is None:
        return
    reader = _NOTE_READERS.get(address.key, phrases.item if address.key in MULTI_VALUED_KEYS else phrases.note)
    between = allergen_slots.SEPARATOR if address.key in _THINGS else phrases.SEPARATOR
    position = found.end()
    while span := reader(seen, position, end):
        yield Labelled(address, slots.Span(start, end), span)
        separator = between.match(seen.folded, span.end, end)
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
    """The sensitive field that a label names, whole or by its last words ("and his home city")."""
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

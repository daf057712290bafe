"""Texts that are no value of a field, though a statement rule read them as one: door codes, other words, whole
sentences."""

import re
from typing import Final

from providers.statements.text.gazetteer import fold, is_place

CITY: Final = "identity.city"
ADDRESS: Final = "identity.home_address"
# In the languages in which codes of the home are read.
OPENS_DOORS: Final = re.compile(
    r"\w*code?s?\b|c[oó]digos?\b|clave\b|contrase[nñ]a|senha\b|chiave\b|\w*schl[uü]ssel|llaves?\b|\bcl[eé]s?\b|\bkeys?\b"
    r"|keypad|\bpin\b|alarm|wi-?fi|wlan|router|pass(?:word|wort|phrase)|mot de passe",
    re.IGNORECASE,
)
SENTENCE_END: Final = re.compile(r"[.!?。！？]\s*$")
MOST_WORDS: Final = 5  # of a value without the words of a sentence around it


def is_sentence(text: str) -> bool:
    return bool(SENTENCE_END.search(text)) or len(text.split()) > MOST_WORDS


def is_no_value(field: str, text: str, value: str) -> bool:
    """Whether what was read in a text as a field's value is none: an address beside a code that opens its door, a word
    in small letters that no place bears."""
    if field == ADDRESS:
        return OPENS_DOORS.search(text) is not None
    is_small = value[:1].islower() and value.isascii()
    return field == CITY and is_small and not is_place(fold(value))

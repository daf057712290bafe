"""Texts that are no value of a field, though a statement rule detected them as one: door codes, other words, whole
sentences."""

import re
from typing import Final

from providers.statements.text.gazetteer import fold, is_place

CITY: Final = "identity.city"
ADDRESS: Final = "identity.home_address"
# In the languages in which home codes are detected.
OPENS_DOORS: Final = re.compile(
    r"\w*code?s?\b|c[oó]digos?\b|clave\b|contrase[nñ]a|senha\b|chiave\b|\w*schl[uü]ssel|llaves?\b|\bcl[eé]s?\b|\bkeys?\b"
    r"|keypad|\bpin\b|alarm|wi-?fi|wlan|router|pass(?:word|wort|phrase)|mot de passe",
    re.IGNORECASE,
)
SENTENCE_END: Final = re.compile(r"[.!?。！？]\s*$")
MOST_WORDS: Final = 5  # words of a value without a sentence around it


def is_sentence(text: str) -> bool:
    return bool(SENTENCE_END.search(text)) or len(text.split()) > MOST_WORDS


def is_no_value(field: str, text: str, value: str) -> bool:
    """Whether a detected value is none: an address beside its door code, or a lower-case word that no place is
    named."""
    if field == ADDRESS:
        return OPENS_DOORS.search(text) is not None
    is_small = value[:1].islower() and value.isascii()
    return field == CITY and is_small and not is_place(fold(value))

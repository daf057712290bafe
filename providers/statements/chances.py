"""What another spelling of a text says by chance: "n185" is no bowel disease, and "GraphQL" no city."""

import re
from typing import Final

from providers.statements.aliases import SPECIAL_KEYS
from providers.statements.statement import Statement
from providers.statements.words import PRODUCTS

_SAID: Final = re.compile(r"(?:\b(?:has|have|had|is|am|was|got|with)|'s|'m)(?: an?)? $", re.IGNORECASE)
_LEAST_DISGUISED: Final = 6  # characters of a word that counts in another spelling


def is_chance(statement: Statement, text: str) -> bool:
    """Whether a product's name was split into words, or a word is so short that numbers and codes spell it by chance
    ("n185" → "n ibs"), and no verb says it of somebody."""
    if statement.key == "city" and statement.value.replace(" ", "").casefold() in PRODUCTS:
        return True
    if not statement.is_mention or statement.key not in SPECIAL_KEYS or len(statement.value) >= _LEAST_DISGUISED:
        return False
    return _SAID.search(text.partition(statement.value)[0]) is None

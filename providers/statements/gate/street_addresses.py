"""Distinguishes street addresses from cities: rules find both as the place where a person lives."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from providers.statements.fields.statement import Statement

CITY, HOME_ADDRESS = "city", "home_address"
_BEFORE: Final = (
    r"(?:rua|avenida|av\.|travessa|largo|praça|praca|estrada|calle|c/|paseo|plaza|rue|avenue|boulevard|bd\.?|allée|"
    r"allee|chemin|impasse|quai|via|viale|piazza|corso|ulica|ul\.)"
)
_AFTER: Final = r"(?:street|road|avenue|lane|boulevard|drive|alley|highway|st\.|rd\.?|ave\.?|blvd\.?|str\.)"
_WITHIN: Final = r"\w{3,}(?:straße|strasse|str\.|gasse|allee|weg|platz|chaussee|ufer|straat|laan|gracht|plein)"
_NAMED = re.compile(rf"\b{_BEFORE} +\w|\b\w+ {_AFTER}(?!\w)|\b{_WITHIN}(?!\w)", re.I)
_NUMBERED = re.compile(r"\d{1,5}[a-z]?,? [a-z]", re.I)
_STREET_BEFORE = re.compile(rf"\b{_BEFORE} +(?:\w+ +){{0,3}}$", re.I)
# Up to three digits: "moved to Porto 2019" names a year.
_NUMBER_AFTER = re.compile(r" \d{1,3}[a-z]?\s*(?:$|[.,;!?)])", re.I)


def with_addresses(found: Collection[Statement], text: str, keys: Collection[str]) -> list[Statement]:
    """Return the statements, with those of a street address refiled as `home_address` if it is among the fields."""
    if HOME_ADDRESS not in keys:
        return list(found)
    return [replace(one, key=HOME_ADDRESS) if _is_address(one, text) else one for one in found]


def _is_address(statement: Statement, text: str) -> bool:
    """By a word for a street, or a number before or after the value."""
    if statement.key != CITY:
        return False
    if _NAMED.search(statement.value) or _NUMBERED.match(statement.value):
        return True
    sentence = text[statement.start : statement.end]
    before, found, after = sentence.partition(statement.value)
    return bool(found) and bool(_STREET_BEFORE.search(before) or _NUMBER_AFTER.match(after))

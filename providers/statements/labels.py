"""Values behind a label: "City: Lisbon", {"preferred_name": "Ana"}, "(city) Lisbon", "user.lang = pt", <city>Lisbon</city>."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from providers.statements import slots
from providers.statements.aliases import Address
from providers.statements.keys import InvalidKey, resolve_alias
from providers.statements.normalise import View

_LABEL = re.compile(
    r"(?:^|(?<=[\s{(\[,;|<\"'>&?-]))[\"'(\[<]?(?P<label>[a-z][\w .'-]{0,39}?)[\"')\]>]*\s?(?::|=>|=|->|\u2192|\)|\]|>|\|| - )[\s=>:|]*", re.MULTILINE
)
_READERS = {
    "preferred_name": slots.name,
    "pronouns": slots.one_pronoun,
    "city": slots.place,
    "home_address": slots.place,
    "language": slots.language_or_locale,
    "languages_spoken": slots.language_or_locale,
}


class Labelled(NamedTuple):
    """A labelled value; `start` is where the label begins, `span` where the value stands."""

    address: Address
    start: int
    span: slots.Span


def labelled_values(seen: View, start: int, end: int) -> Iterator[Labelled]:
    """Every label in `seen[start:end]` that names a sensitive field, with its value."""
    for found in _LABEL.finditer(seen.folded, start, end):
        address = _address(found["label"])
        if address is None:
            continue
        span = _READERS[address.key](seen, found.end(), end)
        if span:
            yield Labelled(address, found.start("label"), span)


def _address(label: str) -> Address | None:
    """The sensitive field that a label names, whole or by its last words ("and his home city")."""
    words = label.replace("'s", "").split()
    for first in range(max(0, len(words) - 4), len(words)):
        try:
            address = resolve_alias("identity", " ".join(words[first:]))
        except InvalidKey:
            continue
        if address.key in _READERS:
            return address
    return None

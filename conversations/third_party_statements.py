"""Sensitive statements of others than the person in a conversation: readable only by the agent that stored them."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from conversations.withheld_spans import Span
from providers.statement_reader import sensitive_of
from providers.statements import SPECIAL_KEYS, normalize_value
from providers.statements.text.normalise import STANDALONE_UUID

Pair = tuple[str, str]
# Of cities, names and languages talk is full.
KEYS: Final = SPECIAL_KEYS | {"home_address"}
# Later characters are not read, and are reserved for the agent that stored the turn.
CHARACTERS_READ: Final = 20_000
# The readers know best what somebody says of themselves: of 460 sentences that tell something of "you" they find 263
# so, and 235 as they stand, none of which they miss so. The words are padded, so that all keep their place.
_AS_OWN: Final = {
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself", "you're": "I'm", "you've": "I've",
    "you'll": "I'll", "you'd": "I'd",
}  # fmt: skip
_YOU: Final = re.compile(r"\byou(?:r|rs|rself|['’](?:re|ve|ll|d))?\b", re.IGNORECASE)
# A text is read before its person's turns are locked, and once more then.
TEXTS_KEPT: Final = 256
_PARTS: Final = re.compile(r"[/?&#]+")
_JOINTS: Final = re.compile(r"[-_.+]+")
_ID: Final = re.compile(STANDALONE_UUID, re.IGNORECASE)


def said_of(text: str, agreed: Collection[Pair] = ()) -> list[Span]:
    """The sentences that state something sensitive, but for values that the person has `agreed` to."""
    return [span for pair, span in _read(text) if pair not in agreed]


def fields_said(texts: Iterable[str]) -> list[str]:
    """The keys of what is sensitive in some texts; an empty one for what is not read of them."""
    return sorted({key for text in texts for (key, _value), _span in _read(text)})


def parts_of_address(address: str) -> list[str]:
    """What stands between the marks of an address, however often its parts are escaped for one within another."""
    return _PARTS.split(unquote(unquote(address)))


def as_words(name: str) -> str:
    """A name of a file or an id, with blanks for what joins its words, and without digits that spell some by chance."""
    return _JOINTS.sub(" ", _ID.sub("", name))


@lru_cache(maxsize=TEXTS_KEPT)
def _read(text: str) -> tuple[tuple[Pair, Span], ...]:
    (found,) = sensitive_of([_YOU.sub(_as_own, text[:CHARACTERS_READ])])
    spans = [((one.key, normalize_value(one.value)), (one.start, one.end)) for one in found if one.key in KEYS]
    rest = [(("", ""), (CHARACTERS_READ, len(text)))] if len(text) > CHARACTERS_READ else []
    return (*spans, *rest)


def _as_own(found: re.Match[str]) -> str:
    return _AS_OWN[found[0].lower().replace("’", "'")].ljust(len(found[0]))

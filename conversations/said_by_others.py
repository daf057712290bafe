"""What somebody else than the person says in a conversation that is sensitive: for the agent alone that stored it."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from conversations.withheld_spans import Span
from providers.statement_reader import sensitive_of
from providers.statements import SPECIAL_KEYS, Statement, normalize_value
from providers.statements.normalise import STANDING_UUID

Pair = tuple[str, str]
# Of cities, names and languages talk is full.
KEYS: Final = SPECIAL_KEYS | {"home_address"}
# What stands behind them is for the agent that stored it as well, unread.
CHARACTERS_READ: Final = 20_000
# The readers know best what somebody says of themselves. The words for "you" are padded, so that all keep their place.
_AS_OWN: Final = {
    "you": "I", "your": "my", "yours": "mine", "yourself": "myself", "you're": "I'm", "you've": "I've",
    "you'll": "I'll", "you'd": "I'd",
}  # fmt: skip
_YOU: Final = re.compile(r"\byou(?:r|rs|rself|['’](?:re|ve|ll|d))?\b", re.IGNORECASE)
# Of what a statistical reader finds, the value is the whole sentence.
_WHOLE: Final = ".reader"
# A text is read before its person's turns are locked, and once more then.
TEXTS_KEPT: Final = 256
_JOINTS: Final = re.compile(r"[-_.+]+")
_ID: Final = re.compile(STANDING_UUID, re.IGNORECASE)


def said_of(text: str, agreed: Collection[Pair] = ()) -> list[Span]:
    """The sentences that state something sensitive, but for values that the person has `agreed` to."""
    return [span for pair, span in _read(text) if pair not in agreed]


def fields_said(texts: Iterable[str]) -> list[str]:
    """The keys of what is sensitive in some texts; an empty one for what is not read of them."""
    return sorted({key for text in texts for (key, _value), _span in _read(text)})


def as_words(name: str) -> str:
    """A name of a file or an id, with blanks for what joins its words, and without digits that spell some by chance."""
    return _JOINTS.sub(" ", _ID.sub("", name))


@lru_cache(maxsize=TEXTS_KEPT)
def _read(text: str) -> tuple[tuple[Pair, Span], ...]:
    spans = [((one.key, normalize_value(one.value)), (one.start, one.end)) for one in _stated(text[:CHARACTERS_READ])]
    rest = [(("", ""), (CHARACTERS_READ, len(text)))] if len(text) > CHARACTERS_READ else []
    return (*spans, *rest)


def _stated(text: str) -> list[Statement]:
    """What is sensitive in it, with the value where a rule tells one."""
    read = sensitive_of(list(dict.fromkeys([text, _YOU.sub(_as_own, text)])))
    found = [one for each in read for one in each if one.key in KEYS]
    valued = [one for one in found if not one.pattern.endswith(_WHOLE)]
    return valued + [one for one in found if one.pattern.endswith(_WHOLE) and not _is_among(one, valued)]


def _is_among(one: Statement, others: Collection[Statement]) -> bool:
    return any(one.key == other.key and one.start < other.end and other.start < one.end for other in others)


def _as_own(found: re.Match[str]) -> str:
    return _AS_OWN[found[0].lower().replace("’", "'")].ljust(len(found[0]))

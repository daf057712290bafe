"""Statements that several parts of one draft make together: a field's name in one with its value in another, or a
sentence that begins in one and ends in another."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from memories.excisions import texts
from providers import statements

MOST_PLACES: Final = 32
PIECE_WORDS: Final = 6  # a longer part is read by itself
VALUE_WORDS: Final = 3
# After such a word a sentence continues: "Ana lives in".
_OPEN: Final = re.compile(
    r"\w[\W_]+(?:in|at|from|to|near|as|of|is|are|am|was|be|been|by|with|has|have|had|speaks?|uses?|takes?|called|named"
    r"|lives|lived|resides?|there|here|a|an|the|her|his|their|my)[\s:,_.-]*\Z",
    re.IGNORECASE,
)
_JOINTS: Final = re.compile(r"[-_./]+")
_STOPPED: Final = re.compile(r"(?<=\w )(in|at|from|to|near|as|is|called|named|speaks)[.!?]\s+(?=\w)")


def joined(places: Iterable[str], stored: Iterable[str] = ()) -> Iterator[str]:
    """Yield each way to read two short parts as one text; at least one of them is not among the `stored` ones."""
    known = frozenset(stored)
    new = [place for place in dict.fromkeys(places) if place not in known]
    short = [place for place in dict.fromkeys([*new, *known]) if 0 < len(place.split()) <= PIECE_WORDS][:MOST_PLACES]
    for first in short:
        yield from _read_on(first, [other for other in short if other != first and not {first, other} <= known])


def _read_on(first: str, others: Collection[str]) -> Iterator[str]:
    if _OPEN.search(first):
        begun = _JOINTS.sub(" ", first).strip()
        yield from (f"{begun} {other}" for other in others)
    elif statements.names_sensitive_field(first):
        yield from (f"{first}: {other}" for other in others if _may_be_value(other))


def _may_be_value(text: str) -> bool:
    """Whether a part reads as a value: a name, a place, a language, and not words of another topic."""
    words = text.split()
    return len(words) <= VALUE_WORDS and (
        statements.names_place_or_language(text) or all(word[0].isupper() or "/" in word for word in words)
    )


def unstopped(text: str) -> Iterator[str]:
    """ "Ana lives in. Lisbon." as one sentence."""
    if _STOPPED.search(text):
        yield _STOPPED.sub(r"\1 ", text)


def strings_in(value: Mapping[str, Any]) -> list[str]:
    """Return the first `MOST_PLACES` strings of a JSON object, at any depth."""
    return [text for _, text in islice(texts(value), MOST_PLACES)]

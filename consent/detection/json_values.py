"""What a JSON value says to a program: each text alone, behind its name, and beside what lies next to it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from conversations.third_party_statements import as_words
from memories.excisions import texts
from providers import statements

# How much of a text is read again behind a name: its value stands at the beginning.
HEAD_CHARACTERS = 300
# What calls a field's name in {"field": "city", "value": "Lisbon"}.
NAMING = frozenset(
    {"attr", "attribute", "column", "field", "id", "k", "key", "label", "name", "property", "question", "slot", "title",
     "type"}
)  # fmt: skip
# How a name may hold a value: city.lisbon, city/lisbon.
LEVEL = re.compile(r"[./:=]+")
# A name under which a code may stand, and how much beside it may say of what: {"code": "5521", "door": "front"}.
CODE = re.compile(r"(?:^|[\W_])(?:code|pin|passcode|password|combination)\Z", re.IGNORECASE)
BESIDE_CHARACTERS = 60
# A longer number is an id or a time.
MOST_DIGITS = 8
# Values that lie side by side in a JSON object or list, as many as may be one sentence in pieces.
PIECES = 8


def told_in_text(text: str, field: str = "") -> Iterator[str]:
    """What a text that is JSON says to a program."""
    try:
        yield from told_in(json.loads(text), field=field)
    except (ValueError, RecursionError):
        return


def told_in(value: Any, name: str = "", field: str = "") -> Iterator[str]:
    """Each text of a JSON value alone, behind its name, and behind the `field` above it that is a sensitive one."""
    if isinstance(value, dict):
        yield from _named_within(value)
        yield from codes_beside(value)
        yield from _tabled(value)
        for key, inner in value.items():
            yield from as_value(key)
            yield from _read(key, "", "" if isinstance(inner, str | dict | list) else field)
            yield from told_in(inner, key, key if statements.names_sensitive_field(key) else field)
    elif isinstance(value, list):
        yield from _listed(value)
        for inner in value:
            yield from told_in(inner, name, field)
    elif isinstance(value, str):
        yield from _read(value, name, field)
    elif is_number(value):
        yield from (f"{each}: {value}" for each in dict.fromkeys((name, field)) if each)


def is_number(value: Any) -> bool:
    """Whether it may be a code, an income or the like."""
    return isinstance(value, int) and not isinstance(value, bool) and len(str(abs(value))) <= MOST_DIGITS


def codes_beside(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"code": "5521", "door": "front"} reads as "front door code: 5521"."""
    short = {key: str(value) for key, value in pairs.items() if isinstance(value, str) or is_number(value)}
    short = {key: value for key, value in list(short.items())[:PIECES] if len(value) <= BESIDE_CHARACTERS}
    for key, code in short.items():
        if CODE.search(key) and any(map(str.isdigit, code)):
            beside = [(other, value) for other, value in short.items() if other != key]
            yield from (f"{text}: {code}" for one in beside for text in _heads(key, *one))


def _heads(key: str, other: str, value: str) -> Iterator[str]:
    key, other = as_words(key), as_words(other)
    yield f"{value} {other} {key}"
    yield f"{value} {key}"


def ways(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """{"lives": {"in": {"Lisbon": true}}} reads as "lives in Lisbon"."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ways(inner, (*path, key))
    elif 1 < len(path) <= PIECES:
        strings = (*path, value[:HEAD_CHARACTERS]) if isinstance(value, str) else path
        yield " ".join(strings)


def _read(text: str, *names: str) -> Iterator[str]:
    yield text
    yield from (f"{name}: {text}" for name in dict.fromkeys(names) if name)


def _named_within(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"field": "city", "value": "Lisbon"} reads as "city: Lisbon", {"Lisbon": "city"} too."""
    strings = {key: value for key, value in pairs.items() if isinstance(value, str)}
    yield from _in_pieces(list(strings.values()))
    for key, name in strings.items():
        if not statements.names_sensitive_field(name):
            continue
        yield from (f"{name}: {key}",) if key[:1].isupper() else ()
        if key.casefold() in NAMING:
            beside = {other: value for other, value in pairs.items() if other != key}
            yield from (f"{name}: {text}" for _, text in texts(beside))


def _tabled(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"columns": ["city"], "rows": [["Lisbon"]]} reads as "city: Lisbon"."""
    lists = [value for value in pairs.values() if isinstance(value, list)]
    for heads, rows in permutations(lists[:PIECES], 2):
        yield from (strings for row in rows if isinstance(row, list) for strings in _below(heads, row))


def _listed(items: list[Any]) -> Iterator[str]:
    """["city", "Lisbon"] reads as "city: Lisbon", and so does a cell below the head of its column."""
    match items:
        case [str(name), str(text)] if statements.names_sensitive_field(name):
            yield f"{name}: {text}"
        case [list(heads), *rows]:
            yield from (strings for row in rows if isinstance(row, list) for strings in _below(heads, row))
        case [str(), *_]:
            yield from _in_pieces([item for item in items if isinstance(item, str)])


def _below(heads: Sequence[Any], cells: Sequence[Any]) -> Iterator[str]:
    """What the cells of a row say under the heads of their columns."""
    for name, cell in zip(heads, cells, strict=False):
        if isinstance(name, str) and isinstance(cell, str) and statements.names_sensitive_field(name):
            yield f"{name}: {cell}"


def _in_pieces(parts: Sequence[str]) -> Iterator[str]:
    """Short values side by side as one text."""
    if 1 < len(parts) <= PIECES:
        yield "\n".join(parts)
        yield " ".join(parts)


def as_value(name: str) -> Iterator[str]:
    """A name, what its words say with blanks between them ("zoe_gay"), and what it says where it holds a value itself:
    "city.lisbon" reads as "city: lisbon".
    """
    yield name
    # Without numbers, of which one in ten passes for a card's.
    words = " ".join(word for word in as_words(name).split() if not word.isdigit())
    if " " in words and words != name:
        yield words
    field, *rest = LEVEL.split(name, maxsplit=1)
    if rest and statements.names_sensitive_field(field):
        yield f"{field}: {rest[0]}"

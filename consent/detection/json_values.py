"""Texts that a JSON value can state: each text alone, after its name, and together with its neighbours."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from conversations.third_party_statements import as_words
from memories.excisions import texts
from providers import statements

# How much of a text is read again after a name: its value is at the beginning.
HEAD_CHARACTERS = 300
# Keys whose value is a field's name, as in {"field": "city", "value": "Lisbon"}.
NAMING = frozenset(
    {"attr", "attribute", "column", "field", "id", "k", "key", "label", "name", "property", "question", "slot", "title",
     "type"}
)  # fmt: skip
# How a name may hold a value: city.lisbon, city/lisbon.
LEVEL = re.compile(r"[./:=]+")
# Keys whose value may be a code, and how long a neighbour that describes it may be: {"code": "5521", "door": "front"}.
CODE = re.compile(r"(?:^|[\W_])(?:code|pin|passcode|password|combination)\Z", re.IGNORECASE)
BESIDE_CHARACTERS = 60
# A longer number is an id or a time.
MOST_DIGITS = 8
# How many neighbouring values of a JSON object or list may together be one sentence.
PIECES = 8


def texts_of_json_text(text: str, field: str = "") -> Iterator[str]:
    """Yield the texts of a string that is JSON; nothing for other strings."""
    try:
        yield from texts_of_json(json.loads(text), field=field)
    except (ValueError, RecursionError):
        return


def texts_of_json(value: Any, name: str = "", field: str = "") -> Iterator[str]:
    """Yield each text of a JSON value alone, after its name, and after the sensitive `field` above it."""
    if isinstance(value, dict):
        yield from _named_values(value)
        yield from codes_beside(value)
        yield from _table_texts(value)
        for key, inner in value.items():
            yield from name_readings(key)
            yield from _with_names(key, "", "" if isinstance(inner, str | dict | list) else field)
            yield from texts_of_json(inner, key, key if statements.names_sensitive_field(key) else field)
    elif isinstance(value, list):
        yield from _list_texts(value)
        for inner in value:
            yield from texts_of_json(inner, name, field)
    elif isinstance(value, str):
        yield from _with_names(value, name, field)
    elif is_number(value):
        yield from (f"{each}: {value}" for each in dict.fromkeys((name, field)) if each)


def is_number(value: Any) -> bool:
    """Whether it is a number that may be a code, an income or the like."""
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


def path_texts(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """{"lives": {"in": {"Lisbon": true}}} reads as "lives in Lisbon"."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from path_texts(inner, (*path, key))
    elif 1 < len(path) <= PIECES:
        strings = (*path, value[:HEAD_CHARACTERS]) if isinstance(value, str) else path
        yield " ".join(strings)


def _with_names(text: str, *names: str) -> Iterator[str]:
    yield text
    yield from (f"{name}: {text}" for name in dict.fromkeys(names) if name)


def _named_values(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"field": "city", "value": "Lisbon"} reads as "city: Lisbon", {"Lisbon": "city"} too."""
    strings = {key: value for key, value in pairs.items() if isinstance(value, str)}
    yield from _joined_pieces(list(strings.values()))
    for key, name in strings.items():
        if not statements.names_sensitive_field(name):
            continue
        yield from (f"{name}: {key}",) if key[:1].isupper() else ()
        if key.casefold() in NAMING:
            beside = {other: value for other, value in pairs.items() if other != key}
            yield from (f"{name}: {text}" for _, text in texts(beside))


def _table_texts(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"columns": ["city"], "rows": [["Lisbon"]]} reads as "city: Lisbon"."""
    lists = [value for value in pairs.values() if isinstance(value, list)]
    for heads, rows in permutations(lists[:PIECES], 2):
        yield from (strings for row in rows if isinstance(row, list) for strings in _row_texts(heads, row))


def _list_texts(items: list[Any]) -> Iterator[str]:
    """["city", "Lisbon"] reads as "city: Lisbon", and so does a cell below the head of its column."""
    match items:
        case [str(name), str(text)] if statements.names_sensitive_field(name):
            yield f"{name}: {text}"
        case [list(heads), *rows]:
            yield from (strings for row in rows if isinstance(row, list) for strings in _row_texts(heads, row))
        case [str(), *_]:
            yield from _joined_pieces([item for item in items if isinstance(item, str)])


def _row_texts(heads: Sequence[Any], cells: Sequence[Any]) -> Iterator[str]:
    """Yield the cells of a row after the heads of their columns."""
    for name, cell in zip(heads, cells, strict=False):
        if isinstance(name, str) and isinstance(cell, str) and statements.names_sensitive_field(name):
            yield f"{name}: {cell}"


def _joined_pieces(parts: Sequence[str]) -> Iterator[str]:
    """Yield neighbouring short values as one text."""
    if 1 < len(parts) <= PIECES:
        yield "\n".join(parts)
        yield " ".join(parts)


def name_readings(name: str) -> Iterator[str]:
    """Yield a name, its words with blanks between them ("zoe_gay"), and its value if it contains one: "city.lisbon"
    reads as "city: lisbon".
    """
    yield name
    # Without numbers, of which one in ten passes for a card's.
    words = " ".join(word for word in as_words(name).split() if not word.isdigit())
    if " " in words and words != name:
        yield words
    field, *rest = LEVEL.split(name, maxsplit=1)
    if rest and statements.names_sensitive_field(field):
        yield f"{field}: {rest[0]}"

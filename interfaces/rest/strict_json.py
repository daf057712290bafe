"""JSON as the server takes it.

Stricter than `json.loads`, so that nothing that PostgreSQL or a reader chokes on comes in.
"""

import json
import math
from typing import Any

MAX_DEPTH = 64
INTEGER_BITS = 64
INTEGER_DIGITS = 20


class MalformedJSON(ValueError):
    """The text is not JSON, or holds what is refused here; the message says which."""


def loads(raw: bytes) -> Any:
    """Read UTF-8 JSON.

    Refuses NaN, infinities and numbers that overflow to them, integers beyond 64 bits, NUL and lone surrogates
    in strings and keys, duplicate keys, and more than 64 levels. Raises MalformedJSON.
    """
    try:
        value = json.loads(
            raw.decode("utf-8"),
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=_unique_keys,
        )
    except UnicodeDecodeError as error:
        raise MalformedJSON("That is not UTF-8.") from error
    except RecursionError as error:
        raise MalformedJSON(f"That is nested deeper than {MAX_DEPTH} levels.") from error
    except json.JSONDecodeError as error:
        raise MalformedJSON(f"That is not JSON: {error}.") from error
    _check(value)
    return value


def _integer(digits: str) -> int:
    if len(digits) > INTEGER_DIGITS or (value := int(digits)).bit_length() >= INTEGER_BITS:
        raise MalformedJSON("An integer does not fit into 64 bits.")
    return value


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise MalformedJSON("A number is too large.")
    return value


def _refuse_constant(name: str) -> None:
    raise MalformedJSON(f"{name} is not JSON.")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise MalformedJSON("An object names a key twice.")
    return value


def _check(value: Any) -> None:
    """Look at every string and at the depth, without recursion of our own."""
    level: list[Any] = [value]
    depth = 0
    while level:
        depth += any(isinstance(item, dict | list) for item in level)
        if depth > MAX_DEPTH:
            raise MalformedJSON(f"That is nested deeper than {MAX_DEPTH} levels.")
        for item in level:
            if isinstance(item, str):
                check_text(item)
        level = [inner for item in level for inner in _inside(item)]


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def check_text(text: str) -> None:
    """Raise MalformedJSON for NUL and lone surrogates: PostgreSQL stores neither."""
    if "\x00" in text:
        raise MalformedJSON("A string holds the character U+0000.")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise MalformedJSON("A string holds half of a surrogate pair.")

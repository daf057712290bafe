"""What is wrong with a tool's arguments, in words of JSON: which, what was expected, and what came."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

MOST = 3  # of several mistakes, so many are told
SHOWN = 60  # characters of what came
# By pydantic's names, which are about Python; the others' own words will do.
EXPECTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_parsing": "a number",
    "float_type": "a number",
    "greater_than_equal": "at least {ge}",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "less_than_equal": "at most {le}",
    "list_type": "a list",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "string_type": "a string",
    "tuple_type": "a list",
    "uuid_parsing": "a UUID",
    "uuid_type": "a UUID",
}
OPENING = re.compile(r"^(?:Value error, |(?:Input|String|List|Tuple) should (?:be|have) )")
CLOSING = re.compile(r" after validation, not \d+$")


def wrong_arguments(tool: str, error: ValidationError, *, given: Collection[str], known: Collection[str]) -> str:
    """A sentence for each of the first mistakes, and for the names that the tool does not have."""
    mistakes = [*map(_told, error.errors(include_url=False)), *_unknown(given, known)]
    return " ".join([f"The arguments of {tool} do not fit.", *islice(mistakes, MOST)])


def _told(one: ErrorDetails) -> str:
    name = ".".join(map(str, one["loc"]))
    if one["type"] == "missing":
        return f"'{name}' is required."
    return f"'{name}': expected {_expected(one)}, got {_came(one['input'])}."


def _expected(one: ErrorDetails) -> str:
    words = EXPECTED.get(one["type"])
    return words.format(**one.get("ctx", {})) if words else CLOSING.sub("", OPENING.sub("", one["msg"]))


def _came(value: Any) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _unknown(given: Collection[str], known: Collection[str]) -> Iterator[str]:
    for name in given:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            yield f"There is no '{name}'; did you mean '{close[0]}'?" if close else f"There is no '{name}'."

"""Problems with a tool's arguments, in terms of JSON: which argument, what was expected, and what was sent."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from interfaces.json_types import JSON_TYPES
from interfaces.name_suggestions import nearest

MOST = 3  # number of mistakes that are reported
SHOWN = 60  # characters of a value that are shown
# Expectations by error type; other types' own messages are used.
EXPECTED = JSON_TYPES | {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "greater_than_equal": "at least {ge}",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "less_than_equal": "at most {le}",
    "list_type": "a list",
    "model_attributes_type": "an object",
    "string_type": "a string",
    "uuid_type": "a UUID",
}
OPENING = re.compile(r"^(?:Value error, |(?:Input|String|List|Tuple) should (?:be|have) )")
CLOSING = re.compile(r" after validation, not \d+$")


def wrong_arguments(tool: str, error: ValidationError, *, given: Collection[str], known: Collection[str]) -> str:
    """Return a sentence for each of the first mistakes, and for unknown argument names, with the known ones."""
    unknown = [name for name in given if name not in known]
    errors = [one for one in error.errors(include_url=False) if one["loc"][0] not in unknown]
    mistakes = [*map(_mistake, errors), *(_unknown(name, known) for name in unknown)]
    names = [f"It takes {', '.join(known)}."] if unknown else []
    return " ".join([f"The arguments of {tool} do not fit.", *mistakes[:MOST], *names])


def _mistake(one: ErrorDetails) -> str:
    name = ".".join(map(str, one["loc"]))
    if one["type"] == "missing":
        return f"'{name}' is required."
    if one["type"] == "extra_forbidden":
        return f"There is no '{name}'."
    return f"'{name}': expected {_expected(one)}, got {_shown_value(one['input'])}."


def _expected(one: ErrorDetails) -> str:
    words = EXPECTED.get(one["type"])
    return words.format(**one.get("ctx", {})) if words else CLOSING.sub("", OPENING.sub("", one["msg"]))


def _shown_value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _unknown(name: str, known: Collection[str]) -> str:
    near = nearest(name, known)
    return f"There is no '{name}'; did you mean '{near}'?" if near else f"There is no '{name}'."

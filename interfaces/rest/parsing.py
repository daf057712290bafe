"""From the bytes of a request to checked values: strict JSON, then pydantic models, with errors by field."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args

from django.http import QueryDict
from pydantic import BaseModel
from pydantic import ValidationError as PydanticError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from rest_framework.parsers import BaseParser

from interfaces.json_types import JSON_TYPES
from interfaces.name_suggestions import nearest
from interfaces.rest.problem import FieldError
from interfaces.rest.problems import BodyTooLarge, Invalid, Malformed
from memories.limits import CHECKPOINT_BYTES, CHECKPOINT_ELEMENTS, JSON_BODY_BYTES, JSON_ELEMENTS

MAX_DEPTH = 64
INTEGER_BITS = 64
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
INTEGER_DIGITS = 20
CONTAINERS = (dict, list)
NOT_BLANK = r"\S"
_DIGEST = "Input should be a SHA-256 of 64 hexadecimal digits."
# Descriptions of what patterns require.
PATTERNS = {
    NOT_BLANK: "Input should be a text that is not blank.",
    r"^[a-z0-9_]{1,64}$": "Input should have 1 to 64 characters: small letters from a to z, digits and _.",
    r"^[\w.-]{1,64}$": "Input should have 1 to 64 characters: letters, digits, _, . and -.",
    r"^[\x20-\x7e]*$": "Input should have only letters without accents, digits, spaces and signs of ASCII.",
    r"^[0-9a-fA-F]{64}$": _DIGEST,
    r"^[0-9a-f]{64}$": _DIGEST,
}

M = TypeVar("M", bound=BaseModel)


class MalformedJSON(ValueError):
    """The text is not JSON, or contains something refused here; the message says what."""


class StrictJSONParser(BaseParser):
    """Reads a JSON body of at most 1 MB (R7).

    The only parser of most addresses, so that any other content type is answered with 415.
    """

    media_type = "application/json"
    max_bytes = JSON_BODY_BYTES
    max_elements = JSON_ELEMENTS

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        raw = b"" if length > self.max_bytes else stream.read(self.max_bytes + 1)
        if max(length, len(raw)) > self.max_bytes:
            megabytes = self.max_bytes // 2**20
            raise BodyTooLarge(f"A body of type {self.media_type} may have at most {megabytes} MB.")
        if count_elements(raw, beyond=self.max_elements) > self.max_elements:
            raise BodyTooLarge(f"A body of type {self.media_type} may hold at most {self.max_elements:,} elements.")
        try:
            return load_json(raw)
        except MalformedJSON as error:
            raise Malformed(str(error)) from error


class CheckpointParser(StrictJSONParser):
    """Reads a state of at most 25 MB, recognised by a content type of its own (R7)."""

    media_type = "application/vnd.checkpoint+json"
    max_bytes = CHECKPOINT_BYTES
    max_elements = CHECKPOINT_ELEMENTS


def count_elements(raw: bytes, *, beyond: int) -> int:
    """Return the number of commas, lists and objects of a JSON text; an upper bound where that is no more than
    `beyond`.

    Checked before parsing: an empty list takes three bytes here and thirty times as many once it is parsed.
    """
    count = _marks(raw)
    return count if count <= beyond else _marks(_STRING.sub(b"", raw))


def _marks(raw: bytes) -> int:
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def load_json(raw: bytes) -> Any:
    """Read UTF-8 JSON, refusing what PostgreSQL or a reader cannot handle.

    That is NaN, infinities and numbers that overflow to them, integers beyond 64 bits, NUL and lone surrogates in
    strings and keys, duplicate keys, and more than 64 levels. Raises MalformedJSON.
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
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
        _check_depth(value)
    # In UTF-8 JSON, only an escape can produce a NUL or half of a surrogate pair.
    if b"\\u" in raw:
        _check_texts(value)
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


def _check_depth(value: Any) -> None:
    """Check level by level, without recursion."""
    level = [value] if type(value) in CONTAINERS else []
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for item in level
            for inner in (item.values() if type(item) is dict else item)
            if type(inner) in CONTAINERS
        ]
        if not level:
            return
    raise MalformedJSON(f"That is nested deeper than {MAX_DEPTH} levels.")


def _check_texts(value: Any) -> None:
    left: list[Any] = [value]
    while left:
        item = left.pop()
        if isinstance(item, str):
            _check_text(item)
        left += _inside(item)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _check_text(text: str) -> None:
    if "\x00" in text:
        raise MalformedJSON("A string holds the character U+0000.")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise MalformedJSON("A string holds half of a surrogate pair.")


def parse(model: type[M], values: Any) -> M:
    """Raises Invalid with an entry for each field that is wrong."""
    try:
        return model.model_validate(values)
    except PydanticError as error:
        raise Invalid(_field_errors(error, values, model)) from error


def query_values(query: QueryDict) -> dict[str, Any]:
    """A query string as a mapping: one value as itself, several as a list."""
    return {name: values[0] if len(values) == 1 else values for name, values in query.lists()}


def _field_errors(error: PydanticError, values: Any, model: type[BaseModel]) -> list[FieldError]:
    """Return one error for each field: the first branch of a union is enough, and the error about any number is
    preferred to the one about an integer. A list counts only its valid items, so "too short" is dropped where an item
    is wrong."""
    found: dict[str, FieldError] = {}
    for one in error.errors(include_url=False):
        path = ".".join(map(str, _caller_location(_short_form_location(one["loc"], values), values)))
        if path not in found or (found[path]["code"].startswith("int_") and one["type"].startswith("float_")):
            found[path] = {"field": path, "code": one["type"], "detail": _detail(one, path, model)}
    return [one for path, one in found.items() if not any(other.startswith(f"{path}.") for other in found)]


def _detail(error: ErrorDetails, path: str, model: type[BaseModel]) -> str:
    """Describe the error in terms of JSON."""
    if error["type"] == "extra_forbidden":
        return _no_such_field(path.rpartition(".")[2], _names_at(error["loc"][:-1], model))
    if error["type"] == "uuid_parsing" and path == "user_id":
        return "This is not an id of ours, a UUID. POST /users answers it for an external_id of yours."
    if error["type"] == "string_pattern_mismatch":
        return PATTERNS.get(error["ctx"]["pattern"], error["msg"])
    if error["type"] in JSON_TYPES:
        return f"Input should be {JSON_TYPES[error['type']]}"
    return error["msg"].removeprefix("Value error, ").replace("Tuple should", "List should")


def _no_such_field(name: str, known: list[str]) -> str:
    if near := nearest(name, known):
        return f"There is no such field. Did you mean '{near}'?"
    return f"There is no such field. There are: {', '.join(known)}." if known else "There is no such field."


def _names_at(location: tuple[int | str, ...], model: type[BaseModel]) -> list[str]:
    """Return the fields that an object accepts there."""
    models = [model]
    for part in location:
        named = [field.annotation for one in models for name, field in _fields(one) if name == part]
        models = [one for annotation in named for one in _models_in(annotation)] or models
    return list(dict.fromkeys(name for one in models for name, _field in _fields(one)))


def _fields(model: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    return [(field.alias or name, field) for name, field in model.model_fields.items()]


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [one for inner in get_args(annotation) for one in _models_in(inner)]


def _short_form_location(location: tuple[int | str, ...], values: Any) -> tuple[int | str, ...]:
    """Return the location without the parts that a model adds around a short form, such as one message without its
    list."""
    named = values if isinstance(values, dict) else {}
    return location[next((place for place, part in enumerate(location) if part in named), 0) :]


def _caller_location(location: tuple[int | str, ...], values: Any) -> Iterator[int | str]:
    """Return the parts of a location that the caller wrote, without the branches of unions."""
    for place, part in enumerate(location, start=1):
        is_last = place == len(location)
        if _is_union_branch(part) or (not is_last and _is_tag(part, values)):
            continue
        values = _below(values, part)
        yield part


def _is_tag(part: object, values: Any) -> bool:
    """Whether the part is the value of a discriminator, by which pydantic names the branch of a union."""
    return isinstance(values, dict) and part not in values and part in values.values()


def _below(values: Any, part: int | str) -> Any:
    try:
        return values[part]
    except (KeyError, IndexError, TypeError):
        return None


def _is_union_branch(part: object) -> bool:
    """Whether the part is a branch of a union as pydantic names it, such as "int" or "list[str]"; callers do not know
    these names."""
    return isinstance(part, str) and (part in {"int", "float", "str", "bool", "constrained-str"} or "[" in part)

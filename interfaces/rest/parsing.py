"""From the bytes of a request to checked values: strict JSON, pydantic models, and what is wrong field by field."""

import json
import math
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest, QueryDict
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, StrictFloat, StrictInt
from pydantic import ValidationError as PydanticError
from rest_framework.parsers import BaseParser

from interfaces.rest.problems import BodyTooLarge, FieldError, Invalid, Malformed
from memories.importance import to_unit
from memories.limits import CHECKPOINT_BYTES, JSON_BODY_BYTES
from providers import schema
from workspaces.namespaces import from_path, to_path

MAX_DEPTH = 64
INTEGER_BITS = 64
INTEGER_DIGITS = 20


class MalformedJSON(ValueError):
    """The text is not JSON, or holds what is refused here; the message says which."""


def load_json(raw: bytes) -> Any:
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


class StrictJSONParser(BaseParser):
    """Reads a JSON body of at most 1 MB (R7).

    The only parser of most addresses, so that any other content type is answered with 415.
    """

    media_type = "application/json"
    max_bytes = JSON_BODY_BYTES

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > self.max_bytes:
            raise self._too_large()
        raw = stream.read(self.max_bytes + 1)
        if len(raw) > self.max_bytes:
            raise self._too_large()
        try:
            return load_json(raw)
        except MalformedJSON as error:
            raise Malformed(str(error)) from error

    def _too_large(self) -> BodyTooLarge:
        return BodyTooLarge(f"A body of type {self.media_type} may have at most {self.max_bytes // 2**20} MB.")


class CheckpointParser(StrictJSONParser):
    """Reads a state of at most 25 MB, told by a content type of its own (R7)."""

    media_type = "application/vnd.checkpoint+json"
    max_bytes = CHECKPOINT_BYTES


def buffer_chunked_body(request: HttpRequest, *, max_bytes: int) -> None:
    """Read a body that comes in chunks and note its length, so that it is read as any other. Raises BodyTooLarge."""
    if "HTTP_TRANSFER_ENCODING" not in request.META:
        return
    body = request.META["wsgi.input"].read(max_bytes + 1)
    if len(body) > max_bytes:
        raise BodyTooLarge(f"A body may have at most {max_bytes // 2**20} MB there.")
    request.META["CONTENT_LENGTH"] = str(len(body))
    request._stream = BytesIO(body)


M = TypeVar("M", bound=BaseModel)


class Input(BaseModel):
    """A body or query. Fields that nobody knows are refused: a misspelt `sensitivity` must not be ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def parse(model: type[M], values: Any) -> M:
    """Raises Invalid with an entry for each field that is wrong."""
    try:
        return model.model_validate(values)
    except PydanticError as error:
        raise Invalid(_field_errors(error, values)) from error


def query_values(query: QueryDict) -> dict[str, Any]:
    """A query string as a mapping: one value as itself, several as a list."""
    return {name: values[0] if len(values) == 1 else values for name, values in query.lists()}


def _field_errors(error: PydanticError, values: Any) -> list[FieldError]:
    """One for each field: of the branches of a union, the first tells enough."""
    found = [_field_error(dict(one), values) for one in error.errors(include_url=False)]
    return list({one["field"]: one for one in reversed(found)}.values())[::-1]


def _field_error(error: Mapping[str, Any], values: Any) -> FieldError:
    path = ".".join(map(str, _written(error["loc"], values)))
    return {"field": path, "code": str(error["type"]), "detail": str(error["msg"]).removeprefix("Value error, ")}


def _written(location: tuple[int | str, ...], values: Any) -> Iterator[int | str]:
    """The parts of a location that the caller wrote, without the branches of unions."""
    for place, part in enumerate(location, start=1):
        is_last = place == len(location)
        if _is_union_branch(part) or (not is_last and _is_tag(part, values)):
            continue
        values = _below(values, part)
        yield part


def _is_tag(part: object, values: Any) -> bool:
    """Of a union whose branches a field tells apart, pydantic names the branch by that field's value."""
    return isinstance(values, dict) and part not in values and part in values.values()


def _below(values: Any, part: int | str) -> Any:
    try:
        return values[part]
    except (KeyError, IndexError, TypeError):
        return None


def _is_union_branch(part: object) -> bool:
    """Pydantic names the branch of a union that it tried, e.g. "int" or "list[str]"; a caller knows none of that."""
    return isinstance(part, str) and (part in {"int", "float", "str", "bool", "constrained-str"} or "[" in part)


def _iso_only(value: object) -> object:
    if isinstance(value, str) and not value.replace(".", "").lstrip("+-").isdigit():
        return value
    if isinstance(value, datetime):
        return value
    raise ValueError("A time is a string in ISO 8601, such as 2026-05-01T09:30:00Z.")


def _as_utc(value: datetime) -> datetime:
    """A time without a zone is UTC."""
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("That time lies outside the years 1 to 9999.") from error


def earlier(moment: datetime, span: timedelta) -> datetime:
    """The moment so long before, or the first that there is."""
    first = datetime.min.replace(tzinfo=UTC)
    return moment - span if moment - first > span else first


def _namespace(value: object) -> object:
    """A list of strings, or the path that a scope is written as (R2)."""
    parts = from_path(value) if isinstance(value, str) else value
    if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
        to_path(parts)
    return parts


Timestamp = Annotated[datetime, BeforeValidator(_iso_only), AfterValidator(_as_utc), schema.DayOrMoment]
Unit = Annotated[schema.Unit, Strict()]
Importance = Annotated[
    StrictInt | StrictFloat,
    AfterValidator(to_unit),
    Field(description="An integer 1..5 is the five-step scale; a number with a decimal point is 0.0..1.0."),
]
Namespace = Annotated[
    list[str],
    BeforeValidator(_namespace, json_schema_input_type=list[str] | str),
    Field(
        description='A list of two or more strings, or their path: ["memories", "<user id>"] or "memories/<user id>".'
    ),
]
AgentRole = Annotated[
    str,
    Field(
        default="",
        max_length=100,
        description="The role that acts; a key acts for its own role only. Left out: the key's.",
    ),
]

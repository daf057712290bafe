"""Reading bodies and queries into pydantic models; what is wrong with them, field by field."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, TypeVar

from django.http import QueryDict
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, StrictFloat, StrictInt
from pydantic import ValidationError as PydanticError

from interfaces.rest.problems import FieldError, Invalid
from memories.importance import to_unit
from providers import schema
from workspaces.namespaces import from_path, to_path

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

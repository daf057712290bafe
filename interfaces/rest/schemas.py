"""Building blocks of the schemas of requests and answers."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    StrictFloat,
    StrictInt,
    ValidationInfo,
    field_validator,
)

from interfaces.rest.parsing import load_json
from memories.importance import to_unit
from providers import schema
from workspaces.namespaces import MEMORIES, from_path, parts_of, person_id_of, to_path, to_scope


class Input(BaseModel):
    """A body or query. Unknown fields are refused: a misspelt `sensitivity` must not be ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Output(BaseModel):
    """Part of an answer, made by name or from the attributes of a row, which `validation_alias` may call otherwise."""

    model_config = ConfigDict(from_attributes=True, validate_by_name=True, validate_by_alias=True)

    @classmethod
    def of(cls, row: object, **more: Any) -> Self:
        """Build from a row's attributes; `more` adds values, or replaces the row's own."""
        return cls.model_validate(_Overlay(row, more) if more else row)


class _Overlay:
    """A row with some attributes replaced."""

    def __init__(self, row: object, more: dict[str, Any]) -> None:
        self._row = row
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)


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


def earlier(timestamp: datetime, span: timedelta) -> datetime:
    """Return the timestamp minus `span`, but not before the year 1."""
    first = datetime.min.replace(tzinfo=UTC)
    return timestamp - span if timestamp - first > span else first


def _namespace(value: object) -> object:
    """A list of strings, as JSON in a query string, or the path that a scope is written as (R2)."""
    parts = _parts(value) if isinstance(value, str) else value
    if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
        to_path(parts)
    return parts


def _scope(value: object) -> object:
    """As `_namespace`, or the type alone of what is shared."""
    parts = _parts(value, parts_of) if isinstance(value, str) else value
    if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
        to_scope(parts)
    return parts


def _parts(text: str, split: Callable[[str], list[str]] = from_path) -> object:
    """Raises InvalidNamespace, MalformedJSON."""
    is_list = text.startswith('["') and text.endswith('"]')
    return load_json(text.encode()) if is_list else split(text)


Timestamp = Annotated[datetime, BeforeValidator(_iso_only), AfterValidator(_as_utc), schema.DayOrTimestamp]
AsOf = Annotated[
    Timestamp | None,
    Field(default=None, description="What was stored then, as far as the caller may see it today."),
]
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
        description='A list of two or more strings, or their path: ["memories", "{user_id}"] or "memories/{user_id}".'
    ),
]
NamespacePrefix = Annotated[
    list[str],
    BeforeValidator(_scope, json_schema_input_type=list[str] | str),
    Field(
        description="A namespace and everything below it, as a list or a path; of what is shared its type alone will "
        'do: ["shared"] or "shared".'
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
# Rows have other names for `user_id` and `scope`.
UserId = Annotated[UUID | None, Field(validation_alias="person_id")]
Scope = Annotated[str, Field(validation_alias="namespace_path")]


class InScope(Input):
    """Something new in a scope; say which: `user_id`, a scope, or both."""

    user_id: UUID | None = None
    scope: Namespace | None = Field(default=None, validate_default=True)

    @field_validator("scope")
    @classmethod
    def _belongs_somewhere(cls, value: list[str] | None, info: ValidationInfo) -> list[str] | None:
        return _owned(value, info, "scope")

    @property
    def namespace(self) -> tuple[str, ...]:
        return tuple(self.scope or (MEMORIES, str(self.user_id)))


class InNamespace(Input):
    """Something new in a namespace; say which: `user_id`, a namespace, or both."""

    user_id: UUID | None = Field(default=None, description="Whom it is about. This, a namespace, or both.")
    namespace: Namespace | None = Field(default=None, validate_default=True)

    @field_validator("namespace")
    @classmethod
    def _belongs_somewhere(cls, value: list[str] | None, info: ValidationInfo) -> list[str] | None:
        return _owned(value, info, "namespace")

    @property
    def full_namespace(self) -> tuple[str, ...]:
        return tuple(self.namespace or (MEMORIES, str(self.user_id)))


def _owned(place: list[str] | None, info: ValidationInfo, name: str) -> list[str] | None:
    """Check that an owner is given; a field's own check, so that all missing fields are reported at once. Raises
    ValueError."""
    if "user_id" not in info.data:
        return place  # reported already
    user_id = info.data["user_id"]
    if user_id is None and place is None:
        raise ValueError(f"Say where it belongs: user_id, or a {name}.")
    if user_id and place and person_id_of(place) != user_id:
        raise ValueError(f"The {name} is not one of that user_id.")
    return place

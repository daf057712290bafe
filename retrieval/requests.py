"""The request of `memory.query` (001 §6, 003 "Retrieve Request", R1, R2, R6, R7, R27, R28)."""

from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal, LiteralString, Self, get_args
from uuid import UUID

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from memories import importance, limits
from memories.drafts import Metadata
from memories.models.choices import MemoryType
from memories.store_items import without_bare_operators
from providers.schema import CategoryName, DayOrTimestamp, Flag
from workspaces.namespaces import parts_of, person_id_of, to_scope
from workspaces.sensitivity import INTERNAL

Kind = Literal["memory", "fact", "episode", "insight", "procedural", "source_object", "working", "turn"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Form = Literal["bullets", "full"]
BUDGET_TOKENS_MAX = 100_000


def _least(value: Any) -> float:
    """Return a lower bound 0..1: an integer is a level 1..5, with all values shown as that level; a float is 0..1
    (R6)."""
    unit = _importance(value)
    return importance.lowest_of(value) if isinstance(value, int) else unit


def _most(value: Any) -> float:
    """Return an upper bound, as `_least`."""
    unit = _importance(value)
    return importance.highest_of(value) if isinstance(value, int) else unit


def _importance(value: Any) -> float:
    if not isinstance(value, int | float):
        raise ValueError("Importance is a number.")
    return importance.to_unit(value)


def _instant(value: Any) -> Any:
    """Parse a time: a day begins at midnight UTC. A bare number could be seconds or milliseconds, and is refused."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time(), UTC)
    if not isinstance(value, datetime | str) or str(value).replace(".", "").lstrip("+-").isdigit():
        raise ValueError("A time is a day or a moment in ISO 8601, such as 2025-07-01 or 2025-07-01T09:30:00Z.")
    if isinstance(value, str) and len(value) == 10:
        return datetime.combine(date.fromisoformat(value), time(), UTC)
    return value


def _aware(value: datetime) -> datetime:
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _not_blank(value: str) -> str:
    if not value.strip():
        raise ValueError("This cannot be empty.")
    return value


def _namespace(value: str) -> str:
    """Return the path in canonical spelling, as it is stored and granted."""
    return to_scope(parts_of(value))


def _wrong(field: str, code: str, message: LiteralString) -> ValidationError:
    """Return the error of a model validator, which names the field."""
    return ValidationError.from_exception_data(
        "request", [InitErrorDetails(type=PydanticCustomError(code, message), loc=(field,), input=None)]
    )


Text = Annotated[str, AfterValidator(_not_blank)]
Number = Annotated[int, Strict()]
LeastImportance = Annotated[float, BeforeValidator(_least)]
MostImportance = Annotated[float, BeforeValidator(_most)]
Instant = Annotated[datetime, BeforeValidator(_instant), AfterValidator(_aware), DayOrTimestamp]
Label = Annotated[str, Field(min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)]


class RequestBody(BaseModel):
    """A request body: null counts as omitted, and unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        return {k: v for k, v in data.items() if v is not None} if isinstance(data, dict) else data


class Filters(RequestBody):
    """Filters; one left out or null filters nothing. A lower bound above its upper bound is refused.

    Of a turn, `updated_*` mean when it was said; turns have no agent, run, actor or metadata. `metadata` holds members
    that a memory's metadata must have; of what was put into the store, the value's members count too. A member is
    compared as in a search of the store.
    """

    user_id: UUID | None = None
    agent_id: UUID | None = None
    run_id: str | None = Field(default=None, max_length=128)
    actor_id: str | None = Field(default=None, max_length=128)
    role: str | None = Field(default=None, max_length=16)
    category: CategoryName | None = None
    pinned: Flag | None = None
    importance_min: LeastImportance | None = None
    importance_max: MostImportance | None = None
    updated_after: Instant | None = None
    updated_before: Instant | None = None
    memory_type: MemoryType | None = None
    session_id: UUID | None = None
    metadata: Annotated[Metadata, AfterValidator(without_bare_operators)] | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        after, before = self.updated_after, self.updated_before
        if after is not None and before is not None and before < after:
            raise _wrong("updated_before", "reversed", "This lies before updated_after.")
        least, most = self.importance_min, self.importance_max
        if least is not None and most is not None and most < least:
            raise _wrong("importance_max", "reversed", "This lies below importance_min.")
        return self

    @property
    def lowest_importance(self) -> float | None:
        """The bound that `importance_min` sets, 0..1; level 1 of 5 sets none (R6)."""
        return self.importance_min or None


def _with_limit(described: dict[str, Any]) -> None:
    """Add the other name of `top_k` to a query's JSON schema."""
    properties = described["properties"]
    properties["limit"] = properties["top_k"] | {"title": "Limit", "description": "Another name of `top_k`."}


class QueryRequest(RequestBody):
    """One question to the memory of one person, or to one shared namespace.

    `agent` is the role that asks; empty means the key's own. Without `categories`, all that the role may see are
    searched. `budget_tokens` bounds the texts of the answer, counted by the embedding model's tokenizer; `threshold` is
    the least score, 0 to 1. `as_of` asks for what was stored then, as far as the caller may see it today. The `purpose`
    "recall" marks recall on demand.
    """

    model_config = ConfigDict(json_schema_extra=_with_limit)

    query: Text = Field(max_length=limits.QUERY_CHARACTERS)
    agent: str = Field(default="", max_length=64)
    user_id: UUID | None = None
    scope: Annotated[Text, AfterValidator(_namespace)] | None = Field(default=None, max_length=limits.SCOPE_CHARACTERS)
    categories: tuple[CategoryName, ...] | None = Field(default=None, max_length=100)
    filters: Filters = Field(default_factory=Filters)
    top_k: Number | None = Field(
        default=None, ge=1, le=limits.TOP_K_MAX, validation_alias=AliasChoices("top_k", "limit")
    )
    return_: Form = Field(default="full", alias="return")
    budget_tokens: Number | None = Field(default=None, ge=1, le=BUDGET_TOKENS_MAX)
    threshold: Annotated[float, Strict()] | None = Field(default=None, ge=0.0, le=1.0, allow_inf_nan=False)
    select: Literal["top", "relevant"] = "top"
    require_verified: Flag = False
    allowed_sensitivity: tuple[Label, ...] = Field(default=(INTERNAL,), min_length=1, max_length=16)
    kinds: tuple[Kind, ...] | None = Field(default=None, min_length=1)
    explain: Flag = False
    neighbours: Flag = False
    as_of: Instant | None = None
    purpose: str = Field(default="", max_length=32)
    thread_id: str = Field(default="", max_length=256)

    @model_validator(mode="before")
    @classmethod
    def _limit_is_top_k(cls, data: Any) -> Any:
        """Accept 003's `limit` for `top_k` (R7), and both if they are equal."""
        if not isinstance(data, dict) or not {"limit", "top_k"} <= data.keys():
            return data
        if len({data["limit"], data["top_k"]} - {None}) > 1:
            raise _wrong("limit", "ambiguous", "Give top_k or limit, not two different numbers.")
        spare = "top_k" if data["top_k"] is None else "limit"
        return {name: value for name, value in data.items() if name != spare}

    @model_validator(mode="after")
    def _one_person(self) -> Self:
        named = {self.user_id, self.filters.user_id, person_id_of(parts_of(self.scope)) if self.scope else None}
        if len(named - {None}) > 1:
            raise _wrong("user_id", "ambiguous", "user_id, filters.user_id and scope name different people.")
        return self

    @property
    def person_id(self) -> UUID | None:
        """The requested person; None for a shared namespace, or if none was named."""
        in_scope = person_id_of(parts_of(self.scope)) if self.scope else None
        return self.user_id or self.filters.user_id or in_scope

    @property
    def size(self) -> int:
        """The maximum number of items: as requested, else 8, or 3 as bullets."""
        return self.top_k or (limits.TOP_K_BULLETS if self.return_ == "bullets" else limits.TOP_K_DEFAULT)

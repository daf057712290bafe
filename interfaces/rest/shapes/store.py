from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field

from interfaces.rest.pagination import MAX_LIMIT, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Namespace
from interfaces.rest.shapes.memories import Circumstances
from memories import limits
from memories.json_size import at_most
from memories.models import Memory
from memories.store_items import to_value
from providers.schema import CategoryName
from workspaces.sensitivity import INTERNAL

THRESHOLD = 0.7
MINUTES_MAX = 60 * 24 * 365 * 100
Key = Annotated[str, Field(min_length=1, max_length=limits.KEY_CHARACTERS)]
Value = Annotated[dict[str, Any], AfterValidator(at_most(limits.METADATA_BYTES, "A value"))]
Part = Annotated[str, Field(min_length=1, max_length=limits.SCOPE_CHARACTERS)]


class StorePut(Circumstances):
    """A value to keep under a namespace and key (000, LangGraph's put)."""

    namespace: Namespace
    key: Key
    value: Value = Field(
        description='A JSON object of at most 16 KB. Its text under "content" or "text" is what is searched by meaning.'
    )
    ttl: float | None = Field(default=None, gt=0, le=MINUTES_MAX, allow_inf_nan=False, description="Minutes to live.")
    category: CategoryName | None = None


class ItemAddress(Input):
    """Which item."""

    namespace: Namespace
    key: Key


class DeleteItem(ItemAddress, Circumstances):
    """Which item to forget."""


class StoreSearch(Input):
    """What to look for below a namespace.

    With a `query` by meaning, the best first, at most 32; without one, last changed first. `filter` holds members that
    the value must have; a member of its `metadata` may stand by itself.
    """

    namespace_prefix: Namespace
    query: str | None = Field(default=None, min_length=1, pattern=r"\S", max_length=limits.QUERY_CHARACTERS)
    filter: dict[str, Any] = Field(default_factory=dict)
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT)
    offset: int = Field(default=0, ge=0, le=1_000_000)
    threshold: float = Field(default=THRESHOLD, ge=0.0, le=1.0, allow_inf_nan=False, description="Of the similarity.")
    allowed_sensitivity: list[Annotated[str, Field(min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)]] = Field(
        default=[INTERNAL], min_length=1, max_length=16, description="Of what a query may find (R27)."
    )
    agent: AgentRole


class MatchCondition(Input):
    """How a namespace has to begin or end; `*` stands for any one element."""

    match_type: Literal["prefix", "suffix"]
    path: list[Part] = Field(min_length=1, max_length=64)


class NamespaceSearch(Input):
    """Which namespaces to list: all conditions have to hold. `max_depth` cuts what is deeper."""

    match_conditions: list[MatchCondition] = Field(default=[], max_length=16)
    max_depth: int | None = Field(default=None, ge=1, le=64)
    limit: int = Field(default=100, ge=1, le=1_000)
    offset: int = Field(default=0, ge=0, le=1_000_000)
    agent: AgentRole


class KeyQuery(PageQuery):
    namespace: Namespace


class StoreItem(BaseModel):
    """One item as it is now. `id` is the memory's, whose history and versions are at /memories."""

    id: UUID
    namespace: list[str]
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None

    @classmethod
    def of(cls, memory: Memory, **more: Any) -> Self:
        """Needs `current` fetched along."""
        assert memory.current is not None
        copied = ("id", "namespace", "key", "created_at", "updated_at", "expires_at")
        values = {name: getattr(memory, name) for name in copied}
        return cls(**values, value=to_value(memory.current), **more)


class FoundItem(StoreItem):
    """`similarity` is calibrated, 0..1; null where no query was given."""

    similarity: float | None = None


class FoundItems(BaseModel):
    items: list[FoundItem]


class Namespaces(BaseModel):
    namespaces: list[list[str]]


class Keys(BaseModel):
    """The keys of one namespace, oldest first; `next_cursor` is null on the last page."""

    namespace: list[str]
    keys: list[str]
    next_cursor: str | None

"""The key-value store: each item is a memory, with its versions, history and consent."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from django.conf import settings
from pydantic import AfterValidator, BeforeValidator, Field
from rest_framework.response import Response

from consent.changes import ForgetMemory, WriteMemory
from interfaces.rest.documentation import EVENT_HEADER
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import CREATED, WRITTEN
from interfaces.rest.pagination import MAX_LIMIT, Order, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NotFound
from interfaces.rest.schemas import AgentRole, Input, Namespace, NamespacePrefix, Output
from interfaces.rest.views import RestView, answer, etag_of
from memories import limits
from memories.drafts import MemoryDraft
from memories.limits import at_most
from memories.models import Memory, MemoryVersion
from memories.models.choices import LifecycleState
from memories.models.memory import MemoryQuerySet
from memories.store_items import checked_filter, satisfies, to_memory, to_value
from memories.store_namespaces import Match, namespaces_of
from providers.schema import CategoryName
from retrieval.query import memory_query
from retrieval.requests import KINDS, QueryRequest
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import to_path, to_scope
from workspaces.sensitivity import INTERNAL

NO_ITEM = (
    "Nothing that you may read stands under this key. GET /store/keys lists the keys of a namespace; what waits for "
    "the person is in GET /proposals."
)
MINUTES_MAX = 60 * 24 * 365 * 100
Key = Annotated[str, Field(min_length=1, max_length=limits.KEY_CHARACTERS)]
Value = Annotated[dict[str, Any], AfterValidator(at_most(limits.METADATA_BYTES, "A value"))]
Part = Annotated[str, Field(min_length=1, max_length=limits.SCOPE_CHARACTERS)]


class StorePut(Circumstances):
    """A value to store under a namespace and key."""

    namespace: Namespace
    key: Key
    value: Value = Field(
        description='A JSON object of at most 16 KB. Dense search uses its text under "content" or "text".'
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

    With a `query`, the most similar first, at most 100; without one, last changed first. `filter` has members that the
    value must have; a member of its `metadata` may be given without `metadata`.
    """

    namespace_prefix: NamespacePrefix
    query: str | None = Field(default=None, min_length=1, pattern=r"\S", max_length=limits.QUERY_CHARACTERS)
    filter: Annotated[dict[str, Any], AfterValidator(checked_filter)] = Field(
        default_factory=dict,
        description='What the value must have: `{"city": "Porto"}`. A number is compared with `$gt`, `$gte`, `$lt` and '
        '`$lte`, anything with `$eq` and `$ne`: `{"minutes": {"$gte": 20, "$lt": 60}}`. All must hold.',
    )
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT)
    offset: int = Field(default=0, ge=0, le=1_000_000)
    threshold: float = Field(
        default_factory=lambda: settings.STORE_SCORE,
        ge=0.0,
        le=1.0,
        allow_inf_nan=False,
        description="Of the similarity. Left out: what the server is set to, 0.7 unless it was changed.",
    )
    allowed_sensitivity: list[Annotated[str, Field(min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)]] = Field(
        default=[INTERNAL],
        min_length=1,
        max_length=16,
        description="The sensitivities that a query may find, with all that are less sensitive.",
    )
    agent: AgentRole


class MatchCondition(Input):
    """How a namespace must begin or end; `*` stands for any one element."""

    match_type: Literal["prefix", "suffix"]
    path: list[Part] = Field(min_length=1, max_length=64)


class NamespaceSearch(Input):
    """Which namespaces to list: all conditions must hold. `max_depth` cuts what is deeper."""

    match_conditions: list[MatchCondition] = Field(default=[], max_length=16)
    max_depth: int | None = Field(default=None, ge=1, le=64)
    limit: int = Field(default=100, ge=1, le=1_000)
    offset: int = Field(default=0, ge=0, le=1_000_000)
    agent: AgentRole


class KeyQuery(PageQuery):
    namespace: Namespace


class StoreItem(Output):
    """One item as it is now. `memory_id`, like `id`, is the memory's, whose history and versions are at /memories."""

    id: UUID
    memory_id: UUID = Field(validation_alias="id")
    namespace: list[str]
    key: str
    value: Annotated[dict[str, Any], BeforeValidator(to_value)] = Field(validation_alias="current")
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None


class FoundItem(StoreItem):
    """`similarity` is calibrated, 0..1; null where no query was given."""

    similarity: float | None = None


class FoundItems(Output):
    items: list[FoundItem]


class Namespaces(Output):
    namespaces: list[list[str]]


class Keys(Output):
    """The keys of one namespace, oldest first; `next_cursor` is null on the last page."""

    namespace: list[str]
    keys: list[str]
    next_cursor: str | None


OLDEST = Order("created_at", descending=False)


class Items(RestView):
    """One value by its namespace and key."""

    @operation("put_item", answers=CREATED)
    def put(self, body: StorePut, if_match: UUID | None) -> Response:
        """Store a value under a key."""
        change = WriteMemory(draft=self._draft(body), expected_change_id=if_match)
        return self.submit(change, field="value", creates=201)

    @operation("get_item", answers={200: StoreItem})
    def get(self, query: ItemAddress) -> Response:
        """Get the value under a key."""
        memory = self._memory(query)
        return answer(StoreItem.of(memory), headers={"ETag": etag_of(memory.change_id)})

    @operation("delete_item", answers=WRITTEN)
    def delete(self, query: DeleteItem, if_match: UUID | None) -> Response:
        """Forget the value under a key."""
        memory = self._memory(query, or_forgotten=True)
        return self.submit(ForgetMemory(memory_id=memory.id, expected_change_id=if_match, **query.values()))

    def _draft(self, body: StorePut) -> MemoryDraft:
        stored = to_memory(body.value)
        values: dict[str, Any] = body.model_dump(include={"namespace", "key", "category"}) | body.values()
        values |= {"content": stored.content, "metadata": stored.metadata}
        if body.ttl is not None:
            values["expires_at"] = self.now + timedelta(minutes=body.ttl)
        return parse(MemoryDraft, values)

    def _memory(self, address: ItemAddress, *, or_forgotten: bool = False) -> Memory:
        with self.scope():
            rows = Memory.objects.at(to_path(address.namespace), address.key).select_related("current")
            found = rows.visible_to(self.actor, now=self.now).first()
            if found is None and or_forgotten:
                gone = rows.filter(state=LifecycleState.SOFT_DELETED)
                found = gone.authorized_for(self.actor, now=self.now).first()
        if found is None:
            raise NotFound(NO_ITEM)
        return found


class ItemSearch(RestView):
    @operation("search_items", answers={200: FoundItems}, sends=(EVENT_HEADER,), is_read=True)
    def post(self, body: StoreSearch) -> Response:
        """Search the values below a namespace."""
        found, event_id = found_items(body, actor=self.actor, now=self.now)
        items = [FoundItem.of(memory, similarity=score) for memory, score in found]
        return answer(FoundItems(items=items), headers={EVENT_HEADER: str(event_id)} if event_id else {})


class NamespaceList(RestView):
    @operation("list_namespaces", is_read=True)
    def post(self, body: NamespaceSearch) -> Namespaces:
        """List namespaces by prefix, suffix and depth."""
        matches = [Match(one.match_type, tuple(one.path)) for one in body.match_conditions]
        with self.scope():
            rows = Memory.objects.visible_to(self.actor, now=self.now).surfacing()
            found = namespaces_of(rows, matches=matches, max_depth=body.max_depth)
        page = found[body.offset : body.offset + body.limit]
        return Namespaces(namespaces=[list(namespace) for namespace in page])


class KeyList(RestView):
    @operation("list_keys")
    def get(self, query: KeyQuery) -> Keys:
        """List the keys of a namespace."""
        with self.scope():
            rows = Memory.objects.visible_to(self.actor, now=self.now).surfacing()
            rows = rows.filter(namespace_path=to_path(query.namespace))
            found, following = OLDEST.slice(rows, query)
        return Keys(namespace=query.namespace, keys=[row.key for row in found], next_cursor=following)


ITEM_KINDS = tuple(kind for kind in KINDS if kind not in ("turn", "procedural"))
Found = list[tuple[Memory, float | None]]


def found_items(search: StoreSearch, *, actor: Actor, now: datetime) -> tuple[Found, UUID | None]:
    """Return one page of memories, each with its similarity, and the retrieval event if there is a query.

    Call it outside any scope. Raises what `memory_query` does.
    """
    if search.query is None:
        with scope.enter(actor.workspace_id):
            rows = _rows(search, actor, now).order_by("-updated_at", "-id")
            return [(row, None) for row in rows[search.offset : search.offset + search.limit]], None
    answer = memory_query(_request(search), actor=actor, now=now)
    scores = {item.id: item.score for item in answer.items}
    with scope.enter(actor.workspace_id):
        by_id = _rows(search, actor, now).in_bulk(list(scores))
    found: Found = [(by_id[memory_id], score) for memory_id, score in scores.items() if memory_id in by_id]
    return found[search.offset : search.offset + search.limit], answer.event_id


def _request(search: StoreSearch) -> QueryRequest:
    values = {
        "query": search.query, "scope": to_scope(search.namespace_prefix), "kinds": ITEM_KINDS,
        "top_k": min(limits.TOP_K_MAX, search.offset + search.limit), "threshold": search.threshold,
        "allowed_sensitivity": search.allowed_sensitivity, "filters": {"metadata": search.filter or None},
    }  # fmt: skip
    return parse(QueryRequest, values)


def _rows(search: StoreSearch, actor: Actor, now: datetime) -> MemoryQuerySet:
    rows = Memory.objects.visible_to(actor, now=now).surfacing().under(to_scope(search.namespace_prefix))
    rows = rows.select_related("current")
    for name, wanted in search.filter.items():
        rows = rows.filter(current__in=MemoryVersion.objects.filter(satisfies({name: wanted})))
    return rows

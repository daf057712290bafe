"""Searching the store: by meaning through `memory.query`, or by what the values hold."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, WriteMemory
from interfaces.rest.documentation import EVENT_HEADER, documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.pagination import MAX_LIMIT, Order, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Namespace, parse
from interfaces.rest.problems import NotFound
from interfaces.rest.views import IF_MATCH, RestView, answer, etag_of, expected_change
from memories import limits
from memories.drafts import MemoryDraft
from memories.limits import at_most
from memories.models import Memory, MemoryVersion
from memories.models.memory import MemoryQuerySet
from memories.store_items import holds, to_memory, to_value
from memories.store_namespaces import Match, namespaces_of
from providers.schema import CategoryName
from retrieval.query import memory_query
from retrieval.requests import KINDS, QueryRequest
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import to_path
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


TAG = "store"
OLDEST = Order("created_at", descending=False)


class Items(RestView):
    """One value by its namespace and key: a memory, with a memory's versions, history and consent."""

    @documented(
        "Keep a value under a key",
        operation="put_item",
        tag=TAG,
        body=StorePut,
        answers={200: WriteResult, 201: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def put(self, request: Request) -> Response:
        change = WriteMemory(draft=self._draft(self.body(StorePut)), expected_change_id=expected_change(request))
        return respond(request, gate.submit(change, actor=self.actor, now=self.now), field="value", creates=201)

    @documented("Get the value under a key", operation="get_item", tag=TAG, query=ItemAddress, answers={200: StoreItem})
    def get(self, request: Request) -> Response:
        memory = self._memory(self.query(ItemAddress))
        return answer(StoreItem.of(memory), headers={"ETag": etag_of(memory.change_id)})

    @documented(
        "Forget the value under a key",
        operation="delete_item",
        tag=TAG,
        query=DeleteItem,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def delete(self, request: Request) -> Response:
        query = self.query(DeleteItem)
        expected = expected_change(request)
        change = ForgetMemory(memory_id=self._memory(query).id, expected_change_id=expected, **query.told())
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))

    def _draft(self, body: StorePut) -> MemoryDraft:
        stored = to_memory(body.value)
        values: dict[str, Any] = body.model_dump(include={"namespace", "key", "category"}) | body.told()
        values |= {"content": stored.content, "metadata": stored.metadata}
        if body.ttl is not None:
            values["expires_at"] = self.now + timedelta(minutes=body.ttl)
        return parse(MemoryDraft, values)

    def _memory(self, address: ItemAddress) -> Memory:
        with self.scope():
            rows = Memory.objects.visible_to(self.actor, now=self.now).select_related("current")
            memory = rows.at(to_path(address.namespace), address.key).first()
        if memory is None:
            raise NotFound
        return memory


class ItemSearch(RestView):
    is_question = True

    @documented(
        "Search the values below a namespace",
        operation="search_items",
        tag=TAG,
        body=StoreSearch,
        answers={200: FoundItems},
        tells=(EVENT_HEADER,),
    )
    def post(self, request: Request) -> Response:
        found, event_id = found_items(self.body(StoreSearch), actor=self.actor, now=self.now)
        items = [FoundItem.of(memory, similarity=similarity) for memory, similarity in found]
        return answer(FoundItems(items=items), headers={EVENT_HEADER: str(event_id)} if event_id else {})


class NamespaceList(RestView):
    is_question = True

    @documented(
        "List namespaces by prefix, suffix and depth",
        operation="list_namespaces",
        tag=TAG,
        body=NamespaceSearch,
        answers={200: Namespaces},
    )
    def post(self, request: Request) -> Response:
        body = self.body(NamespaceSearch)
        matches = [Match(one.match_type, tuple(one.path)) for one in body.match_conditions]
        with self.scope():
            rows = Memory.objects.visible_to(self.actor, now=self.now).surfacing()
            found = namespaces_of(rows, matches=matches, max_depth=body.max_depth)
        page = found[body.offset : body.offset + body.limit]
        return answer(Namespaces(namespaces=[list(namespace) for namespace in page]))


class KeyList(RestView):
    @documented("List the keys of a namespace", operation="list_keys", tag=TAG, query=KeyQuery, answers={200: Keys})
    def get(self, request: Request) -> Response:
        query = self.query(KeyQuery)
        with self.scope():
            rows = Memory.objects.visible_to(self.actor, now=self.now).surfacing()
            rows = rows.filter(namespace_path=to_path(query.namespace))
            found, following = OLDEST.slice(rows, query)
        return answer(Keys(namespace=query.namespace, keys=[row.key for row in found], next_cursor=following))


ITEM_KINDS = tuple(kind for kind in KINDS if kind not in ("turn", "procedural"))
Found = list[tuple[Memory, float | None]]


def found_items(search: StoreSearch, *, actor: Actor, now: datetime) -> tuple[Found, UUID | None]:
    """One page of memories, each with its similarity, and the retrieval event where a query was asked.

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
        "query": search.query, "scope": to_path(search.namespace_prefix), "kinds": ITEM_KINDS,
        "top_k": min(limits.TOP_K_MAX, search.offset + search.limit), "threshold": search.threshold,
        "allowed_sensitivity": search.allowed_sensitivity, "filters": {"metadata": search.filter or None},
    }  # fmt: skip
    return parse(QueryRequest, values)


def _rows(search: StoreSearch, actor: Actor, now: datetime) -> MemoryQuerySet:
    rows = Memory.objects.visible_to(actor, now=now).surfacing().under(to_path(search.namespace_prefix))
    rows = rows.select_related("current")
    for name, wanted in search.filter.items():
        rows = rows.filter(current__in=MemoryVersion.objects.filter(holds({name: wanted})))
    return rows

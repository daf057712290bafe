from datetime import timedelta
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, WriteMemory
from interfaces.rest.documentation import EVENT_HEADER, documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.pagination import Order
from interfaces.rest.parsing import parse
from interfaces.rest.preconditions import IF_MATCH, etag_of, expected_change
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.store import (
    DeleteItem,
    FoundItem,
    FoundItems,
    ItemAddress,
    KeyQuery,
    Keys,
    Namespaces,
    NamespaceSearch,
    StoreItem,
    StorePut,
    StoreSearch,
)
from interfaces.rest.store_search import found_items
from interfaces.rest.views import RestView, answer
from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.store_items import to_memory
from memories.store_namespaces import Match, namespaces_of
from workspaces.namespaces import to_path

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

"""LangGraph's long-term store: each item is a memory of one person, with its versions, history and consent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from langgraph.store.base import BaseStore, GetOp, Item, ListNamespacesOp, Op, PutOp, Result, SearchItem, SearchOp

from memory_server.calls import Call, model, namespace_path, without_none, written
from memory_server.client import MemoryClient
from memory_server.errors import NotFound
from memory_server.flows import Flow, Runner
from memory_server.langgraph.matching import fits, matches
from memory_server.models import FoundItem, FoundItems, Namespaces, StoreItem
from memory_server.results import OnWaiting, WriteOutcome, tell_waiting

PAGE = 100
NAMESPACES = 1_000


class MemoryServerStore(BaseStore):
    """The memories of one person as a LangGraph store: `("notes",)` is the namespace memories/<user id>/notes.

    A search by a `query` finds by meaning, at most the 100 best; `threshold`, 0..1, leaves out the less similar.
    Without one, items come last changed first. The server decides what is embedded, so `index` has no effect. `ttl`, in
    minutes, counts from the last put; reading does not extend it.

    A put or delete that waits for the person is not done yet: it goes to `on_waiting`, or issues a `WaitsForPerson`
    warning, with the page on which the person decides.
    """

    supports_ttl = True

    def __init__(
        self,
        client: MemoryClient,
        user_id: UUID | str,
        *,
        threshold: float = 0.0,
        on_waiting: OnWaiting | None = None,
    ) -> None:
        self._runner = Runner(client)
        self._root = ("memories", str(user_id))
        self._threshold, self._on_waiting = threshold, on_waiting

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return self._runner.run(self._batch(list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await self._runner.arun(self._batch(list(ops)))

    def _batch(self, ops: Sequence[Op]) -> Flow[list[Result]]:
        """Reads first, then the last put of each key, as `InMemoryStore` orders them."""
        results: list[Result] = []
        puts: dict[tuple[tuple[str, ...], str], PutOp] = {}
        for op in ops:
            if isinstance(op, PutOp):
                puts[op.namespace, op.key] = op
                results.append(None)
            else:
                results.append((yield from self._read(op)))
        for put in puts.values():
            outcome = yield from self._put(put)
            if outcome is not None:
                tell_waiting(outcome, self._on_waiting)
        return results

    def _read(self, op: Op) -> Flow[Result]:
        if isinstance(op, GetOp):
            return (yield from self._get(op))
        if isinstance(op, SearchOp):
            return (yield from self._search(op))
        if isinstance(op, ListNamespacesOp):
            return (yield from self._namespaces(op))
        raise ValueError(f"Unknown operation: {op!r}")

    def _get(self, op: GetOp) -> Flow[Item | None]:
        try:
            found = yield Call("GET", "/store/items", model(StoreItem), self._address(op.namespace, op.key))
        except NotFound:
            return None
        return Item(**self._shown(found))

    def _put(self, op: PutOp) -> Flow[WriteOutcome | None]:
        if op.value is not None:
            body = without_none(namespace=[*self._root, *op.namespace], key=op.key, value=op.value, ttl=op.ttl)
            outcome: WriteOutcome = yield Call("PUT", "/store/items", written, body=body)
            return outcome
        try:
            outcome = yield Call("DELETE", "/store/items", written, self._address(op.namespace, op.key))
        except NotFound:
            return None
        return outcome

    def _search(self, op: SearchOp) -> Flow[list[SearchItem]]:
        """Pages until enough items satisfy the filter, which the server only narrows down."""
        wanted, offset = op.offset + op.limit, 0
        kept: list[FoundItem] = []
        while len(kept) < wanted:
            found = yield Call(
                "POST", "/store/items/search", model(FoundItems), body=self._query(op, offset), is_repeatable=False
            )
            kept += [item for item in found.items if matches(item.value, op.filter)]
            offset += PAGE
            if len(found.items) < PAGE or op.query:
                break
        return [SearchItem(score=item.similarity, **self._shown(item)) for item in kept[op.offset : wanted]]

    def _query(self, op: SearchOp, offset: int) -> dict[str, Any]:
        query = op.query if op.query and op.query.strip() else None
        plain = {name: one for name, one in (op.filter or {}).items() if isinstance(one, str) and "\0" not in one}
        prefix = [*self._root, *op.namespace_prefix]
        return without_none(
            namespace_prefix=prefix, query=query, filter=plain, limit=PAGE, offset=offset, threshold=self._threshold
        )

    def _namespaces(self, op: ListNamespacesOp) -> Flow[list[tuple[str, ...]]]:
        below = [{"match_type": "prefix", "path": list(self._root)}]
        found: list[tuple[str, ...]] = []
        while True:
            body = {"match_conditions": below, "limit": NAMESPACES, "offset": len(found)}
            page = yield Call("POST", "/store/namespaces", model(Namespaces), body=body, is_repeatable=False)
            found += [tuple(one[len(self._root) :]) for one in page.namespaces]
            if len(page.namespaces) < NAMESPACES:
                break
        kept = (one for one in found if one and all(fits(one, condition) for condition in op.match_conditions or ()))
        return sorted({one[: op.max_depth] for one in kept})[op.offset : op.offset + op.limit]

    def _address(self, namespace: Sequence[str], key: str) -> dict[str, str]:
        return {"namespace": namespace_path([*self._root, *namespace]), "key": key}

    def _shown(self, item: StoreItem | FoundItem) -> Mapping[str, Any]:
        return {
            "namespace": tuple(item.namespace[len(self._root) :]),
            "key": item.key,
            "value": item.value,
            "created_at": item.created_at,
            "updated_at": item.updated_at,
        }

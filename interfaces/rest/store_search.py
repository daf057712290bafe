"""Searching the store: by meaning through `memory.query`, or by what the values hold."""

from datetime import datetime
from uuid import UUID

from interfaces.rest.parsing import parse
from interfaces.rest.shapes.store import StoreSearch
from memories import limits
from memories.models import Memory, MemoryVersion
from memories.models.memory import MemoryQuerySet
from memories.store_items import holds
from retrieval.query import memory_query
from retrieval.requests import KINDS, QueryRequest
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import to_path

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

"""Searching the store: by meaning through `memory.query`, or by what the values hold."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from interfaces.rest.parsing import parse
from interfaces.rest.shapes.store import StoreSearch
from memories import limits
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from memories.store_items import VALUE
from retrieval.query import memory_query
from retrieval.requests import KINDS, QueryRequest
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import to_path

ITEM_KINDS = tuple(kind for kind in KINDS if kind != "turn")
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
    """What a filter leaves is not known beforehand, so with one as many as there may be are asked for."""
    wanted = limits.TOP_K_MAX if search.filter else min(limits.TOP_K_MAX, search.offset + search.limit)
    values = {
        "query": search.query, "scope": to_path(search.namespace_prefix), "kinds": ITEM_KINDS, "top_k": wanted,
        "threshold": search.threshold, "allowed_sensitivity": search.allowed_sensitivity,
    }  # fmt: skip
    return parse(QueryRequest, values)


def _rows(search: StoreSearch, actor: Actor, now: datetime) -> MemoryQuerySet:
    rows = Memory.objects.visible_to(actor, now=now).surfacing().under(to_path(search.namespace_prefix))
    rows = rows.select_related("current")
    for name, wanted in search.filter.items():
        rows = rows.filter(_holds(name, wanted))
    return rows


def _holds(name: str, wanted: Any) -> Q:
    """The value has this member, or its metadata has, or the metadata of a memory that was not put here."""
    member = {name: wanted}
    places = [{VALUE: member}, {VALUE: {"metadata": member}}, member]
    condition = Q()
    for place in places:
        condition |= Q(current__metadata__contains=place)
    if name in ("content", "text") and isinstance(wanted, str):
        condition |= Q(current__content=wanted)
    return condition

"""Reads the stored state of a batch before its locks, and the memories at addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.models import Policy
from memories.embedding_models import serving_models
from memories.models import EmbeddingModel, Memory, MemoryVersion, Merge
from memories.models.choices import LifecycleState
from memories.repetitions import has_text, revoked_at_paths, same_texts_at
from providers.statements import DIET_KEYS
from workspaces import scope
from workspaces.actors import Actor
from workspaces.pipelined_query import PipelinedQuery

if TYPE_CHECKING:
    from consent.changes import Change


Address = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stored:
    """The stored state of a batch before its locks: memories by address and by id, the versions that it names, the
    forgotten or rejected memories in its namespaces, the serving embedding model, and the restricting rules."""

    memories: Sequence[Memory] = ()
    revoked: Sequence[Memory] = ()
    versions: Sequence[MemoryVersion] = ()
    model: EmbeddingModel | None = None
    rules: Sequence[Policy] = ()

    def repeated_by(self, change: "Change", actor: Actor) -> "Change":
        """Return the change with the key of a memory that says the same, if any; preferably one of its category."""
        text = change.repeatable
        same = [one for one in self.memories if text and one.state == LifecycleState.ACTIVE and has_text(text, one)]
        if not same:
            return change
        categories = change.default_categories(actor)
        return change.repeating(min(same, key=lambda one: (one.category not in categories, one.created_at)).key)

    def of(self, change: "Change") -> list[tuple[Memory, MemoryVersion]]:
        if not self.memories and not self.versions:
            return []
        addresses, ids, numbers = change.addresses(), change.memory_ids(), change.version_numbers()
        named = [one for one in self.memories if one.id in ids or (one.namespace_path, one.key) in addresses]
        older = [(one.memory, one) for one in self.versions if (one.memory_id, one.number) in numbers]
        return [*((memory, memory.current) for memory in named if memory.current), *older]


def read_stored(changes: Sequence["Change"], workspace_id: UUID) -> Stored:
    """Read the stored state in one round trip, with memories that were merged into those named."""
    with scope.pipelined_scope(workspace_id):
        if not changes:
            return Stored()
        queries = _queries(changes)
        queries["rules"] = PipelinedQuery.recurring(Policy.objects.restricting)
        queries["models"] = PipelinedQuery.recurring(serving_models)
        answers = scope.fetch_pipelined([query.statement for query in queries.values()])
    found = {name: query.models(rows) for (name, query), rows in zip(queries.items(), answers, strict=True)}
    memories = {one.id: one for name in ("at", "same", "named") for one in found.get(name, ())}
    return Stored(
        list(memories.values()),
        found.get("revoked", ()),
        found.get("versions", ()),
        next(iter(found["models"]), None),
        found["rules"],
    )


def _queries(changes: Sequence["Change"]) -> dict[str, PipelinedQuery[Any]]:
    short = {one for change in changes if (one := change.short_text)}
    texts = {one[0] for change in changes if (one := change.short_text) and may_be_revoked(change)}
    # Nothing is stored at a key that was generated for the write.
    addresses = {address for change in changes if not change.repeatable for address in change.addresses()}
    ids = {memory_id for change in changes for memory_id in change.memory_ids()}
    numbers = {number for change in changes for number in change.version_numbers()}
    queries: dict[str, PipelinedQuery[Any]] = {}
    if addresses:
        queries["at"] = memories_at(addresses)
    if short:
        queries["same"] = PipelinedQuery.recurring(same_texts_at, *map(list, zip(*short, strict=True)))
    if texts:
        queries["revoked"] = PipelinedQuery.recurring(revoked_at_paths, sorted(texts))
    if ids:
        queries["named"] = PipelinedQuery(memories_named(ids))
    if numbers:
        named = reduce(or_, (Q(memory_id=memory_id, number=number) for memory_id, number in numbers))
        queries["versions"] = PipelinedQuery(MemoryVersion.objects.select_related("memory").filter(named))
    return queries


def may_be_revoked(change: "Change") -> bool:
    """Whether it may say in other words what was forgotten or called wrong: a text, or a need."""
    return not change.sets_a_field or (change.fact is not None and change.fact.key in DIET_KEYS)


def memories_named(ids: Iterable[UUID]) -> QuerySet[Memory]:
    """Return the memories of these ids, and those that were merged into them."""
    absorbed = Merge.objects.active().filter(kept__in=ids).values("absorbed_id")
    return Memory.objects.select_related("current").filter(Q(id__in=list(ids)) | Q(id__in=absorbed))


def memories_at(addresses: Iterable[Address]) -> "PipelinedQuery[Memory]":
    """Return a query for the memories at these addresses, with their current versions."""
    paths, keys = zip(*addresses, strict=True)
    return PipelinedQuery.recurring(memories_of, list(paths), list(keys))


def memories_of(paths: Any, keys: Any) -> QuerySet[Memory]:
    """Return the memories at each path with its key. Both are one parameter, so that the query text stays the same."""
    place = "(memories_memory.namespace_path, memories_memory.key) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"
    rows = Memory.objects.select_related("current").order_by("apart")
    return rows.extra(where=[place], params=[paths, keys])  # noqa: S610 -- a constant text

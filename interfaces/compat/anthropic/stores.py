"""Memory stores. A store is a memory itself, which names the namespace of its files; so it has a history and passes the
gate. Its owner is in the metadata, as `user_id`; without one it is shared, and may not contain anything personal."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, WriteMemory
from consent.outcomes import Applied, Outcome
from interfaces.compat.anthropic.views import (
    STORE,
    AnthropicView,
    CreatedBetween,
    Page,
    Shown,
    format_id,
    read_id,
)
from interfaces.compat.views import Known
from interfaces.rest.memories.views import change_memory
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Invalid
from interfaces.rest.views import RestView, first_or_404
from memories.drafts import MemoryDraft
from memories.limits import BATCH_ITEMS
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from workspaces.namespaces import MEMORIES, SHARED, to_path

STORES = "stores"
KEY = "memory_store/"
OWNER = "user_id"
PAIRS = 16
MARK = "memory_store"
Name = Annotated[
    str, Field(min_length=1, max_length=255, pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$")
]
Description = Annotated[str, Field(max_length=1_024)]
PairName = Annotated[str, Field(min_length=1, max_length=64)]
PairValue = Annotated[str, Field(max_length=512)]


class NewStore(Known):
    name: Name
    description: Description = ""
    metadata: dict[PairName, PairValue] = Field(default_factory=dict, max_length=PAIRS)


class ChangedStore(Known):
    """Pairs of `metadata` that are null are removed, those left out stay."""

    name: Name | None = None
    description: Description | None = None
    metadata: dict[PairName, PairValue | None] | None = None


class StoreList(Page, CreatedBetween):
    include_archived: bool = False


class Stores(AnthropicView):
    @operation("anthropic_create_store")
    def post(self, body: NewStore) -> Response:
        outcome = gate.submit(self._new(body), actor=self.actor, now=self.now)
        made = isinstance(outcome, Applied)
        pending = {"type": "memory_store_pending_consent", "id": None, "name": body.name}
        return self.answer_write(outcome, _updated(self, outcome) if made else {}, pending=pending)

    @operation("anthropic_list_stores")
    def get(self, query: StoreList) -> Response:
        with self.scope():
            rows = stores(self).filter(**query.created_range)
            if not query.include_archived:
                rows = rows.filter(current__metadata__memory_store__archived_at=None)
            found, following = NEWEST.slice(rows, parse(PageQuery, {"cursor": query.page, "limit": query.limit}))
        return Response({"data": [shown(store) for store in found], "next_page": following})

    def _new(self, body: NewStore) -> WriteMemory:
        owner = body.metadata.get(OWNER)
        root = (MEMORIES, str(self.known_or_added(owner))) if owner else (SHARED,)
        marks = {MARK: {"metadata": body.metadata, "archived_at": None}}
        values = {"namespace": (*root, STORES), "key": f"{KEY}{self.new_id().hex}", "content": body.name}
        return WriteMemory(draft=parse(MemoryDraft, values | {"summary": body.description, "metadata": marks}))


class OneStore(AnthropicView):
    @operation("anthropic_get_store")
    def get(self, store_id: str) -> Response:
        return Response(shown(store_of(self, store_id)))

    @operation("anthropic_change_store")
    def post(self, store_id: str, body: ChangedStore) -> Response:
        store = store_of(self, store_id, is_open=True)
        marks = dict(_marks(store))
        if body.metadata is not None:
            pairs = {**marks["metadata"], **body.metadata}
            marks["metadata"] = {name: value for name, value in pairs.items() if value is not None}
        if len(marks["metadata"]) > PAIRS or marks["metadata"].get(OWNER) != _marks(store)["metadata"].get(OWNER):
            raise Invalid([{"field": "metadata", "code": "refused", "detail": f"At most {PAIRS}; {OWNER} stays."}])
        provided = {"content": body.name, "summary": body.description, "metadata": {MARK: marks}}
        return _changed(self, store, {name: value for name, value in provided.items() if value is not None})

    @operation("anthropic_delete_store")
    def delete(self, store_id: str) -> Response:
        """Delete its memories first; if one of them waits for the person, so does the store."""
        store = store_of(self, store_id)
        with self.scope():
            ids = list(files(self, store).values_list("id", flat=True))
        done = {"type": "memory_store_deleted", "id": store_id}
        pending = {"type": "memory_store", "id": store_id}
        for start in range(0, len(ids), BATCH_ITEMS):
            changes = [ForgetMemory(memory_id=each) for each in ids[start : start + BATCH_ITEMS]]
            outcomes = gate.submit_many(changes, actor=self.actor, now=self.now)
            left = [outcome for outcome in outcomes if not isinstance(outcome, Applied)]
            if left:
                return self.answer_write(left[0], done, pending=pending)
        outcome = gate.submit(ForgetMemory(memory_id=store.id), actor=self.actor, now=self.now)
        return self.answer_write(outcome, done, pending=pending)


class Archive(AnthropicView):
    @operation("anthropic_archive_store")
    def post(self, store_id: str) -> Response:
        """Nothing can be written to it any more."""
        store = store_of(self, store_id)
        if is_archived(store):
            return Response(shown(store))
        marks = {**_marks(store), "archived_at": self.now.isoformat()}
        return _changed(self, store, {"metadata": {MARK: marks}})


def stores(view: RestView) -> MemoryQuerySet:
    """Select the stores that the caller may read; runs in the scope."""
    rows = Memory.objects.visible_to(view.actor, now=view.now).filter(key__startswith=KEY)
    return rows.filter(current__metadata__has_key=MARK).select_related("current")


def store_of(view: RestView, store_id: str, *, is_open: bool = False) -> Memory:
    """Return a store by its id; `is_open` where it will be changed. Raises NotFound, Invalid."""
    with view.scope():
        store = first_or_404(stores(view).filter(id=read_id(STORE, store_id)))
    if is_open and is_archived(store):
        raise Invalid([{"field": "memory_store_id", "code": "archived", "detail": "The store is archived."}])
    return store


def files(view: RestView, store: Memory) -> MemoryQuerySet:
    """Select the files of a store; runs in the scope."""
    rows = Memory.objects.visible_to(view.actor, now=view.now).select_related("current")
    return rows.filter(namespace_path=to_path(namespace_of(store)))


def namespace_of(store: Memory) -> tuple[str, ...]:
    return (*store.namespace, store.id.hex)


def is_archived(store: Memory) -> bool:
    return _marks(store)["archived_at"] is not None


def shown(store: Memory) -> Shown:
    assert store.current is not None
    return {
        "type": "memory_store",
        "id": format_id(STORE, store.id),
        "name": store.current.content,
        "description": store.current.summary,
        **_marks(store),
        "created_at": store.created_at,
        "updated_at": store.updated_at,
    }


def _marks(store: Memory) -> dict[str, Any]:
    assert store.current is not None
    marks: dict[str, Any] = store.current.metadata[MARK]
    return marks


def _changed(view: AnthropicView, store: Memory, provided: dict[str, Any]) -> Response:
    outcome = change_memory(view, store.id, provided)
    return view.answer_write(outcome, _reloaded(view, store.id))


def _updated(view: AnthropicView, outcome: Outcome) -> Shown:
    assert isinstance(outcome, Applied)
    return _reloaded(view, outcome.memory_id)


def _reloaded(view: AnthropicView, memory_id: UUID) -> Shown:
    with view.scope():
        return shown(first_or_404(stores(view).filter(id=memory_id)))

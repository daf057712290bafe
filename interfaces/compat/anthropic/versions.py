"""The versions of a store's memories, from the history. Those of a forgotten memory are shown as redacted."""

from collections.abc import Iterable, Mapping
from typing import Literal
from uuid import UUID

from django.db.models import Q, QuerySet
from pydantic import Field
from rest_framework.response import Response

from interfaces.compat.anthropic.memories import FULL_PAGE, shown_text, text_of
from interfaces.compat.anthropic.stores import namespace_of, store_of
from interfaces.compat.anthropic.views import (
    MEMORY,
    STORE,
    VERSION,
    AnthropicView,
    CreatedBetween,
    Page,
    Shown,
    View,
    format_id,
    read_id,
)
from interfaces.compat.views import Known
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Forbidden
from interfaces.rest.views import first_or_404
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event
from workspaces.actors import ActorKind
from workspaces.namespaces import to_path

KEY = "apikey_"
CREATED, DELETED = Q(event=Event.ADD), Q(event=Event.DELETE)
OPERATIONS = {
    "created": CREATED,
    "deleted": DELETED,
    "modified": ~CREATED & ~DELETED,
}
NOTHING = {"path": None, "content": None, "content_sha256": None, "content_size_bytes": None}
REDACTION = "Keys do not redact a version. Delete the memory: its versions are shown no more, and purged later."


class VersionList(Page, CreatedBetween):
    memory_id: str = ""
    operation: Literal["created", "modified", "deleted"] | None = None
    api_key_id: str = ""
    session_id: str = ""
    service_account_id: str = ""
    view: View = "basic"


class Seen(Known):
    view: View = Field(default="full")


class Versions(AnthropicView):
    @operation("anthropic_list_versions")
    def get(self, store_id: str, query: VersionList) -> Response:
        """Newest first."""
        store, size = store_of(self, store_id), min(query.limit, FULL_PAGE) if query.view == "full" else query.limit
        with self.scope():
            rows = _events(self, store).filter(_conditions(query))
            page = parse(PageQuery, {"cursor": query.page, "limit": size})
            found, following = NEWEST.slice(rows, page)
            data = _shown_rows(self, store, found, query.view)
        return Response({"data": data, "next_page": following})


class OneVersion(AnthropicView):
    @operation("anthropic_get_version")
    def get(self, store_id: str, version_id: str, query: Seen) -> Response:
        store, wanted = store_of(self, store_id), read_id(VERSION, version_id)
        with self.scope():
            row = first_or_404(_events(self, store).filter(Q(new_version_id=wanted) | DELETED & Q(id=wanted)))
            return Response(_shown_rows(self, store, [row], query.view)[0])


class Redaction(AnthropicView):
    @operation("anthropic_redact_version")
    def post(self, store_id: str, version_id: str) -> Response:
        store, wanted = store_of(self, store_id), read_id(VERSION, version_id)
        with self.scope():
            first_or_404(_events(self, store).filter(new_version_id=wanted))
        raise Forbidden(REDACTION)


def _events(view: AnthropicView, store: Memory) -> QuerySet[History]:
    """Select rows that created a version, or ended a memory, as far as the caller may read them."""
    rows = History.objects.authorized_for(view.actor, now=view.now)
    return rows.filter(DELETED | Q(new_version_id__isnull=False), namespace_path=to_path(namespace_of(store)))


def _conditions(query: VersionList) -> Q:
    condition = Q(**query.created_range)
    if query.memory_id:
        condition &= Q(memory_id=read_id(MEMORY, query.memory_id))
    if query.operation:
        condition &= OPERATIONS[query.operation]
    if query.api_key_id:
        condition &= Q(key_id=read_id(KEY, query.api_key_id))
    # No rows have their ids.
    return condition & Q(pk__in=[]) if query.session_id or query.service_account_id else condition


def _shown_rows(view: AnthropicView, store: Memory, rows: Iterable[History], seen: View) -> list[Shown]:
    events = list(rows)
    readable = Memory.objects.readable_by(view.actor, now=view.now)
    versions = MemoryVersion.objects.filter(memory__in=readable).authorized_when_written(view.actor, now=view.now)
    by_id = versions.in_bulk([row.new_version_id for row in events if row.new_version_id])
    return [_shown(store, row, by_id, seen) for row in events]


def _shown(store: Memory, row: History, versions: Mapping[UUID, MemoryVersion], seen: View) -> Shown:
    version = versions.get(row.new_version_id) if row.new_version_id else None
    text = {"path": version.title, **shown_text(text_of(version), seen)} if version else NOTHING
    is_deletion = row.event == Event.DELETE
    return {
        "type": "memory_version",
        "id": format_id(VERSION, row.new_version_id or row.id),
        "memory_id": format_id(MEMORY, row.memory_id) if row.memory_id else None,
        "memory_store_id": format_id(STORE, store.id),
        "operation": {Event.ADD: "created", Event.DELETE: "deleted"}.get(Event(row.event), "modified"),
        **(NOTHING if is_deletion else text),
        "created_by": _author(row),
        "created_at": row.created_at,
        "redacted_at": None if version else row.created_at,
        "redacted_by": None,
    }


def _author(row: History) -> Shown | None:
    if row.key_id is not None:
        return {"type": "api_actor", "api_key_id": format_id(KEY, row.key_id)}
    if row.actor_kind in (ActorKind.PERSON, ActorKind.STAFF) and row.actor_id is not None:
        return {"type": "user_actor", "user_id": format_id("user_", row.actor_id)}
    return None

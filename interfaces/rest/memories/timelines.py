from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db.models import QuerySet
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.memories.schemas import MAX_VERSION
from interfaces.rest.memories.views import TAG
from interfaces.rest.pagination import NEWEST, Order, Page, PageQuery
from interfaces.rest.parsing import Input
from interfaces.rest.problems import NotFound
from interfaces.rest.views import RestView, answer
from memories.models import History, Memory, MemoryVersion
from memories.word_diff import word_diff


class HistoryEntry(BaseModel):
    """One thing that happened to a memory (001 §8). The refs are ids of versions."""

    id: UUID
    memory_id: UUID | None
    event: str
    old_ref: UUID | None
    new_ref: UUID | None
    actor: str
    decision_id: UUID | None
    meta: dict[str, Any]
    ts: datetime


class HistoryPage(Page[HistoryEntry]):
    pass


class Version(BaseModel):
    """What a memory said at one time.

    `redactions` counts the secrets that were cut out before storing, by kind.
    """

    id: UUID
    number: int
    content: str
    title: str
    summary: str
    metadata: dict[str, Any]
    content_hash: str
    token_count: int
    redactions: list[dict[str, Any]]
    ingested_at: datetime


class VersionPage(Page[Version]):
    pass


class DiffQuery(Input):
    """Numbers of two versions."""

    from_: int = Field(alias="from", ge=1, le=MAX_VERSION, description="The number of the older version.")
    to: int = Field(ge=1, le=MAX_VERSION, description="The number of the newer version.")


class DiffPiece(BaseModel):
    kind: Literal["equal", "insert", "delete"]
    text: str


class Diff(BaseModel):
    """What changed between two versions, word by word; a text that did not change is one `equal` piece."""

    from_version: int
    to_version: int
    content: list[DiffPiece]
    title: list[DiffPiece]
    summary: list[DiffPiece]
    metadata_changed: list[str]


def history_entry(row: History) -> HistoryEntry:
    return HistoryEntry(
        id=row.id,
        memory_id=row.memory_id,
        event=row.event,
        old_ref=row.old_version_id,
        new_ref=row.new_version_id,
        actor=row.actor_label,
        decision_id=row.decision_id,
        meta=row.meta,
        ts=row.created_at,
    )


def version(row: MemoryVersion) -> Version:
    return Version(**{name: getattr(row, name) for name in Version.model_fields})


def diff(old: MemoryVersion, new: MemoryVersion) -> Diff:
    names = sorted(old.metadata.keys() | new.metadata.keys())
    return Diff(
        from_version=old.number,
        to_version=new.number,
        content=_pieces(old.content, new.content),
        title=_pieces(old.title, new.title),
        summary=_pieces(old.summary, new.summary),
        metadata_changed=[name for name in names if old.metadata.get(name) != new.metadata.get(name)],
    )


def _pieces(old: str, new: str) -> list[DiffPiece]:
    return [DiffPiece(kind=piece.kind, text=piece.text) for piece in word_diff(old, new)]


BY_NUMBER = Order("number")


class MemoryHistory(RestView):
    """Without content: what happened, to which versions, by whom. It outlives the forgetting of a memory."""

    @documented(
        "What happened to a memory", operation="memory_history", tag=TAG, query=PageQuery, answers={200: HistoryPage}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            rows = History.objects.authorized_for(self.actor, now=self.now).filter(memory_id=memory_id)
            found, following = NEWEST.slice(rows, page)
        if not found and not page.cursor:
            raise NotFound
        return answer(HistoryPage(results=[history_entry(row) for row in found], next_cursor=following))


class SeedMemoryHistory(MemoryHistory):
    """The same under the address that 001 §8 gives it."""

    @documented("What happened to a memory", operation="history", tag=TAG, query=PageQuery, answers={200: HistoryPage})
    def get(self, request: Request, memory_id: UUID) -> Response:
        return super().get(request, memory_id)


class Versions(RestView):
    @documented(
        "All that a memory ever said", operation="versions", tag=TAG, query=PageQuery, answers={200: VersionPage}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            found, following = BY_NUMBER.slice(_readable(self, memory_id), page)
        if not found and not page.cursor:
            raise NotFound
        return answer(VersionPage(results=[version(row) for row in found], next_cursor=following))


class VersionDiff(RestView):
    @documented("Two versions compared word by word", operation="diff", tag=TAG, query=DiffQuery, answers={200: Diff})
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(DiffQuery)
        with self.scope():
            rows = {row.number: row for row in _readable(self, memory_id).filter(number__in=[query.from_, query.to])}
        if not {query.from_, query.to} <= rows.keys():
            raise NotFound
        return answer(diff(rows[query.from_], rows[query.to]))


def _readable(view: RestView, memory_id: UUID) -> QuerySet[MemoryVersion]:
    """The versions of a memory that can be seen now, less those of when it was filed where the actor may not look."""
    memories = Memory.objects.readable_by(view.actor, now=view.now).filter(id=memory_id)
    return MemoryVersion.objects.filter(memory__in=memories).authorized_when_written(view.actor, now=view.now)

from datetime import datetime
from typing import Any, Literal, TypeVar
from uuid import UUID

from django.db.models import QuerySet
from pydantic import Field

from interfaces.rest.memories.schemas import MAX_VERSION
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Order, Page, PageQuery
from interfaces.rest.problems import NO_MEMORY, NotFound
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView
from memories.models import History, Memory, MemoryVersion
from memories.word_diff import word_diff


class HistoryEntry(Output):
    """One event in a memory's history. The refs are ids of versions."""

    id: UUID
    memory_id: UUID | None
    event: str
    old_ref: UUID | None = Field(validation_alias="old_version_id")
    new_ref: UUID | None = Field(validation_alias="new_version_id")
    actor: str = Field(validation_alias="actor_label")
    decision_id: UUID | None
    meta: dict[str, Any]
    ts: datetime = Field(validation_alias="created_at")


class HistoryPage(Page[HistoryEntry]):
    pass


class Version(Output):
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


class DiffPiece(Output):
    kind: Literal["equal", "insert", "delete"]
    text: str


class Diff(Output):
    """What changed between two versions, word by word; a text that did not change is one `equal` piece."""

    from_version: int
    to_version: int
    content: list[DiffPiece]
    title: list[DiffPiece]
    summary: list[DiffPiece]
    metadata_changed: list[str]


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
    return [DiffPiece.of(piece) for piece in word_diff(old, new)]


NO_VERSIONS = (
    "There are no two such versions that you may read; GET /memories/{memory_id}/versions lists those that there are."
)
P = TypeVar("P", HistoryPage, VersionPage)
BY_NUMBER = Order("number")


class MemoryHistory(RestView):
    """Without content: what happened, to which versions, by whom. It outlives the forgetting of a memory."""

    @operation("memory_history")
    def get(self, memory_id: UUID, query: PageQuery) -> HistoryPage:
        """What happened to a memory."""
        return self.history(memory_id, query)

    def history(self, memory_id: UUID, query: PageQuery) -> HistoryPage:
        with self.scope():
            rows = History.objects.authorized_for(self.actor, now=self.now).filter(memory_id=memory_id)
            return _not_empty(NEWEST.page(rows, query, HistoryPage), query)


class SeedMemoryHistory(MemoryHistory):
    """The same under the address of 001 §8."""

    @operation("history")
    def get(self, memory_id: UUID, query: PageQuery) -> HistoryPage:
        """What happened to a memory."""
        return self.history(memory_id, query)


class Versions(RestView):
    @operation("versions")
    def get(self, memory_id: UUID, query: PageQuery) -> VersionPage:
        """All that a memory ever said."""
        with self.scope():
            return _not_empty(BY_NUMBER.page(_readable(self, memory_id), query, VersionPage), query)


class VersionDiff(RestView):
    @operation("diff")
    def get(self, memory_id: UUID, query: DiffQuery) -> Diff:
        """Two versions compared word by word."""
        with self.scope():
            rows = {row.number: row for row in _readable(self, memory_id).filter(number__in=[query.from_, query.to])}
        if not {query.from_, query.to} <= rows.keys():
            raise NotFound(NO_VERSIONS)
        return diff(rows[query.from_], rows[query.to])


def _not_empty(page: P, query: PageQuery) -> P:
    """Raises NotFound where even the first page is empty."""
    if not page.results and not query.cursor:
        raise NotFound(NO_MEMORY)
    return page


def _readable(view: RestView, memory_id: UUID) -> QuerySet[MemoryVersion]:
    """Select the versions of a memory that the actor may read, as it is now and as it was when each was written."""
    memories = Memory.objects.readable_by(view.actor, now=view.now).filter(id=memory_id)
    return MemoryVersion.objects.filter(memory__in=memories).authorized_when_written(view.actor, now=view.now)

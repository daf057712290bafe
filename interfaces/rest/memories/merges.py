from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import Q
from pydantic import Field
from rest_framework.response import Response

from consent.changes import UndoMerge
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import WRITTEN
from interfaces.rest.problems import NO_MEMORY, NotFound
from interfaces.rest.schemas import Output
from interfaces.rest.views import RestView
from memories.models import Memory, Merge


class MergeOut(Output):
    """A memory that stands for another one that says the same; `cosine` compares the two, -1 to 1."""

    id: UUID
    kept_id: UUID
    absorbed_id: UUID
    band: Literal["auto", "update", "recreate"]
    judge: str = Field(description="Who found that both say the same: rules, staff, or a model and its prompt.")
    cosine: float
    created_at: datetime
    undone_at: datetime | None


class MergeList(Output):
    results: list[MergeOut]


MOST = 100


class Merges(RestView):
    @operation("list_merges")
    def get(self, memory_id: UUID) -> MergeList:
        """What was merged into a memory, and what it was merged into, latest first."""
        with self.scope():
            readable = Memory.objects.readable_by(self.actor, now=self.now)
            if not readable.filter(id=memory_id).exists():
                raise NotFound(NO_MEMORY)
            rows = Merge.objects.filter(
                Q(kept_id=memory_id) | Q(absorbed_id=memory_id), kept__in=readable, absorbed__in=readable
            )
            return MergeList.model_validate({"results": rows.order_by("-created_at", "-id")[:MOST]})


class Undo(RestView):
    @operation("undo_merge", answers=WRITTEN)
    def post(self, memory_id: UUID, body: Circumstances, if_match: UUID | None) -> Response:
        """Undo the last merge into a memory."""
        return self.submit(UndoMerge(memory_id=memory_id, expected_change_id=if_match, **body.values()))

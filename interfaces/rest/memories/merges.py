from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import UndoMerge
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.problems import NotFound
from interfaces.rest.views import IF_MATCH, RestView, answer, expected_change
from memories.models import Memory, Merge


class MergeOut(BaseModel):
    """That a memory stands for another one that says the same (001 §4). `cosine` is that of the two, -1 to 1."""

    id: UUID
    kept_id: UUID
    absorbed_id: UUID
    band: Literal["auto", "update", "recreate"]
    judge: str = Field(description="Who found that both say the same: rules, or a model and its prompt.")
    cosine: float
    created_at: datetime
    undone_at: datetime | None


class MergeList(BaseModel):
    results: list[MergeOut]


def merge_out(row: Merge) -> MergeOut:
    return MergeOut(**{name: getattr(row, name) for name in MergeOut.model_fields})


TAG = "memories"
MOST = 100


class Merges(RestView):
    @documented(
        "What was merged into a memory, and what it was merged into, latest first",
        operation="list_merges",
        tag=TAG,
        answers={200: MergeList},
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        with self.scope():
            readable = Memory.objects.readable_by(self.actor, now=self.now)
            if not readable.filter(id=memory_id).exists():
                raise NotFound
            rows = Merge.objects.filter(
                Q(kept_id=memory_id) | Q(absorbed_id=memory_id), kept__in=readable, absorbed__in=readable
            )
            found = [merge_out(row) for row in rows.order_by("-created_at", "-id")[:MOST]]
        return answer(MergeList(results=found))


class Undo(RestView):
    @documented(
        "Undo the last merge into a memory",
        operation="undo_merge",
        tag=TAG,
        body=Circumstances,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, memory_id: UUID) -> Response:
        told = self.body(Circumstances).told()
        change = UndoMerge(memory_id=memory_id, expected_change_id=expected_change(request), **told)
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))

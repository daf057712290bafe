from uuid import UUID

from django.db.models import Q
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import UndoMerge
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.preconditions import IF_MATCH, expected_change
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.memories import Circumstances
from interfaces.rest.shapes.merges import MergeList, merge_out
from interfaces.rest.views import RestView, answer
from memories.models import Memory, Merge

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

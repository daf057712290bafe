from collections.abc import Iterator
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import WriteMemory
from consent.outcomes import Outcome, Refused
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import TAG, new_memory
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import refusal, status_code, write_result
from interfaces.rest.problems import Problem, as_json
from interfaces.rest.shapes.memories import BatchResult, ItemResult, NewMemories, NewMemory
from interfaces.rest.views import RestView, answer


class MemoryBatch(RestView):
    @documented(
        "Remember up to 100 things at once, each with its own outcome",
        operation="upsert_memories",
        tag=TAG,
        body=NewMemories,
        answers={200: BatchResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        changes = [self._read(item, place) for place, item in enumerate(self.body(NewMemories).items)]
        valid = [change for change in changes if isinstance(change, WriteMemory)]
        outcomes = iter(gate.submit_many(valid, actor=self.actor, now=self.now) if valid else [])
        return answer(BatchResult(results=list(self._results(request, changes, outcomes))))

    def _read(self, item: Any, place: int) -> WriteMemory | Problem:
        try:
            return new_memory(self.read(NewMemory, item), key=str(self.new_id(place)))
        except Problem as problem:
            return problem

    def _results(
        self, request: Request, changes: list[WriteMemory | Problem], outcomes: Iterator[Outcome]
    ) -> Iterator[ItemResult]:
        for change in changes:
            outcome = change if isinstance(change, Problem) else next(outcomes)
            if isinstance(outcome, Refused):
                outcome = refusal(outcome, field="content")
            if isinstance(outcome, Problem):
                yield ItemResult(status_code=outcome.status_code, problem=as_json(outcome))
            else:
                result = write_result(request._request, outcome)
                yield ItemResult(status_code=status_code(result, creates=201), result=result)

from typing import Annotated
from uuid import UUID

from pydantic import Field
from rest_framework.response import Response

from consent.outcomes import Outcome, Refusal, Refused
from interfaces.compat.mem0.forgetting import forget
from interfaces.compat.mem0.requests import Changed
from interfaces.compat.mem0.shown import response_of, write_events
from interfaces.compat.mem0.views import Mem0View
from interfaces.compat.views import Known
from interfaces.rest.memories.views import change_memory
from interfaces.rest.operation import operation
from interfaces.rest.problems import NotFound
from memories.limits import BATCH_ITEMS

MISSING = Refused(Refusal.NOT_FOUND, "There is no such memory.")


class ChangedOne(Changed):
    memory_id: UUID


class ChangedMany(Known):
    memories: Annotated[list[ChangedOne], Field(min_length=1, max_length=BATCH_ITEMS)]


class Named(Known):
    memory_id: UUID


class NamedMany(Known):
    memories: Annotated[list[Named], Field(min_length=1, max_length=BATCH_ITEMS)]


class Batch(Mem0View):
    """Each item has its own outcome; a refused one does not stop the others."""

    @operation("mem0_change_many")
    def put(self, body: ChangedMany) -> Response:
        outcomes = [self._change(each) for each in body.memories]
        results = write_events(self, outcomes)
        done = sum(result["event"] in ("UPDATE", "NONE") for result in results)
        return response_of(results, outcomes, message=f"Successfully updated {done} memories")

    @operation("mem0_forget_many")
    def delete(self, body: NamedMany) -> Response:
        ids = [each.memory_id for each in body.memories]
        return forget(self, ids, message=f"Successfully deleted {len(ids)} memories")

    def _change(self, one: ChangedOne) -> Outcome:
        try:
            return change_memory(self, one.memory_id, one.provided)
        except NotFound:
            return MISSING

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import SetFact, WriteMemory
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import TAG, rewritten, visible_memory
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.parsing import parse
from interfaces.rest.preconditions import IF_MATCH, expected_change
from interfaces.rest.problems import Forbidden
from interfaces.rest.shapes.memories import Circumstances
from interfaces.rest.views import RestView
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from workspaces.actors import ActorKind


class Verify(RestView):
    """The person says it again in their own name: that is what makes it verified (R17)."""

    @documented(
        "Confirm what is remembered about oneself",
        operation="verify_memory",
        tag=TAG,
        body=Circumstances,
        answers={200: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, memory_id: UUID) -> Response:
        told = self.body(Circumstances).told()
        if self.actor.kind is not ActorKind.PERSON:
            raise Forbidden("Only the person whom a memory is about confirms it, with their login.")
        with self.scope():
            memory = visible_memory(self, memory_id)
            fact = Fact.objects.active().filter(memory=memory).first()
        change = _again(memory, fact, told, expected=expected_change(request))
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


def _again(
    memory: Memory, fact: Fact | None, told: dict[str, object], *, expected: UUID | None
) -> WriteMemory | SetFact:
    """What is remembered, word for word.

    Stale if it was changed meanwhile, so that nothing unseen is confirmed.
    """
    if fact is None:
        return rewritten(memory, told, expected=expected)
    same = {name: getattr(fact, name) for name in ("person_id", "category", "key", "item", "value", "importance")}
    draft = parse(FactDraft, {**same, **told, "sensitivity": memory.sensitivity})
    return SetFact(draft=draft, expected_change_id=expected or memory.change_id)

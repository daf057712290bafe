"""What the person says of a memory: that it is right, or that it is wrong (R17)."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import ReadmitMemory, RejectMemory, SetFact, WriteMemory
from consent.outcomes import Refusal, Refused
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.memories.views import TAG, rewritten
from interfaces.rest.outcomes import OF_REJECTING, WriteResult, respond
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.views import IF_MATCH, RestView, expected_change
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from memories.models.choices import ValidationStatus
from workspaces.actors import ActorKind


class Verify(RestView):
    """The person says it again in their own name: that is what makes it verified (R17).

    Of what they said is wrong it takes that back.
    """

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
            mine = Memory.objects.correctable_by(self.actor, now=self.now).select_related("current")
            memory = mine.filter(id=memory_id).first()
            if memory is None:
                raise NotFound
            fact = Fact.objects.active().filter(memory=memory).first()
        change = _again(memory, fact, told, expected=expected_change(request))
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


class JudgeView(RestView):
    """Who may say that a memory is wrong is told apart by the gate."""

    is_open_to_reviewers = True

    def judge(self, request: Request, memory_id: UUID, judgement: type[RejectMemory] | type[ReadmitMemory]) -> Response:
        """As oneself; what is not about oneself, as the staff that one also is."""
        told = self.body(Circumstances).told()
        change = judgement(memory_id=memory_id, expected_change_id=expected_change(request), **told)
        outcome, staff = gate.submit(change, actor=self.actor, now=self.now), self.principal.staff
        is_unknown = isinstance(outcome, Refused) and outcome.reason is Refusal.NOT_FOUND
        if is_unknown and staff is not None and staff is not self.actor:
            outcome = gate.submit(change, actor=staff, now=self.now)
        return respond(request, outcome, statuses=OF_REJECTING)


class Reject(JudgeView):
    @documented(
        "Say that what is remembered about oneself is wrong",
        operation="reject_memory",
        tag=TAG,
        body=Circumstances,
        answers={200: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, memory_id: UUID) -> Response:
        return self.judge(request, memory_id, RejectMemory)


class UndoRejection(JudgeView):
    @documented(
        "Take it back that a memory is wrong",
        operation="undo_rejection",
        tag=TAG,
        body=Circumstances,
        answers={200: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, memory_id: UUID) -> Response:
        return self.judge(request, memory_id, ReadmitMemory)


def _again(
    memory: Memory, fact: Fact | None, told: dict[str, Any], *, expected: UUID | None
) -> WriteMemory | SetFact | ReadmitMemory:
    """What is remembered, word for word.

    Stale if it was changed meanwhile, so that nothing unseen is confirmed.
    """
    if memory.validation_status == ValidationStatus.REJECTED:
        return ReadmitMemory(memory_id=memory.id, expected_change_id=expected or memory.change_id, **told)
    if fact is None:
        return rewritten(memory, told, expected=expected)
    same = {name: getattr(fact, name) for name in ("person_id", "category", "key", "item", "value", "importance")}
    draft = parse(FactDraft, {**same, **told, "sensitivity": memory.sensitivity})
    return SetFact(draft=draft, expected_change_id=expected or memory.change_id)

"""Judgements of the person about a memory: correct or wrong (R17)."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from consent import gate
from consent.changes import ReadmitMemory, RejectMemory, SetFact, WriteMemory
from consent.outcomes import Refusal, Refused
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.memories.views import rewritten
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import STATUS_OF_REJECTING, WriteResult
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Forbidden
from interfaces.rest.views import RestView, first_or_404
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from memories.models.choices import ValidationStatus
from workspaces.actors import ActorKind


class Verify(RestView):
    """The person writes it again in their own name: that is what makes it verified (R17).

    If they said earlier that it is wrong, this undoes that.
    """

    @operation("verify_memory", answers={200: WriteResult})
    def post(self, memory_id: UUID, body: Circumstances, if_match: UUID | None) -> Response:
        """Confirm what is remembered about oneself."""
        if self.actor.kind is not ActorKind.PERSON:
            raise Forbidden("Only the person whom a memory is about confirms it, with their login.")
        with self.scope():
            mine = Memory.objects.correctable_by(self.actor, now=self.now).select_related("current")
            memory = first_or_404(mine.filter(id=memory_id))
            fact = Fact.objects.active().filter(memory=memory).first()
        return self.submit(_confirmation(memory, fact, body.values(), expected=if_match))


class JudgeView(RestView):
    """The gate decides who may mark a memory as wrong."""

    is_open_to_reviewers = True

    def judge(
        self,
        judgement: type[RejectMemory] | type[ReadmitMemory],
        memory_id: UUID,
        body: Circumstances,
        if_match: UUID | None,
    ) -> Response:
        """Judge as the person; for memories about another person, as the staff member that the login also is."""
        change = judgement(memory_id=memory_id, expected_change_id=if_match, **body.values())
        outcome, staff = gate.submit(change, actor=self.actor, now=self.now), self.principal.staff
        is_unknown = isinstance(outcome, Refused) and outcome.reason is Refusal.NOT_FOUND
        if is_unknown and staff is not None and staff is not self.actor:
            outcome = gate.submit(change, actor=staff, now=self.now)
        return self.respond(outcome, statuses=STATUS_OF_REJECTING)


class Reject(JudgeView):
    @operation("reject_memory", answers={200: WriteResult})
    def post(self, memory_id: UUID, body: Circumstances, if_match: UUID | None) -> Response:
        """Say that what is remembered about oneself is wrong."""
        return self.judge(RejectMemory, memory_id, body, if_match)


class UndoRejection(JudgeView):
    @operation("undo_rejection", answers={200: WriteResult})
    def post(self, memory_id: UUID, body: Circumstances, if_match: UUID | None) -> Response:
        """Undo saying that a memory is wrong."""
        return self.judge(ReadmitMemory, memory_id, body, if_match)


def _confirmation(
    memory: Memory, fact: Fact | None, circumstances: dict[str, Any], *, expected: UUID | None
) -> WriteMemory | SetFact | ReadmitMemory:
    """Return a change that writes the same text again.

    It is stale if the memory was changed meanwhile, so that nothing unseen is confirmed.
    """
    if memory.validation_status == ValidationStatus.REJECTED:
        return ReadmitMemory(memory_id=memory.id, expected_change_id=expected or memory.change_id, **circumstances)
    if fact is None:
        return rewritten(memory, circumstances, expected=expected)
    same = {name: getattr(fact, name) for name in ("person_id", "category", "key", "item", "value", "importance")}
    draft = parse(FactDraft, {**same, **circumstances, "sensitivity": memory.sensitivity})
    return SetFact(draft=draft, expected_change_id=expected or memory.change_id, apart=memory.apart)

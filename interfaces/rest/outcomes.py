"""What the gate answered, as HTTP: done 200 or 201, queued 202 (R29), refused as a problem."""

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from consent.outcomes import Applied, Outcome, Queued, Refusal, Refused, Waiting
from interfaces.rest.problems import (
    CategoryNotAllowed,
    Forbidden,
    Invalid,
    NeverRemembered,
    NotFound,
    PreconditionFailed,
    Problem,
    RefusedByPerson,
    TooManyProposals,
)
from interfaces.rest.views import answer
from memories.models.choices import Event

Status = Literal[
    "created",
    "updated",
    "forgotten",
    "restored",
    "linked",
    "merged",
    "rejected",
    "unchanged",
    "pending_consent",
    "pending_corroboration",
]

STATUS_OF: dict[Event, Status] = {
    Event.ADD: "created",
    Event.UPDATE: "updated",
    Event.DELETE: "forgotten",
    Event.RESTORE: "restored",
    Event.LINK: "linked",
    Event.MERGE: "merged",
}
# Of saying that a memory is wrong, which changes what it counts as.
OF_REJECTING: dict[Event, Status] = {Event.UPDATE: "rejected", Event.RESTORE: "restored"}
MESSAGES: dict[Status, str] = {
    "created": "Remembered.",
    "updated": "Updated; the earlier version is kept.",
    "forgotten": "Forgotten; it can be restored until it is purged.",
    "restored": "Restored.",
    "linked": "The links of the memory changed as asked.",
    "merged": "One memory stands for both; the merge can be undone.",
    "rejected": "Noted as wrong: nobody finds it any more. That can be taken back.",
    "unchanged": "Nothing changed: that is what is remembered already, or what is known is more certain.",
    "pending_consent": "Waiting for the person's consent; nothing has changed yet.",
    "pending_corroboration": "Noted as evidence; it is remembered once enough independent signals say the same.",
}


class WriteResult(BaseModel):
    """What became of a write (000's upsertMemory, R29)."""

    success: bool = True
    status: Status
    memory_id: UUID | None = Field(description="Null while something new waits for consent.")
    message: str
    version: int | None = None
    proposal_id: UUID | None = None
    proposal_url: str | None = None
    held_back: list[UUID] = Field(default=[], description="Proposals of sentences that were cut out and await consent.")
    signals: int | None = Field(default=None, description="Independent signals so far, while more are needed.")
    signals_needed: int | None = None


def respond(
    request: Request,
    outcome: Outcome,
    *,
    field: str = "",
    creates: int = 200,
    statuses: Mapping[Event, Status] = STATUS_OF,
) -> Response:
    """The answer to one write.

    `field` is what a value that is refused as invalid stood in; `statuses` how what happened is called. Raises a
    Problem when refused.
    """
    if isinstance(outcome, Refused):
        raise refusal(outcome, field=field)
    result = write_result(request._request, outcome, statuses=statuses)
    return answer(result, status=status_code(result, creates=creates))


def write_result(
    request: HttpRequest, outcome: Applied | Queued | Waiting, *, statuses: Mapping[Event, Status] = STATUS_OF
) -> WriteResult:
    if isinstance(outcome, Queued):
        url = request.build_absolute_uri(reverse("rest:proposal", args=[outcome.proposal_id]))
        return WriteResult(
            status="pending_consent",
            memory_id=outcome.memory_id,
            message=MESSAGES["pending_consent"],
            proposal_id=outcome.proposal_id,
            proposal_url=url,
        )
    if isinstance(outcome, Waiting):
        return WriteResult(
            status="pending_corroboration",
            memory_id=outcome.memory_id,
            message=MESSAGES["pending_corroboration"],
            signals=outcome.signals,
            signals_needed=outcome.signals_needed,
        )
    status: Status = statuses[outcome.event] if outcome.event else "unchanged"
    return WriteResult(
        status=status,
        memory_id=outcome.memory_id,
        message=MESSAGES[status],
        version=outcome.version,
        held_back=list(outcome.proposal_ids),
    )


def status_code(result: WriteResult, *, creates: int) -> int:
    return {"pending_consent": 202, "pending_corroboration": 202, "created": creates}.get(result.status, 200)


def refusal(refused: Refused, *, field: str = "") -> Problem:
    """The problem that tells of a refusal."""
    if refused.category:
        return CategoryNotAllowed(refused.detail, category=refused.category)
    if refused.reason is Refusal.INVALID:
        return Invalid([{"field": field, "code": "refused", "detail": refused.detail}])
    kinds: dict[Refusal, type[Problem]] = {
        Refusal.FORBIDDEN: Forbidden,
        Refusal.NEVER: NeverRemembered,
        Refusal.NOT_FOUND: NotFound,
        Refusal.STALE: PreconditionFailed,
        Refusal.TOO_MANY: TooManyProposals,
        Refusal.REFUSED_BEFORE: RefusedByPerson,
    }
    return kinds[refused.reason](refused.detail)

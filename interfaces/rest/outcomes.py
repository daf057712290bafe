"""The gate's outcomes as HTTP: done 200 or 201, queued 202 (R29), refused as a problem."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from pydantic import BaseModel, Field
from rest_framework.request import Request

from consent.outcomes import NOTHING_YET, WAITS, Applied, Outcome, Queued, Refusal, Refused, Waiting, redaction_notice
from interfaces.rest.consent.problems import NeverRemembered, RefusedByPerson, TooManyProposals
from interfaces.rest.problem import Problem
from interfaces.rest.problems import CategoryNotAllowed, Forbidden, Invalid, NotFound, PreconditionFailed
from interfaces.rest.warnings import Caution, WarningCode, did_you_mean
from memories.models.choices import Event
from workspaces.actors import Actor

Status = Literal[
    "created",
    "updated",
    "forgotten",
    "restored",
    "linked",
    "unlinked",
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
# Rejecting a memory changes its validation status.
STATUS_OF_REJECTING: dict[Event, Status] = {Event.UPDATE: "rejected", Event.RESTORE: "restored"}
STATUS_OF_UNLINKING: dict[Event, Status] = {Event.LINK: "unlinked"}
MESSAGES: dict[Status, str] = {
    "created": "Remembered.",
    "updated": "Updated. An earlier text is kept as a version.",
    "forgotten": "Forgotten; it can be restored until it is purged.",
    "restored": "Restored.",
    "linked": "The links of the memory have changed.",
    "unlinked": "The link is removed.",
    "merged": "It was remembered already: one memory stands for both.",
    "rejected": "Marked as wrong: nobody finds it any more. This can be undone.",
    "unchanged": "Nothing changed: it is so already, or something more certain is remembered.",
    "pending_consent": WAITS,
    "pending_corroboration": "Recorded as evidence, not remembered yet. What counts besides is another agent that says "
    "the same, or another conversation or message of the person that it comes from (`session_id`, `evidence_turn_id`). "
    "Sent again by the same agent with nothing of these it never counts twice. No call lists for agents what waits so; "
    "the person sees it.",
}
TEXT_UNCHANGED = "Updated; the text stays as it is."
# More specific messages for changes that changed nothing.
UNCHANGED = {"forget_memory": "It is forgotten already.", "restore_memory": "It is as you asked already."}
# There is no time after which a retry is sure to succeed.
AFTER_ANSWERS = (
    "There is room once the person answers some or they expire: show them the `review_url` of one. "
    "GET /proposals?state=pending lists them with `expires_at`."
)
READ_FOR_ETAG = " Read it again for its new ETag."
KNOWN_ELSEWHERE = (
    "It was remembered already, in the category '{category}': one memory stands for both. PATCH its `category` to move "
    "it; sent with a `key` of its own, the text is kept in both."
)
UNSEEN = "Remembered for other roles: keys of the role '{role}' do not read the category '{category}'."


class WriteResult(BaseModel):
    """What became of a write."""

    success: bool = Field(
        default=True,
        description="Always true here: the request was taken, and a refusal is an error instead. It does not say that "
        "something is remembered; test `status` for that.",
    )
    status: Status = Field(
        description="What became of it. With `pending_consent` and `pending_corroboration` nothing has changed yet; "
        "any other value means that it is done, or that it was so already."
    )
    memory_id: UUID | None = Field(description="Null while something new waits for consent.")
    category: str | None = Field(
        default=None,
        description="Where a new memory was filed: under the category that was named, else under the one that the "
        "server chose. Null where nothing new was stored.",
    )
    message: str = Field(description="What happened and what to do next, in a sentence that a model can read.")
    version: int | None = None
    proposal_id: UUID | None = None
    proposal_url: str | None = Field(default=None, description="The proposal in this API, for polling.")
    review_url: str | None = Field(
        default=None, description="The page on which the person decides; the inbox if several proposals wait."
    )
    held_back: list[UUID] = Field(default=[], description="Proposals of sentences that were cut out and await consent.")
    signals: int | None = Field(default=None, description="Independent signals so far, while more are needed.")
    signals_needed: int | None = None
    redacted: list[str] = Field(
        default=[],
        description="Kinds of secrets that were cut out before anything was stored, e.g. `password` or `card_number`.",
    )
    warnings: list[str] = Field(
        default=[],
        description="What may not be meant: a category that is not listed, a field that is spelt nearly as a known "
        "one, a value that cannot be read as what its field holds, a question that nobody can answer yet, a field that "
        "still says otherwise than the sentence that the person approved or wrote, a memory that says the contrary of "
        "an allergy or a diet. `message` says what to do about it.",
    )
    warning_codes: list[WarningCode] = Field(default=[], description="A stable code of each of `warnings`, in order.")

    def warned(self, cautions: Sequence[Caution]) -> Self:
        """Add these to the warnings, and the next steps to the message."""
        self.warnings = [each.text for each in cautions]
        self.warning_codes = [each.code for each in cautions]
        self.message = " ".join([self.message, *(each.next_step for each in cautions)])
        return self


# The responses of a write, by status; `CREATED` where it may create something.
WRITTEN = {200: WriteResult, 202: WriteResult}
CREATED = {200: WriteResult, 201: WriteResult, 202: WriteResult}


def write_result(
    request: Request,
    outcome: Applied | Queued | Waiting,
    *,
    statuses: Mapping[Event, Status] = STATUS_OF,
    unchanged: str = "",
) -> WriteResult:
    """Return the result of a write. `statuses` maps events to statuses, `unchanged` is the message where nothing
    changed."""
    more: dict[str, Any]
    status: Status
    reason = ""
    if isinstance(outcome, Queued):
        url = request.build_absolute_uri(reverse("rest:proposal", args=[outcome.proposal_id]))
        more = {"proposal_id": outcome.proposal_id, "proposal_url": url, "review_url": review_url(outcome.proposal_id)}
        status = "pending_consent"
    elif isinstance(outcome, Waiting):
        status = "pending_corroboration"
        more = {"signals": outcome.signals, "signals_needed": outcome.signals_needed}
        reason = outcome.uncounted
    else:
        status = statuses[outcome.event] if outcome.event else "unchanged"
        held_back = outcome.proposal_ids
        more = {"version": outcome.version, "held_back": list(held_back), "review_url": review_url(*held_back)}
    text = unchanged if status == "unchanged" and unchanged else MESSAGES[status]
    if status == "updated" and isinstance(outcome, Applied) and not outcome.is_new_text:
        text = TEXT_UNCHANGED
    message = " ".join(filter(None, [reason, text, redaction_notice(outcome.redacted)]))
    more["redacted"] = list(outcome.redacted)
    return WriteResult(status=status, memory_id=outcome.memory_id, message=message, **more)


def with_category_note(result: WriteResult, outcome: Outcome, actor: Actor, *, category: str = "") -> WriteResult:
    """Add a new memory's category, and a note if its own writer cannot read it there; for a text that was stored
    already, a note if the writer named another `category`."""
    if result.status == "merged" and isinstance(outcome, Applied) and category not in ("", outcome.category):
        known = KNOWN_ELSEWHERE.format(category=outcome.category)
        result.message = result.message.replace(MESSAGES["merged"], known)
    if result.status != "created" or not isinstance(outcome, Applied):
        return result
    result.category = outcome.category
    if not actor.may_see(outcome.category):
        unseen = UNSEEN.format(role=actor.role, category=outcome.category)
        result.message = result.message.replace(MESSAGES["created"], unseen)
    return result


def review_url(*proposal_ids: UUID) -> str | None:
    """Return the page where the person decides, at the public address: agents may use another one."""
    if not proposal_ids:
        return None
    page = reverse("pages:proposal", args=proposal_ids) if len(proposal_ids) == 1 else reverse("pages:inbox")
    return f"{settings.PUBLIC_URL}{page}"


def status_code(result: WriteResult, *, creates: int) -> int:
    return {"pending_consent": 202, "pending_corroboration": 202, "created": creates}.get(result.status, 200)


def refusal(refused: Refused, *, field: str = "", allowed: Sequence[str] = ()) -> Problem:
    """Return the problem for a refusal; `allowed` are the categories to suggest."""
    if refused.category:
        near = did_you_mean(refused.category, allowed)
        return CategoryNotAllowed(refused.detail + near, category=refused.category)
    if refused.reason is Refusal.INVALID:
        return Invalid([{"field": refused.attribute or field, "code": "refused", "detail": refused.detail}])
    if refused.reason is Refusal.STALE:
        step = "" if refused == NOTHING_YET else READ_FOR_ETAG
        return PreconditionFailed(f"{refused.detail}{step}")
    if refused.reason is Refusal.TOO_MANY:
        return TooManyProposals(f"{refused.detail} {AFTER_ANSWERS}")
    kinds: dict[Refusal, type[Problem]] = {
        Refusal.FORBIDDEN: Forbidden,
        Refusal.NEVER: NeverRemembered,
        Refusal.NOT_FOUND: NotFound,
        Refusal.REFUSED_BEFORE: RefusedByPerson,
    }
    return kinds[refused.reason](refused.detail)

"""Stale memories, whose source changed or was forgotten: one item for each such change, which the person settles
(003)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from intelligence.dependencies.reviews import (
    NotInReview,
    NotYours,
    ReviewItem,
    UnknownMemory,
    UnknownReview,
    keep_memory,
    open_reviews,
    settle_review,
)
from interfaces.pages.person_view import PersonView
from memories.models import Memory
from memories.models.choices import Event, ValidationStatus
from workspaces.actors import Actor

DONE = _("Done. Your memories are up to date.")
PARTLY_DONE = _("Saved. The rest stays here until you decide.")
KEEP, FORGET = "keep", "forget"
FIELD = "memory-"
WRONG, GONE = _("Marked as wrong:"), _("A memory was removed that others depend on.")
HAPPENED: dict[str, Promise] = {
    Event.UPDATE: _("This changed. It now says:"),
    Event.DELETE: _("This was forgotten:"),
    Event.TTL: _("This expired:"),
    Event.RESTORE: _("This was restored:"),
}


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """One change of a memory, and its dependents, with whether assistants still use each."""

    item: ReviewItem
    happened: Promise
    dependents: Sequence[tuple[Memory, bool]]


def review_cards(actor: Actor, *, now: datetime) -> list[ReviewCard]:
    """Return open reviews, newest first; two queries at most. Runs in the entered scope."""
    return [_card(item) for item in open_reviews(actor, now=now) if item.asks_something]


class SettleReviewView(PersonView):
    """Keeps or forgets dependents, one by one or all; the others stay open."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, review_id: UUID) -> HttpResponse:
        answers = _answers(request.POST)
        keep, forget = ({one for one, answer in answers.items() if answer == wanted} for wanted in (KEEP, FORGET))
        try:
            is_settled = settle_review(review_id=review_id, actor=self.actor, now=self.now, keep=keep, forget=forget)
        except UnknownReview as error:
            raise Http404 from error
        except NotInReview:
            messages.warning(request, _("The list has changed. Please review it again."))
        else:
            messages.success(request, str(DONE if is_settled else PARTLY_DONE))
        return redirect("pages:inbox")


class KeepMemoryView(PersonView):
    """The person confirms a memory although its source changed."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        try:
            keep_memory(memory_id=memory_id, actor=self.actor, now=self.now)
        except UnknownMemory as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        messages.success(request, _("Confirmed as still true."))
        return redirect("pages:memory", memory_id)


def _card(item: ReviewItem) -> ReviewCard:
    dependents = [
        (memory, memory.staleness not in settings.STALE_LEFT_OUT) for memory in (*item.stale, *item.recomputed)
    ]
    return ReviewCard(item, _happened(item), dependents)


def _happened(item: ReviewItem) -> Promise:
    if item.source is None:
        return GONE
    if item.source.validation_status == ValidationStatus.REJECTED:
        return WRONG
    return HAPPENED.get(item.review.event, GONE)


def _answers(form: Mapping[str, str]) -> dict[UUID, str]:
    """Return the answer for each memory in the form; `all` overrides them."""
    named = {name.removeprefix(FIELD): answer for name, answer in form.items() if name.startswith(FIELD)}
    return {UUID(one): form.get("all", answer) for one, answer in named.items() if _is_id(one)}


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True

"""What rests on a memory that changed or went: one item for each change, settled by the person (003)."""

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
WAITS = _("Saved. The rest stays here until you decide.")
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
    """One item: what became of a memory, and what rests on it with whether assistants still use that."""

    item: ReviewItem
    happened: Promise
    resting: Sequence[tuple[Memory, bool]]


def review_cards(actor: Actor, *, now: datetime) -> list[ReviewCard]:
    """What waits for the person, newest first; two queries at most. In the entered scope."""
    return [_card(item) for item in open_reviews(actor, now=now) if item.stale or item.recomputed]


class SettleReviewView(PersonView):
    """Keep or forget what rests on it, one by one or all; what neither is said of waits on."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, review_id: UUID) -> HttpResponse:
        chosen = _chosen(request.POST)
        keep, forget = ({one for one, word in chosen.items() if word == wanted} for wanted in (KEEP, FORGET))
        try:
            is_settled = settle_review(review_id=review_id, actor=self.actor, now=self.now, keep=keep, forget=forget)
        except UnknownReview as error:
            raise Http404 from error
        except NotInReview:
            messages.warning(request, _("The list has changed. Please review it again."))
        else:
            messages.success(request, str(DONE if is_settled else WAITS))
        return redirect("pages:inbox")


class KeepMemoryView(PersonView):
    """It still holds, although what it rests on does not."""

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
    resting = [(memory, memory.staleness not in settings.STALE_LEFT_OUT) for memory in (*item.stale, *item.recomputed)]
    return ReviewCard(item, _happened(item), resting)


def _happened(item: ReviewItem) -> Promise:
    if item.source is None:
        return GONE
    if item.source.validation_status == ValidationStatus.REJECTED:
        return WRONG
    return HAPPENED.get(item.review.event, GONE)


def _chosen(form: Mapping[str, str]) -> dict[UUID, str]:
    """What was said of each memory named; `all` says it of every one."""
    named = {name.removeprefix(FIELD): word for name, word in form.items() if name.startswith(FIELD)}
    return {UUID(one): form.get("all", word) for one, word in named.items() if _is_id(one)}


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True

"""Deletes one message or a whole conversation and, if the person asks for it, the memories that came from it."""

from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent import gate
from consent.changes import ForgetMemory
from consent.outcomes import Applied
from conversations.models import Turn
from interfaces.pages.conversations.conversation import QuotedTurn
from interfaces.pages.conversations.derived_memories import (
    derived_from,
    ever_derived_from,
    has_other_source,
    saved_meanwhile,
)
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from memories.models import Memory
from memories.models.choices import LifecycleState
from memories.models.memory import MemoryQuerySet
from operations.privacy.erase_messages import erase_messages
from workspaces import scope

MOST_LISTED = 20


class DeleteMessageView(PersonView):
    """GET shows what deleting does, POST does it; with `forget`, the memories from it alone are forgotten first."""

    is_whole = False

    def get(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        turn = self.find(turn_id)
        derived, staying = self.derived_from(turn)
        session_turns = Turn.objects.filter(session_id=turn.session_id, erased_at=None)
        turns = session_turns if self.is_whole else session_turns.filter(id=turn.id)
        earlier, no_longer_used = self.formerly_derived(turn)
        linked = Q(id__in=(derived | staying).values("id")) | Q(id__in=earlier.values("id"))
        meanwhile = self.authorized_memories.alive(now=self.now).filter(saved_meanwhile(turns)).exclude(linked)
        context = {
            "turn": turn,
            "line": QuotedTurn(turn, wording.readable(turn.content), False, Faces.load()),
            "is_whole": self.is_whole,
            "message_count": turn.session.kept_turns,
            "made": listed(derived),
            "made_count": derived.count(),
            "staying": listed(staying),
            "staying_count": staying.count(),
            "earlier": listed(earlier),
            "gone": listed(no_longer_used),
            "meanwhile": listed(meanwhile),
            "waiting": self.proposals.pending().filter(evidence_turn_id__in=turns.values("id")).count(),
        }
        return self.page("activity/delete.html", context)

    def post(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        with scope.enter(self.membership.workspace_id):
            turn = self.find(turn_id)
            derived = list(self.derived_from(turn)[0].values_list("id", flat=True)) if "forget" in request.POST else []
        outcomes = gate.submit_many([ForgetMemory(memory_id=one) for one in derived], actor=self.actor, now=self.now)
        one = None if self.is_whole else turn.id
        forgotten = sum(isinstance(outcome, Applied) for outcome in outcomes)
        row = erase_messages(
            session_id=turn.session_id, turn_id=one, forgotten=forgotten, actor=self.actor, now=self.now
        )
        text = self.success_text(forgotten)
        links = [(reverse("pages:timeline"), _("See it in the timeline"))]
        if row is not None:  # else it was deleted meanwhile
            links.insert(0, (reverse("pages:deletion", args=[row.id]), _("Receipt")))
        linked = format_html_join(" · ", '<a href="{}">{}</a>', links)
        messages.success(request, format_html("{} {}", text, linked))
        return self.go_on(turn)

    def find(self, turn_id: UUID) -> Turn:
        mine = Turn.objects.visible_to(self.actor, now=self.now).defer("search")
        return get_object_or_404(mine.select_related("session"), id=turn_id)

    def derived_from(self, turn: Turn) -> tuple[MemoryQuerySet, MemoryQuerySet]:
        """Return the memories from it alone, and those with another source too."""
        derived = self.authorized_memories.alive(now=self.now).filter(derived_from(turn, is_whole=self.is_whole))
        others = has_other_source(turn, is_whole=self.is_whole)
        return derived.exclude(others), derived.filter(others)

    def formerly_derived(self, turn: Turn) -> tuple[MemoryQuerySet, MemoryQuerySet]:
        """Return memories with another text by now, and those forgotten or marked as wrong that can still be
        restored."""
        ever = self.authorized_memories.filter(ever_derived_from(turn, is_whole=self.is_whole))
        forgotten = ever.filter(state=LifecycleState.SOFT_DELETED, purge_at__isnull=False)
        earlier = ever.alive(now=self.now).exclude(derived_from(turn, is_whole=self.is_whole))
        return earlier, forgotten | ever.rejected()

    def success_text(self, forgotten: int) -> str:
        deleted = _("The conversation was deleted.") if self.is_whole else _("The message was deleted.")
        more = ngettext("%(count)d memory was forgotten.", "%(count)d memories were forgotten.", forgotten)
        return f"{deleted} {more % {'count': forgotten}}" if forgotten else deleted

    def go_on(self, turn: Turn) -> HttpResponse:
        """Redirect to the message before it, else to the one after it; to the list where there is none."""
        with scope.enter(self.membership.workspace_id):
            rest = Turn.objects.visible_to(self.actor, now=self.now).filter(session_id=turn.session_id)
            before = rest.filter(position__lt=turn.position).order_by("-position")
            near = before.only("id").first() or rest.order_by("position").only("id").first()
        return redirect("pages:conversation", near.id) if near else redirect("pages:conversations")


def listed(memories: MemoryQuerySet, *, most: int = MOST_LISTED) -> list[Memory]:
    return list(memories.order_by("-updated_at", "-id")[:most])


class DeleteConversationView(DeleteMessageView):
    is_whole = True

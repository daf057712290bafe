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
    ever_made_from,
    has_other_source,
    made_from,
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
    """GET shows what deleting does, POST does it; with `forget`, what was made from it alone is
    forgotten first."""

    is_whole = False

    def get(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        turn = self.find(turn_id)
        made, staying = self.made_from(turn)
        session_turns = Turn.objects.filter(session_id=turn.session_id, erased_at=None)
        said = session_turns if self.is_whole else session_turns.filter(id=turn.id)
        earlier, gone = self.once_made_from(turn)
        linked = Q(id__in=(made | staying).values("id")) | Q(id__in=earlier.values("id"))
        meanwhile = self.authorized_memories.alive(now=self.now).filter(saved_meanwhile(said)).exclude(linked)
        context = {
            "turn": turn,
            "line": QuotedTurn(turn, wording.readable(turn.content), False, Faces.load()),
            "is_whole": self.is_whole,
            "message_count": turn.session.kept_turns,
            "made": listed(made),
            "made_count": made.count(),
            "staying": listed(staying),
            "staying_count": staying.count(),
            "earlier": listed(earlier),
            "gone": listed(gone),
            "meanwhile": listed(meanwhile),
            "waiting": self.proposals.pending().filter(evidence_turn_id__in=said.values("id")).count(),
        }
        return self.page("activity/delete.html", context)

    def post(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        with scope.enter(self.membership.workspace_id):
            turn = self.find(turn_id)
            made = list(self.made_from(turn)[0].values_list("id", flat=True)) if "forget" in request.POST else []
        outcomes = gate.submit_many([ForgetMemory(memory_id=one) for one in made], actor=self.actor, now=self.now)
        one = None if self.is_whole else turn.id
        forgotten = sum(isinstance(outcome, Applied) for outcome in outcomes)
        row = erase_messages(
            session_id=turn.session_id, turn_id=one, forgotten=forgotten, actor=self.actor, now=self.now
        )
        told = self.told(forgotten)
        links = [(reverse("pages:timeline"), _("See it in the timeline"))]
        if row is not None:  # else it was deleted meanwhile
            links.insert(0, (reverse("pages:deletion", args=[row.id]), _("Receipt")))
        linked = format_html_join(" · ", '<a href="{}">{}</a>', links)
        messages.success(request, format_html("{} {}", told, linked))
        return self.go_on(turn)

    def find(self, turn_id: UUID) -> Turn:
        mine = Turn.objects.visible_to(self.actor, now=self.now).defer("search")
        return get_object_or_404(mine.select_related("session"), id=turn_id)

    def made_from(self, turn: Turn) -> tuple[MemoryQuerySet, MemoryQuerySet]:
        """What came from it alone, and what has another source too."""
        made = self.authorized_memories.alive(now=self.now).filter(made_from(turn, is_whole=self.is_whole))
        others = has_other_source(turn, is_whole=self.is_whole)
        return made.exclude(others), made.filter(others)

    def once_made_from(self, turn: Turn) -> tuple[MemoryQuerySet, MemoryQuerySet]:
        """What has another text by now, and what was forgotten or marked as wrong and can still be brought back."""
        ever = self.authorized_memories.filter(ever_made_from(turn, is_whole=self.is_whole))
        forgotten = ever.filter(state=LifecycleState.SOFT_DELETED, purge_at__isnull=False)
        earlier = ever.alive(now=self.now).exclude(made_from(turn, is_whole=self.is_whole))
        return earlier, forgotten | ever.rejected()

    def told(self, forgotten: int) -> str:
        deleted = _("The conversation was deleted.") if self.is_whole else _("The message was deleted.")
        more = ngettext("%(count)d memory was forgotten.", "%(count)d memories were forgotten.", forgotten)
        return f"{deleted} {more % {'count': forgotten}}" if forgotten else deleted

    def go_on(self, turn: Turn) -> HttpResponse:
        """To the message before it, else after it; where there is none any more, to the list."""
        with scope.enter(self.membership.workspace_id):
            rest = Turn.objects.visible_to(self.actor, now=self.now).filter(session_id=turn.session_id)
            before = rest.filter(position__lt=turn.position).order_by("-position")
            near = before.only("id").first() or rest.order_by("position").only("id").first()
        return redirect("pages:conversation", near.id) if near else redirect("pages:conversations")


def listed(memories: MemoryQuerySet) -> list[Memory]:
    return list(memories.order_by("-updated_at", "-id")[:MOST_LISTED])


class DeleteConversationView(DeleteMessageView):
    is_whole = True

"""What a person does with a memory on its page: forget it, and mark it as wrong or correct."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent import gate
from consent.changes import Change, ForgetMemory, ReadmitMemory, RejectMemory
from consent.chosen_fields import chosen_fields
from consent.models.policy import Outcome
from consent.outcomes import Refusal, Refused
from interfaces.pages.cards.answer_effects import rule_for
from interfaces.pages.memories.connections import dependents_of
from interfaces.pages.memories.memory_detail import versions_of
from interfaces.pages.memories.origins import current_numbers, is_stated, origins_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Faces
from memories.models import Fact, Memory
from memories.models.choices import LifecycleState

FORGOTTEN = _("This is already forgotten. You can restore it below.")


class ChangeMemoryView(PersonView):
    """A change by the person; it applies at once. Without a message, the memory's page shows its effect."""

    http_method_names = ["post"]

    @property
    def success_message(self) -> Promise | str | None:
        return None

    def post(self, request: HttpRequest, memory_id: UUID) -> HttpResponseBase:
        outcome = gate.submit(self.change(memory_id), actor=self.actor, now=self.now)
        if isinstance(outcome, Refused):
            if outcome.reason is Refusal.NOT_FOUND:
                raise Http404
            messages.error(request, gettext(outcome.detail))
        elif self.success_message:
            messages.success(request, str(self.success_message))
        return redirect(self.address(memory_id))

    def address(self, memory_id: UUID) -> str:
        return reverse("pages:memory", args=[memory_id])

    def change(self, memory_id: UUID) -> Change:
        raise NotImplementedError


class ForgetView(ChangeMemoryView):
    """GET shows what forgetting will do, POST does it."""

    http_method_names = ["get", "post"]

    def get(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        mine = Memory.objects.correctable_by(self.actor, now=self.now).select_related("current")
        memory = mine.filter(id=memory_id).first() or self.find_forgotten(memory_id)
        if memory.state == LifecycleState.SOFT_DELETED:
            messages.info(request, str(FORGOTTEN))
            return redirect("pages:memory", memory_id)
        current, faces = current_numbers(versions_of(memory)), Faces.load()
        origins = origins_of(memory, actor=self.actor, now=self.now, excluded=(), faces=faces, current=current)
        context = {
            "memory": memory,
            "dependents": dependents_of(memory, actor=self.actor, now=self.now),
            "fields": Fact.objects.active().filter(memory__in=chosen_fields(memory)),
            "is_stated": is_stated(origins),
            "purge_at": self.now + timedelta(days=settings.PURGE_DAYS),
            "allowed_by": rule_for(memory, self.actor.person_id, Outcome.APPLY),
        }
        return self.page("memories/forget.html", context)

    def find_forgotten(self, memory_id: UUID) -> Memory:
        """Return the forgotten memory, for the browser's Back after forgetting."""
        return get_object_or_404(self.authorized_memories, id=memory_id, state=LifecycleState.SOFT_DELETED)

    def change(self, memory_id: UUID) -> Change:
        return ForgetMemory(memory_id=memory_id)


class WrongView(ChangeMemoryView):
    """Marks the memory as wrong until the person marks it as correct (R17); its page offers an undo."""

    def address(self, memory_id: UUID) -> str:
        return f"{super().address(memory_id)}?marked=1"

    def change(self, memory_id: UUID) -> Change:
        return RejectMemory(memory_id=memory_id)


class RightView(ChangeMemoryView):
    """Marks the memory as correct, which confirms it, or only undoes the mark as wrong (`undo`)."""

    @property
    def success_message(self) -> Promise:
        return _("Undone.") if self.is_undoing else _("Marked as correct and confirmed by you.")

    @property
    def is_undoing(self) -> bool:
        return "undo" in self.request.POST

    def change(self, memory_id: UUID) -> Change:
        return ReadmitMemory(memory_id=memory_id, as_before=self.is_undoing)

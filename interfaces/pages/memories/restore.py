"""Restores a forgotten memory or an earlier version."""

from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from consent.changes import Change, RestoreMemory
from interfaces.pages.cards.closed_requests import add_closed_messages
from interfaces.pages.history.later_refusals import refusals_by_number
from interfaces.pages.memories.memory_actions import ChangeMemoryView
from interfaces.pages.memories.memory_detail import versions_of
from workspaces import scope


class RestoreView(ChangeMemoryView):
    """Restores a text; the message notes where the person had refused it, and which requests it answers."""

    refused = ""

    @property
    def success_message(self) -> str:
        return f"{_('Restored.')} {self.refused}".rstrip()

    def post(self, request: HttpRequest, memory_id: UUID) -> HttpResponseBase:
        with scope.enter(self.actor.workspace_id):
            memory = self.authorized_memories.filter(id=memory_id).first()
            if memory is not None:
                refused = refusals_by_number(versions_of(memory))
                self.refused = refused.get(self.number or memory.version, "")
        response = super().post(request, memory_id)
        add_closed_messages(self)
        return response

    def change(self, memory_id: UUID) -> Change:
        return RestoreMemory(memory_id=memory_id, version=self.number)

    @property
    def number(self) -> int | None:
        """The version to restore; None for the latest, also for numbers that no form sends."""
        found = self.request.POST.get("version", "")
        return int(found) if _is_number(found) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9

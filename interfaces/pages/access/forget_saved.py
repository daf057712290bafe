"""Forgets all that one assistant saved. What the person stated or confirmed is left."""

from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent import gate
from consent.changes import ForgetMemory
from consent.outcomes import Applied
from interfaces.pages.conversations.deletion import MOST_LISTED, listed
from interfaces.pages.conversations.derived_memories import saved_by_agent
from interfaces.pages.filters.filters import BY_AGENT
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import face_of
from memories.models.choices import Trust
from memories.models.memory import MemoryQuerySet
from workspaces import scope
from workspaces.models import Agent

AT_ONCE = 100  # memories in one transaction
ALL = "all"


class ForgetSavedView(PersonView):
    """GET shows what would be forgotten, POST forgets it, once the person has confirmed their identity."""

    def get(self, request: HttpRequest, agent_id: UUID) -> HttpResponse:
        agent, saved = self.find(agent_id), self.saved(agent_id)
        count, all_saved = saved.count(), self.all_saved(agent_id).count()
        memories = listed(saved, most=count if request.GET.get("list") == ALL else MOST_LISTED)
        context = {"face": face_of(agent), "memories": memories, "count": count, "staying": all_saved - count}
        return self.page("my_data/forget_saved.html", context)

    def post(self, request: HttpRequest, agent_id: UUID) -> HttpResponseBase:
        response: HttpResponseBase = reauthentication_required(lambda request: self.forget(agent_id))(request)
        return response

    def forget(self, agent_id: UUID) -> HttpResponseBase:
        with scope.enter(self.membership.workspace_id):
            name = face_of(self.find(agent_id)).name
            ids = list(self.saved(agent_id).values_list("id", flat=True))
        forgotten = sum(self.forgotten(ids[start : start + AT_ONCE]) for start in range(0, len(ids), AT_ONCE))
        text = ngettext(
            "%(count)d memory that %(name)s saved was forgotten. You can restore it for a while.",
            "%(count)d memories that %(name)s saved were forgotten. You can restore them for a while.",
            forgotten,
        )
        shown = f"{reverse('pages:memories')}?state=forgotten&trust={BY_AGENT}{agent_id}"
        links = [(shown, _("What was forgotten")), (reverse("pages:timeline"), _("See it in the timeline"))]
        linked = format_html_join(" · ", '<a href="{}">{}</a>', links)
        messages.success(self.request, format_html("{} {}", text % {"count": forgotten, "name": name}, linked))
        return redirect("pages:access")

    def forgotten(self, ids: list[UUID]) -> int:
        """Return how many were forgotten."""
        changes = [ForgetMemory(memory_id=one) for one in ids]
        outcomes = gate.submit_many(changes, actor=self.actor, now=self.now)
        return sum(isinstance(outcome, Applied) for outcome in outcomes)

    def find(self, agent_id: UUID) -> Agent:
        return get_object_or_404(Agent, id=agent_id)

    def saved(self, agent_id: UUID) -> MemoryQuerySet:
        """Return what the assistant saved, without what the person stated or confirmed."""
        return self.all_saved(agent_id).exclude(trust=Trust.PERSON)

    def all_saved(self, agent_id: UUID) -> MemoryQuerySet:
        return self.authorized_memories.alive(now=self.now).filter(saved_by_agent(agent_id))

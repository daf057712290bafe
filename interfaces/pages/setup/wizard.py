"""The steps of the wizard, for the owner: the workspace's name, an assistant, and the first memory."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.db import IntegrityError
from django.db.models import Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.pages.person_view import PersonView
from interfaces.pages.setup.forms import AssistantForm, NameForm
from interfaces.pages.setup.progress import Arrivals, arrivals_of, has_worked, stuck_questions
from interfaces.pages.setup.snippets import snippets
from interfaces.roles import roles_in_words
from memories.maintenance.record_setup import record_row
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.actors import Actor
from workspaces.models import Agent, ApiKey, Invitation, Person, Workspace
from workspaces.models.agent import Colour
from workspaces.models.membership import Role

STEPS: tuple[tuple[str, Promise], ...] = (
    ("setup", gettext_lazy("Name")),
    ("setup_people", gettext_lazy("People")),
    ("setup_assistant", gettext_lazy("Assistant")),
    ("setup_first", gettext_lazy("First memory")),
)
MOST_OTHERS = 20
CONNECTED = "connected_agent"  # session key of the assistant whose first memory is awaited
AT_ONCE = timedelta(minutes=1)  # time in which the first keys of a new workspace are created


class SetupView(PersonView):
    """One step; 404 for everybody but the owner."""

    step: str

    def check_access(self) -> None:
        if self.membership.role != Role.OWNER:
            raise Http404

    @property
    def workspace(self) -> Workspace:
        return self.membership.workspace

    def show(self, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        names = [name for name, _title in STEPS]
        place = names.index(self.step)
        after = f"pages:{names[place + 1]}" if place + 1 < len(names) else "pages:home"
        shared = {"workspace": self.workspace, "steps": STEPS, "step": self.step, "done": self.done(), "next": after}
        return self.page(f"setup/{self.step.removeprefix('setup_')}.html", shared | context, status=status)

    def done(self) -> set[str]:
        """The completed steps, without those only skipped."""
        own = [self.actor.person_id] if self.actor.person_id else []
        found = {
            "setup": True,  # every workspace has a name
            "setup_people": Invitation.objects.exists() or Person.objects.exclude(id__in=own).exists(),
            "setup_assistant": self.connected_here() is not None or self.arrivals.is_connected or has_worked(),
            "setup_first": self.arrivals.is_complete,
        }
        return {step for step, is_done in found.items() if is_done}

    @cached_property
    def arrivals(self) -> Arrivals:
        agent = self.chosen() or self.connected()
        return arrivals_of(agent, staff=self.membership.as_staff(), now=self.now)

    def chosen(self) -> Agent | None:
        """The assistant in the query string."""
        try:
            return self.with_keys().filter(id=UUID(self.request.GET.get("agent", ""))).first()
        except ValueError:
            return None

    def with_keys(self) -> QuerySet[Agent]:
        keys = ApiKey.objects.valid(now=self.now).values("agent_id")
        return Agent.objects.filter(is_active=True, id__in=keys)

    def connected_here(self) -> Agent | None:
        """The assistant that was connected in this session."""
        agent_id = self.request.session.get(CONNECTED)
        return Agent.objects.filter(id=agent_id).first() if agent_id else None

    def connected(self) -> Agent | None:
        """The assistant that was connected in this session, else the one with the newest key, unless all keys were
        created with the workspace."""
        if agent := self.connected_here():
            return agent
        first = ApiKey.objects.aggregate(at=Min("created_at"))["at"]
        later = ApiKey.objects.filter(created_at__gt=first + AT_ONCE) if first else ApiKey.objects.none()
        key = later.order_by("-created_at").select_related("agent").first()
        return key.agent if key else None

    def form_with_errors(self, form: forms.Form) -> HttpResponseBase:
        """Show the page with the errors of the form."""
        return self.in_scope(lambda: self.show({"form": form, **self.details()}, status=422))

    def details(self) -> dict[str, Any]:
        return {}


class NameView(SetupView):
    step = "setup"

    def get(self, request: HttpRequest) -> HttpResponse:
        initial = {"name": self.workspace.name}
        if self.actor.person_id is not None:
            initial["person"] = Person.objects.get(id=self.actor.person_id).name
        return self.show({"form": NameForm(initial=initial, has_person="person" in initial)})

    def post(self, request: HttpRequest) -> HttpResponseBase:
        workspace = self.workspace
        form = NameForm(request.POST, has_person=self.actor.person_id is not None)
        if not form.is_valid():
            return self.form_with_errors(form)
        with scope.enter(workspace.id):
            self._rename(workspace, form.cleaned_data["name"])
            if form.cleaned_data.get("person"):
                self._rename(Person.objects.get(id=self.person_id), form.cleaned_data["person"])
        return redirect("pages:setup_people")

    def _rename(self, row: Workspace | Person, name: str) -> None:
        if row.name != name:
            row.name = name
            row.save(update_fields=["name"])
            record_row(row=row, done="changed", actor=self.actor, now=self.now, changed=["name"])


class AssistantView(SetupView):
    """Creates an agent; its key and instructions are shown once, in the response to the form."""

    step = "setup_assistant"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show({"form": AssistantForm(roles=roles_in_words())})

    def post(self, request: HttpRequest) -> HttpResponseBase:
        workspace = self.workspace
        with scope.enter(workspace.id):
            form = AssistantForm(request.POST, roles=roles_in_words())
        if not form.is_valid():
            return self.form_with_errors(form)
        try:
            key = self._connect(workspace, form.cleaned_data)
        except IntegrityError:
            form.add_error("name", _("Another assistant has this name."))
            return self.form_with_errors(form)
        return self.in_scope(lambda: self.show(self._connected(form.cleaned_data["name"], key)))

    def _connect(self, workspace: Workspace, given: dict[str, Any]) -> str:
        with scope.enter(workspace.id):
            agent = create_agent(name=given["name"], role=given["role"], workspace=workspace)
            self.request.session[CONNECTED] = str(agent.id)
            agent.display_name, agent.icon, agent.colour = given["name"], given["icon"], Colour.BLUE
            agent.save(update_fields=["display_name", "icon", "colour"])
            key = issue_key(agent=agent)
            for row in (agent, agent.keys.get()):
                record_row(row=row, done="added", actor=self.actor, now=self.now)
        return key

    def _connected(self, name: str, key: str) -> dict[str, Any]:
        return {"name": name, "key": key, **_lines(self.actor, key)}


class FirstView(SetupView):
    """What the chosen or connected assistant, else any, has done so far; polled every two seconds, or with each
    reload."""

    step = "setup_first"

    def get(self, request: HttpRequest) -> HttpResponse:
        arrivals = self.arrivals
        agent, memory = arrivals.agent, arrivals.memory
        context = {
            "name": agent.called if agent else "",
            "agent": agent,
            "is_made_here": agent is not None and str(agent.id) == self.request.session.get(CONNECTED),
            "is_connected": arrivals.is_connected,
            "memory": memory,
            "is_own": memory is not None and memory.person_id == self.actor.person_id,
            "about": Person.objects.filter(id__in=[memory.person_id]).first() if memory else None,
            "is_asked": arrivals.is_asked,
            "is_complete": arrivals.is_complete,
            "is_empty": memory is None and not Person.objects.exists(),
            "is_over": agent is not None and not self.with_keys().filter(id=agent.id).exists(),
            **stuck_questions(),
        }
        if "HX-Request" in request.headers:
            return TemplateResponse(request, "setup/arrivals.html", context | {"now": self.now})
        more = {"key_id": arrivals.key.id if arrivals.key else None, "others": self._others(agent)}
        return self.show(context | more | _lines(self.actor, "$MEMORY_KEY"))

    def _others(self, agent: Agent | None) -> list[Agent]:
        """Return the names of other assistants with a valid key."""
        others = self.with_keys().exclude(id=agent.id) if agent else self.with_keys()
        return list(others.order_by("name")[:MOST_OTHERS])


def _lines(actor: Actor, key: str) -> dict[str, Any]:
    """Return the commands to run with a key, about the owner or else the first person."""
    people = Person.objects.order_by("created_at")
    own = people.filter(id=actor.person_id) if actor.person_id else people
    person = own.first() or people.first()
    made = snippets(url=settings.PUBLIC_URL, key=key, person_id=person.id if person else "")
    return {"person": person, "snippets": made}

"""The base of all pages: the account, the workspace, its scope, and what the person may see in it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views import View
from django_htmx.http import HttpResponseClientRedirect

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from intelligence.dependencies.reviews import count_reviews
from interfaces.competing_requests import count_questions
from interfaces.spelling_suggestions import suggested_words
from memories.models import History, Memory
from memories.models.history import HistoryQuerySet
from memories.models.memory import MemoryQuerySet
from operations.models import Tombstone
from retrieval.models import RetrievalEvent, RetrievalEventQuerySet
from telemetry.requests import note_workspace
from workspaces import replicas, scope
from workspaces.active_agents import active_agents
from workspaces.actors import Actor
from workspaces.models import Account, Membership

WORKSPACE_KEY = "workspace_id"
SAFE_METHODS = ("GET", "HEAD")


class PersonView(LoginRequiredMixin, View):
    """A page of one person in one workspace.

    A page that only reads runs and renders inside the workspace's scope (architecture, rule 2). A POST runs outside,
    because the gate enters the scope itself; it responds with a redirect, or renders through `in_scope`.
    """

    # False where the domain call enters the scope itself, in batches.
    reads_in_scope = True
    membership: Membership
    memberships: Sequence[Membership]
    actor: Actor
    now: datetime

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        account = request.user
        if not account.is_authenticated:
            return self.handle_no_permission()
        self.memberships = _memberships(account)
        if not self.memberships:
            erased = account.closed_workspaces.filter(erased_at__isnull=False)
            return render(request, "inbox/no_workspace.html", {"erased": erased}, status=403)
        self.membership = _select(self.memberships, request.session.get(WORKSPACE_KEY))
        note_workspace(self.membership.workspace_id)
        self.actor, self.now = self.membership.as_person(), timezone.now()
        self.check_access()
        if request.method in SAFE_METHODS and self.reads_in_scope:
            response = replicas.read(
                lambda: self.in_scope(lambda: super(PersonView, self).dispatch(request, *args, **kwargs)),
                after=self.actor.last_write_position,
                again_on=(Http404,),
            )
        else:
            response = super().dispatch(request, *args, **kwargs)
        # After signing out, the browser's Back shows none of these pages.
        add_never_cache_headers(response)
        return response

    def check_access(self) -> None:
        """Raise Http404 where a page is not for every member."""

    def handle_no_permission(self) -> HttpResponse:  # type: ignore[override]
        """Redirect to the login, and from there back to a page that can be opened with GET."""
        by_htmx = "HX-Request" in self.request.headers
        is_page = "get" in self.http_method_names and hasattr(self, "get")
        login = redirect_to_login(self.request.get_full_path() if is_page and not by_htmx else reverse("pages:inbox"))
        # HTMX would follow a redirect and swap the whole login page into the card.
        return HttpResponseClientRedirect(login.url) if by_htmx else login

    @property
    def may_open_admin(self) -> bool:
        """Whether the login has staff status, and a role for it in some workspace."""
        account = self.membership.account
        has_role = any(membership.is_staff_member for membership in self.memberships)
        return account.is_staff and (account.is_superuser or has_role)

    @property
    def person_id(self) -> UUID:
        """The person remembered; 404 for an account that is not linked to one."""
        if self.actor.person_id is None:
            raise Http404
        return self.actor.person_id

    @property
    def proposals(self) -> ProposalQuerySet:
        return Proposal.objects.visible_to(self.actor, now=self.now)

    @property
    def authorized_memories(self) -> MemoryQuerySet:
        """The person's memories in any state, with their current texts."""
        return Memory.objects.authorized_for(self.actor, now=self.now).select_related("current")

    @property
    def history(self) -> HistoryQuerySet:
        return History.objects.authorized_for(self.actor, now=self.now)

    @property
    def retrieval_events(self) -> RetrievalEventQuerySet:
        return RetrievalEvent.objects.filter(self.actor.people_condition(now=self.now))

    def suggested_words(self, words: str) -> str:
        """Return a corrected spelling of a search, with words of memories and requests. Runs in the scope."""
        return suggested_words(words, self.authorized_memories, now=self.now, requests=self.proposals) if words else ""

    def in_scope(self, respond: Callable[[], HttpResponseBase]) -> HttpResponseBase:
        """Respond from inside the scope, including rendering: outside it, templates would see no rows."""
        with scope.enter(self.membership.workspace_id):
            response = respond()
            return response.render() if isinstance(response, SimpleTemplateResponse) else response

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        """Render a page with its header; inside the scope."""
        header: dict[str, Any] = {
            "now": self.now,
            "membership": self.membership,
            "memberships": self.memberships,
            "may_open_admin": self.may_open_admin,
            "has_assistants": lambda: bool(active_agents(now=self.now)),  # called only where a page is empty
            "pending_count": count_questions(self.proposals.pending()) + count_reviews(self.actor, now=self.now),
        }
        if self.actor.person_id is None:
            erasures = list(Tombstone.objects.filter(requested_by=self.membership.account_id))
            header |= {"erasures": erasures, "was_erased": any(erasure.is_own for erasure in erasures)}
        return TemplateResponse(self.request, template, header | context, status=status)


class SwitchWorkspaceView(PersonView):
    """Switches to another workspace; one without a membership changes nothing."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        workspace_id = request.POST.get("workspace", "")
        if workspace_id in {str(membership.workspace_id) for membership in self.memberships}:
            request.session[WORKSPACE_KEY] = workspace_id
        return redirect("pages:inbox")


def _memberships(account: Account) -> Sequence[Membership]:
    rows = Membership.objects.filter(account=account).select_related("workspace", "account")
    return list(rows.order_by("workspace__name", "id"))


def _select(memberships: Sequence[Membership], workspace_id: str | None) -> Membership:
    """Return the chosen membership, else the first that is linked to a person."""
    for membership in memberships:
        if str(membership.workspace_id) == workspace_id:
            return membership
    return min(memberships, key=lambda membership: membership.person_id is None)


def parse_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None

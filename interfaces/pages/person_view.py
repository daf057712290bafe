"""What every page for people shares: who is signed in, which workspace they look at, and its scope."""

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views import View
from django_htmx.http import HttpResponseClientRedirect

from consent.models import Proposal
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Account, Membership

WORKSPACE_KEY = "workspace_id"
READING = ("GET", "HEAD")


class PersonView(LoginRequiredMixin, View):
    """A page of one person in one workspace.

    What only reads runs and renders inside the workspace's scope (architecture, rule 2). A POST runs outside, because
    the gate enters the scope itself; it answers with a redirect, or renders through `in_scope`.
    """

    # Off for a page whose domain call enters the scope by itself, in pieces.
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
            return render(request, "inbox/no_workspace.html", status=403)
        self.membership = _chosen(self.memberships, request.session.get(WORKSPACE_KEY))
        self.actor, self.now = self.membership.as_person(), timezone.now()
        with timezone.override(zone_of(account.time_zone)):
            if request.method in READING and self.reads_in_scope:
                response = self.in_scope(lambda: super(PersonView, self).dispatch(request, *args, **kwargs))
            else:
                response = super().dispatch(request, *args, **kwargs)
        # After signing out, nobody goes back to these pages.
        add_never_cache_headers(response)
        return response

    def handle_no_permission(self) -> HttpResponse:  # type: ignore[override]
        """To the login, and from there to a page: what only a form sends cannot be opened."""
        by_htmx = "HX-Request" in self.request.headers
        is_page = "get" in self.http_method_names and hasattr(self, "get")
        login = redirect_to_login(self.request.get_full_path() if is_page and not by_htmx else reverse("pages:inbox"))
        # HTMX would follow a redirect by itself and put the whole login where the answer belongs.
        return HttpResponseClientRedirect(login.url) if by_htmx else login

    def in_scope(self, respond: Callable[[], HttpResponseBase]) -> HttpResponseBase:
        """Answer from inside the scope, templates included: outside it they would see no rows."""
        with scope.enter(self.membership.workspace_id):
            response = respond()
            return response.render() if isinstance(response, SimpleTemplateResponse) else response

    def page(self, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
        """A page with what the frame around it needs; inside the scope."""
        frame = {
            "now": self.now,
            "membership": self.membership,
            "memberships": self.memberships,
            "pending_count": Proposal.objects.visible_to(self.actor, now=self.now).pending().count(),
        }
        return TemplateResponse(self.request, template, frame | context, status=status)


def zone_of(name: str) -> tzinfo:
    """The person's time zone; UTC when the name is not known here."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _memberships(account: Account) -> Sequence[Membership]:
    rows = Membership.objects.filter(account=account).select_related("workspace", "account")
    return list(rows.order_by("workspace__name", "id"))


def _chosen(memberships: Sequence[Membership], workspace_id: str | None) -> Membership:
    """The one switched to; else the first in which the account stands for a person."""
    for membership in memberships:
        if str(membership.workspace_id) == workspace_id:
            return membership
    return min(memberships, key=lambda membership: membership.person_id is None)

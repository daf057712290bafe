"""Where a login leads: the owner of a workspace without memories sets it up first."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from memories.models import Memory
from workspaces import scope
from workspaces.account_adapter import ClosedSignupAdapter
from workspaces.models import Account, Membership
from workspaces.models.membership import Role


class PagesAdapter(ClosedSignupAdapter):
    def post_login(self, request: HttpRequest, user: Account, **options: Any) -> HttpResponseBase:
        """Who wanted the start page, or none, gets the one that is for them."""
        wanted = options["redirect_url"] or get_next_redirect_url(request)
        if wanted in (None, "", reverse("pages:home")):
            options["redirect_url"] = self.get_login_redirect_url(request)
        response: HttpResponseBase = super().post_login(request, user, **options)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        owned = Membership.objects.filter(account_id=request.user.pk or "", role=Role.OWNER)
        if owned and all(map(_is_empty, owned)):
            return reverse("pages:setup")
        return str(super().get_login_redirect_url(request))


def _is_empty(membership: Membership) -> bool:
    with scope.enter(membership.workspace_id):
        return not Memory.objects.exists()

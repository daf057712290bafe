"""Where a login leads: the owner of a workspace without memories sets it up first."""

from django.http import HttpRequest
from django.urls import reverse

from memories.models import Memory
from workspaces import scope
from workspaces.account_adapter import ClosedSignupAdapter
from workspaces.models import Membership
from workspaces.models.membership import Role


class PagesAdapter(ClosedSignupAdapter):
    def get_login_redirect_url(self, request: HttpRequest) -> str:
        owned = Membership.objects.filter(account_id=request.user.pk, role=Role.OWNER)
        if owned and all(map(_is_empty, owned)):
            return reverse("pages:setup")
        return str(super().get_login_redirect_url(request))


def _is_empty(membership: Membership) -> bool:
    with scope.enter(membership.workspace_id):
        return not Memory.objects.exists()

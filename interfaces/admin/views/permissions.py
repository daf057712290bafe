"""Permissions in the admin. The role in the workspace decides, not Django's permission rows."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest

from consent.policies.rules import REVIEWING_ROLES
from telemetry.requests import note_workspace
from workspaces.actors import Actor
from workspaces.models import Account, Membership, Workspace
from workspaces.models.membership import Role

WORKSPACE_KEY = "staff_workspace_id"
EDITORS = (Role.OWNER, Role.ADMIN)


def staff_membership(request: HttpRequest) -> Membership | None:
    """Return the membership of this request's workspace, looked up once; None without access."""
    if not hasattr(request, "_staff_membership"):
        request._staff_membership = chosen = _choose(request)  # type: ignore[attr-defined]
        if chosen is not None:
            note_workspace(chosen.workspace_id)
    membership: Membership | None = request._staff_membership  # type: ignore[attr-defined]
    return membership


def current_workspace(request: HttpRequest) -> Workspace:
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    return membership.workspace


def staff_actor(request: HttpRequest) -> Actor:
    """Return the acting member of staff."""
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    return membership.as_staff()


def is_editor(request: HttpRequest) -> bool:
    """Whether the request may change the workspace's set-up and ask the gate for changes."""
    membership = staff_membership(request)
    return membership is not None and membership.role in EDITORS


def is_reviewer(request: HttpRequest) -> bool:
    """Whether the request may decide what a policy hands to reviewers."""
    membership = staff_membership(request)
    return membership is not None and membership.role in REVIEWING_ROLES


def is_about_reader(request: HttpRequest, person_id: UUID | None) -> bool:
    """Whether the person is the signed-in one."""
    membership = staff_membership(request)
    return membership is not None and person_id is not None and membership.person_id == person_id


def is_owner(request: HttpRequest) -> bool:
    """Whether the request may manage logins."""
    membership = staff_membership(request)
    return membership is not None and membership.role == Role.OWNER


def is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False)) and staff_membership(request) is not None


def choices(account: Account) -> Sequence[Membership]:
    """Return the workspaces that an account may open as staff: those of its staff memberships; all for superusers."""
    own = Membership.objects.filter(account=account).select_related("workspace", "account").order_by("created_at")
    if not account.is_superuser:
        return [membership for membership in own if membership.is_staff_member]
    known = {membership.workspace_id: membership for membership in own if membership.role == Role.OWNER}
    rows = Workspace.objects.filter(erased_at=None).order_by("created_at")
    return [known.get(row.id) or Membership(account=account, workspace=row, role=Role.OWNER) for row in rows]


def _choose(request: HttpRequest) -> Membership | None:
    account = request.user
    if not isinstance(account, Account) or not (account.is_active and account.is_staff):
        return None
    found = choices(account)
    wanted = request.session.get(WORKSPACE_KEY)
    return next((row for row in found if str(row.workspace_id) == wanted), found[0] if found else None)

"""Closing a workspace: keys are refused at once, and everything in it is erased later, unless it is opened again."""

from datetime import datetime, timedelta
from uuid import UUID

from memories.maintenance.record_setup import record_row
from operations.privacy.erase_person import NotConfirmed, NotYours
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Workspace
from workspaces.models.membership import Role

COLUMNS = ("closed_at", "erase_at")


class NotOpen(ValueError):
    """The workspace was closed before."""


class NotClosed(ValueError):
    """The workspace is open, or its time is over."""


def request_closing(*, confirmation: str, actor: Actor, now: datetime, days: int) -> Workspace:
    """Close the actor's workspace; `confirmation` is its name, `days` how long it can be opened again.

    From the commit on every key is refused and no job works on it. Raises NotYours, NotConfirmed, NotOpen.
    """
    workspace = _owned(actor)
    if confirmation.split() != workspace.name.split():
        raise NotConfirmed("That is not the workspace's name. Nothing was closed.")
    with scope.enter(workspace.id):
        if not workspace.close(by=_account(actor), erase_at=now + timedelta(days=days), now=now):
            raise NotOpen("This workspace is closed already.")
        record_row(row=workspace, done="changed", changed=COLUMNS, actor=actor, now=now)
    return workspace


def reopen_workspace(*, actor: Actor, now: datetime) -> Workspace:
    """Reopen the workspace, unless something was erased. Raises NotYours, NotClosed."""
    workspace = _owned(actor)
    with scope.enter(workspace.id):
        if not workspace.reopen():
            raise NotClosed("This workspace is not closed, or is being erased.")
        record_row(row=workspace, done="changed", changed=COLUMNS, actor=actor, now=now)
    return workspace


def _owned(actor: Actor) -> Workspace:
    is_owner = actor.kind is ActorKind.STAFF and actor.role == Role.OWNER
    if not is_owner and actor.kind is not ActorKind.SYSTEM:
        raise NotYours("Only an owner may close a workspace.")
    return Workspace.objects.get(id=actor.workspace_id)


def _account(actor: Actor) -> UUID | None:
    return actor.id if actor.kind is ActorKind.STAFF else None

"""Erasing again what a restored backup brought back."""

from datetime import datetime
from uuid import UUID

from operations.models import Tombstone
from operations.privacy.erase_person import erase_unasked
from operations.privacy.erase_workspace import erase_workspace
from operations.privacy.erasure_log import Erasure
from workspaces import scope
from workspaces.models import Person, Workspace


def repeat_erasure(erasure: Erasure, *, now: datetime) -> int:
    """Erase the person, or all of the workspace; returns how many people that were, 0 where the backup knows of it."""
    if erasure.person_id is None:
        return _repeat_closing(erasure, now=now)
    if not _is_back(erasure.workspace_id, erasure.person_id):
        return 0
    erase_unasked(
        workspace_id=erasure.workspace_id,
        person_id=erasure.person_id,
        requested_by=None,
        requested_at=erasure.requested_at,
        now=now,
    )
    return 1


def _is_back(workspace_id: UUID, person_id: UUID) -> bool:
    with scope.enter(workspace_id):
        is_there = Person.everybody.filter(id=person_id).exists()
        return is_there and not Tombstone.objects.filter(person_id=person_id).exists()


def _repeat_closing(erasure: Erasure, *, now: datetime) -> int:
    workspace = Workspace.objects.filter(id=erasure.workspace_id, erased_at=None).first()
    if workspace is None:
        return 0
    workspace.close(by=None, erase_at=erasure.requested_at, now=erasure.requested_at)
    return erase_workspace(workspace, now=now)

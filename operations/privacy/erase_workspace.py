"""Erases all of a closed workspace, in repeatable steps. Its history stays, since it contains no content."""

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, Q

from memories.artifacts.erase_artifacts import erase_of_workspace
from memories.maintenance.person import erase_memories, record_erasure
from memories.maintenance.seal_history import seal_history
from memories.sealing.log import SealLogMismatch
from operations.models import JobRun, Tombstone
from operations.privacy.erase_person import erase_unasked
from operations.privacy.erasure_log import note_erasures
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Account, Membership, Person, TenantModel, Usage, Workspace

# The sealed history, and who was erased: ids, times and hashes.
KEPT = frozenset({"memories.History", "memories.AuditSeal", "memories.SealEntry", "operations.Tombstone"})
logger = logging.getLogger(__name__)


def erase_closed(*, now: datetime) -> int:
    """Erase the closed workspaces that are due; return their number."""
    waiting = list(Workspace.objects.to_erase())
    for workspace in waiting:
        erase_workspace(workspace, now=now)
    return len(waiting)


def erase_workspace(workspace: Workspace, *, now: datetime) -> int:
    """Erase every person, then all other rows and files; returns how many people. A killed run can be continued.

    Logins that belonged to this workspace alone go too, but for superusers' and that of who closed it.
    """
    assert workspace.closed_at is not None, "only closed workspaces are erased"
    _end_logins(workspace)
    people = _people(workspace.id)
    for person_id in people:
        erase_unasked(
            workspace_id=workspace.id,
            person_id=person_id,
            requested_by=workspace.closed_by_id,
            requested_at=workspace.closed_at,
            now=now,
        )
    while erase_memories(workspace_id=workspace.id, person_id=None, now=now):
        pass
    erase_of_workspace(workspace.id)
    with scope.enter(workspace.id):
        _record(workspace, _wipe(workspace.id), now)
        workspace.note_erased(now=now)
    _prove(workspace.id, now)
    return len(people)


def _people(workspace_id: UUID) -> list[UUID]:
    with scope.enter(workspace_id):
        return list(Person.everybody.values_list("id", flat=True))


def _end_logins(workspace: Workspace) -> None:
    """End access to its pages, and delete logins that belonged to it alone."""
    with scope.enter(workspace.id):
        memberships = Membership.objects.filter(workspace=workspace)
        accounts = list(memberships.values_list("account_id", flat=True))
        memberships.delete()
        alone = Account.objects.filter(id__in=accounts, memberships=None, is_superuser=False)
        alone.exclude(Q(id=workspace.closed_by_id)).delete()


def _wipe(workspace_id: UUID) -> dict[str, int]:
    """Delete the remaining rows in every table of the workspace; return their numbers by table. In the entered scope.

    Keys are checked at the commit, so the order does not matter. A memory that is still there stops it: triggers let
    none go without its history.
    """
    counts = {}
    for model in _wiped():
        # One DELETE each: Django would fetch referring rows.
        counts[model._meta.label] = model._base_manager.all()._raw_delete(DEFAULT_DB_ALIAS)
    JobRun.objects.filter(workspace_id=workspace_id).delete()
    return {label: count for label, count in counts.items() if count}


def _wiped() -> Iterator[type[Model]]:
    """Return the tables in order; usage comes last, because it counts the deletions of others."""
    tenants = [model for model in apps.get_models() if issubclass(model, TenantModel) and model._meta.label not in KEPT]
    yield from (model for model in tenants if model is not Usage)
    yield Usage


def _record(workspace: Workspace, counts: dict[str, int], now: datetime) -> None:
    """Record one row of History with all deleted rows, including people's, from which the receipt is made."""
    total = Counter(counts)
    for erased in Tombstone.objects.filter(Q(requested_at=workspace.closed_at)):
        total.update(erased.counts)
    record_erasure(
        person_id=None,
        meta={"tombstone": str(workspace.id), "rows": sum(total.values()), "erased": dict(sorted(total.items()))},
        actor=system_actor(workspace.id, "erase_workspace"),
        now=now,
    )


def _prove(workspace_id: UUID, now: datetime) -> None:
    """Write to the log of erasures and seal; on failure, the hourly and minutely jobs do that."""
    try:
        note_erasures(workspace_id=workspace_id)
        while seal_history(workspace_id=workspace_id, now=now):
            pass
    except (OSError, SealLogMismatch):
        logger.exception("The erasure of a workspace is not sealed or logged yet.")

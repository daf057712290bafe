"""Figures over all workspaces, for `/metrics`: a scrape must not enter one after the other."""

from uuid import UUID

from django.db.models import Count, Min
from django.utils import timezone

from consent.models import Proposal
from memories.sealing.unsealed import waiting_rows
from operations import queue
from operations.jobs.sweep import workspaces
from workspaces import scope
from workspaces.models import Quota, Usage


def measure(workspace_id: UUID | None) -> queue.Done:
    """Count the questions that wait for people, the history's rows that wait for a seal, how long they wait, and what
    workspaces use."""
    entered = workspaces(workspace_id)
    for one in entered:
        Usage.fold(one)
    found = [_measure_one(one) for one in entered]
    return queue.Done(
        0,  # it changes no row
        {
            "workspaces": len(entered),
            "memories": sum(one["memories"] for one in found),
            "storage_bytes": sum(one["storage_bytes"] for one in found),
            "quota_fullest": max((one["quota_fullest"] for one in found), default=0.0),
            "consent_waiting": sum(one["consent_waiting"] for one in found),
            "history_unsealed_rows": sum(one["history_unsealed_rows"] for one in found),
            "consent_oldest_seconds": max((one["consent_oldest_seconds"] for one in found), default=0.0),
            "history_unsealed_seconds": max((one["history_unsealed_seconds"] for one in found), default=0.0),
        },
    )


def _measure_one(workspace_id: UUID) -> dict[str, float]:
    now = timezone.now()
    with scope.enter(workspace_id):
        waiting = Proposal.objects.unmuted().pending().aggregate(count=Count("id"), oldest=Min("created_at"))
        used, quota = Usage.objects.total(), Quota.objects.first()
        unsealed = waiting_rows(now=now).aggregate(count=Count("id"), oldest=Min("created_at"))
    return {
        "memories": used.memories,
        "storage_bytes": used.storage_bytes,
        "quota_fullest": quota.fullest(used) if quota else 0.0,
        "consent_waiting": waiting["count"],
        "consent_oldest_seconds": (now - (waiting["oldest"] or now)).total_seconds(),
        "history_unsealed_rows": unsealed["count"],
        "history_unsealed_seconds": (now - (unsealed["oldest"] or now)).total_seconds(),
    }


JOBS = (measure,)

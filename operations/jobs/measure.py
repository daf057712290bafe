"""Figures over all workspaces, for `/metrics`: a scrape must not enter one after the other."""

from uuid import UUID

from django.db.models import Count, Min
from django.utils import timezone

from consent.models import Proposal
from memories.sealing.unsealed import waiting_rows
from operations import queue
from operations.jobs.sweep import workspaces
from workspaces import scope


def measure(workspace_id: UUID | None) -> queue.Done:
    """Count the questions that wait for people and the history's rows that wait for a seal, and how long they wait."""
    entered = workspaces(workspace_id)
    found = [_measure_one(one) for one in entered]
    return queue.Done(
        0,  # it changes no row
        {
            "workspaces": len(entered),
            "consent_waiting": sum(one["consent_waiting"] for one in found),
            "history_unsealed_rows": sum(one["history_unsealed_rows"] for one in found),
            "consent_oldest_seconds": max((one["consent_oldest_seconds"] for one in found), default=0.0),
            "history_unsealed_seconds": max((one["history_unsealed_seconds"] for one in found), default=0.0),
        },
    )


def _measure_one(workspace_id: UUID) -> dict[str, float]:
    with scope.enter(workspace_id):
        asked = Proposal.objects.asked().pending().aggregate(count=Count("id"), oldest=Min("created_at"))
        unsealed = waiting_rows().aggregate(count=Count("id"), oldest=Min("created_at"))
    now = timezone.now()
    return {
        "consent_waiting": asked["count"],
        "consent_oldest_seconds": (now - (asked["oldest"] or now)).total_seconds(),
        "history_unsealed_rows": unsealed["count"],
        "history_unsealed_seconds": (now - (unsealed["oldest"] or now)).total_seconds(),
    }


JOBS = (measure,)

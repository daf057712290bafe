"""Receipts of retrievals are kept for a number of days (R23)."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from retrieval.models import RetrievalEvent
from workspaces import scope

BATCH = 5_000


def prune_events(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of events older than RETRIEVAL_EVENT_DAYS; returns how many, 0 when none is left."""
    oldest = now - timedelta(days=settings.RETRIEVAL_EVENT_DAYS)
    with scope.enter(workspace_id):
        ids = list(RetrievalEvent.objects.older_than(oldest).values_list("id", flat=True)[:BATCH])
        return RetrievalEvent.objects.filter(id__in=ids).delete()[0]

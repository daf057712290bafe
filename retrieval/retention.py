"""Receipts of retrievals are kept for a number of days (R23)."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from retrieval.models import RetrievalEvent
from workspaces import scope


def prune_events(*, workspace_id: UUID, now: datetime) -> int:
    """Delete events older than RETRIEVAL_EVENT_DAYS; returns how many."""
    with scope.enter(workspace_id):
        oldest = now - timedelta(days=settings.RETRIEVAL_EVENT_DAYS)
        return RetrievalEvent.objects.older_than(oldest).delete()[0]

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.models import Signal
from workspaces import scope

BATCH = 500


def purge_signals(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of signals that are too old to count; returns how many, 0 when none is left."""
    with scope.enter(workspace_id):
        old = Signal.objects.filter(created_at__lte=now - timedelta(days=settings.SIGNAL_DAYS))
        ids = list(old.values_list("id", flat=True)[:BATCH])
        Signal.objects.filter(id__in=ids).delete()
    return len(ids)

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from memories.models import OperationalEvent
from workspaces import scope

BATCH = 5_000


def prune_operational_events(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of operational events older than OPERATIONAL_EVENT_DAYS; returns how many, 0 when none is left."""
    oldest = now - timedelta(days=settings.OPERATIONAL_EVENT_DAYS)
    with scope.enter(workspace_id):
        ids = list(OperationalEvent.objects.filter(created_at__lt=oldest).values_list("id", flat=True)[:BATCH])
        return OperationalEvent.objects.filter(id__in=ids).delete()[0]

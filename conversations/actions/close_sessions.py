from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from conversations.models import Session
from workspaces import scope


def close_sessions(*, workspace_id: UUID, now: datetime) -> int:
    """Close the sessions in which nobody said anything for SESSION_IDLE_MINUTES; returns how many.

    A turn that comes later opens its session again.
    """
    moment = now - timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    with scope.enter(workspace_id):
        return Session.objects.idle_since(moment).update(closed_at=now)

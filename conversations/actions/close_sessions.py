from datetime import datetime, timedelta

from django.conf import settings

from conversations.models import Session


def close_sessions(*, now: datetime) -> list[Session]:
    """Close the sessions in which nobody said anything for SESSION_IDLE_MINUTES; returns them. In the entered scope.

    A turn that comes later opens its session again.
    """
    moment = now - timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    # Locked, so that a turn that comes just now is either seen here or opens its session again.
    quiet = list(Session.objects.idle_since(moment).select_for_update())
    Session.objects.filter(id__in=[session.id for session in quiet]).update(closed_at=now)
    return quiet

from collections.abc import Sequence
from datetime import datetime

from conversations.models import Session
from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType


def expire_work(*, sessions: Sequence[Session], now: datetime) -> int:
    """Let the working memories of conversations expire at once (R30); returns how many. Inside the scope.

    No read shows them from now on; the job that forgets what has expired writes their history.
    """
    working = Memory.objects.filter(
        person_id__in={session.person_id for session in sessions},
        session_id__in=[session.id for session in sessions],
        memory_type=MemoryType.WORKING,
        state=LifecycleState.ACTIVE,
    )
    return working.exclude(expires_at__lte=now).update(expires_at=now)

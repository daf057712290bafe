from datetime import datetime
from uuid import UUID

from conversations.actions.close_sessions import close_sessions
from memories.maintenance.expire_work import expire_work
from workspaces import scope


def close_quiet_sessions(*, workspace_id: UUID, now: datetime) -> int:
    """Close the conversations that went quiet, and end what was being worked on in them (R30); returns how many."""
    with scope.enter(workspace_id):
        quiet = close_sessions(now=now)
        expire_work(sessions=quiet, now=now)
    return len(quiet)

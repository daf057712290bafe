from datetime import datetime
from uuid import UUID

from conversations.access import check_may_write
from conversations.actions.append_turns import UnknownSession
from conversations.models import Session
from memories.maintenance.expire_work import expire_work
from workspaces import scope
from workspaces.actors import Actor


def close_session(*, session_id: UUID, actor: Actor, now: datetime) -> Session:
    """End a conversation, and with it what was being worked on in it (R30). Closing it twice changes nothing.

    Raises UnknownSession, NotAllowed.
    """
    with scope.enter(actor.workspace_id):
        session = Session.objects.select_for_update().filter(id=session_id).first()
        if session is None:
            raise UnknownSession
        check_may_write(actor, session.person_id, now=now)
        if session.closed_at is None:
            session.closed_at = now
            session.save(update_fields=["closed_at"])
        # What somebody noted for work since it was closed ends too.
        expire_work(sessions=[session], now=now)
    return session

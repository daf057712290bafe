"""Writes to a conversation and what follows: new turns enqueue jobs, closing a session expires its working memories."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings

from conversations.actions.sessions import append_turns, close_sessions, writable_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from memories.maintenance.forget_memories import expire_work, forget_work
from operations import queue
from workspaces import scope
from workspaces.actors import Actor, system_actor


def record_turns(
    *, session_id: UUID, drafts: Sequence[TurnDraft], actor: Actor, now: datetime
) -> list[tuple[Turn, bool]]:
    """Append turns and enqueue the job that embeds them. Raises what `append_turns` raises."""
    answer = append_turns(session_id=session_id, drafts=drafts, actor=actor, now=now)
    if any(is_new for _, is_new in answer):
        queue.enqueue_debounced("index_turns", workspace_id=actor.workspace_id)
    return answer


def close_session(*, session_id: UUID, actor: Actor, now: datetime) -> Session:
    """Close a conversation and expire its working memories (R30). Closing it twice changes nothing.

    Raises NotAllowed, UnknownSession, UnknownPerson.
    """
    with scope.enter(actor.workspace_id):
        session = writable_session(session_id, rows=Session.objects.select_for_update(), actor=actor, now=now)
        if session.closed_at is None:
            session.closed_at = now
            session.save(update_fields=["closed_at"])
        # Working memories written since it was closed expire too.
        ended = expire_work(sessions=[session], now=now)
    if ended:
        forget_work(sessions=[session], actor=actor, now=now)
    _summarise([session], actor.workspace_id)
    return session


def close_quiet_sessions(*, workspace_id: UUID, now: datetime) -> int:
    """Close inactive conversations and expire their working memories (R30); returns how many."""
    with scope.enter(workspace_id):
        quiet = close_sessions(now=now)
        ended = expire_work(sessions=quiet, now=now)
    if ended:
        forget_work(sessions=quiet, actor=system_actor(workspace_id, "close_sessions"), now=now)
    _summarise(quiet, workspace_id)
    return len(quiet)


def _summarise(closed: Sequence[Session], workspace_id: UUID) -> None:
    """Wake the job that writes a last episode (R35)."""
    if any(session.turn_count - session.summarised_turns >= settings.EPISODE_CLOSING_TURNS for session in closed):
        queue.enqueue_debounced("write_episodes", workspace_id=workspace_id)

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from conversations.actions.append_turns import append_turns
from conversations.drafts import TurnDraft
from conversations.models import Turn
from operations import queue
from workspaces.actors import Actor


def record_turns(
    *, session_id: UUID, drafts: Sequence[TurnDraft], actor: Actor, now: datetime
) -> list[tuple[Turn, bool]]:
    """Append turns and wake the worker that makes them searchable by meaning. Raises what `append_turns` raises."""
    answer = append_turns(session_id=session_id, drafts=drafts, actor=actor, now=now)
    if any(is_new for _, is_new in answer):
        queue.wake("index_turns", workspace_id=actor.workspace_id)
    return answer

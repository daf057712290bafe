"""Erases one message of a conversation, or all of them, for the person who deletes them."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import F

from conversations.models import Session, Turn
from memories.maintenance.person import record_erasure
from memories.models import History
from operations.privacy.erase_answers import erase_answers_naming
from workspaces import scope
from workspaces.actors import Actor, ActorKind

# What a row of history says was erased.
MESSAGE: Final = "turn"
CONVERSATION: Final = "session"


def erase_messages(
    *, session_id: UUID, turn_id: UUID | None = None, forgotten: int = 0, actor: Actor, now: datetime
) -> History | None:
    """Erase a message of the actor's own conversation, without `turn_id` all of them.

    Text, index, vectors and stored answers with them go at once. Returns the row of History that says so, of which
    `receipt_of_messages` makes the receipt; None where there was none. What was remembered from them stays, but for the
    `forgotten` memories that the row counts: the person had them forgotten before. One that is sent again
    under the same external id stays erased; the conversation may go on.
    """
    if actor.kind is not ActorKind.PERSON or actor.person_id is None:
        return None
    with scope.enter(actor.workspace_id):
        # Locked as where messages are appended, so that none comes back meanwhile.
        sessions = Session.objects.select_for_update(no_key=True).filter(person_id=actor.person_id)
        session = sessions.filter(id=session_id).first()
        rows = Turn.objects.visible_to(actor, now=now).filter(session=session)
        turns = list(rows.filter(id=turn_id) if turn_id else rows) if session else []
        if not turns:
            return None
        _erase(turns, now)
        # The title may quote any of them.
        gone = F("erased_turns") + len(turns)
        Session.objects.filter(id=session_id).update(erased_turns=gone, title="")
        what = {"erased": MESSAGE if turn_id else CONVERSATION, "id": str(turn_id or session_id)}
        meta = {**what, "messages": len(turns), "forgotten": forgotten, **_which(turns)}
        return record_erasure(person_id=actor.person_id, meta=meta, actor=actor, now=now)


def _which(turns: list[Turn]) -> dict[str, Any]:
    """Return the time and the agents of a message, by which its person recognises it, without its content."""
    agents = sorted({str(turn.agent_id) for turn in turns if turn.agent_id})
    return {"said_at": min(turn.occurred_at for turn in turns).isoformat(), "agents": agents}


def _erase(turns: list[Turn], now: datetime) -> None:
    ids = [turn.id for turn in turns]
    erase_answers_naming(ids)
    Turn.objects.filter(id__in=ids).delete()
    Turn.objects.bulk_create(_place_of(turn, now) for turn in turns if turn.external_id)


def _place_of(turn: Turn, now: datetime) -> Turn:
    """Return the row that prevents an erased message from being stored again; no job processes it."""
    kept = ("id", "session_id", "person_id", "position", "role", "external_id", "agent_id", "occurred_at", "created_at")
    times = {"indexed_at": now, "extracted_at": now, "erased_at": now}
    return Turn(**{name: getattr(turn, name) for name in kept}, **times)

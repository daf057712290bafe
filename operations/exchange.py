"""The loop of 000: retrieve, let the model answer, store. A client with its own model uses the halves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from conversations.actions.sessions import writable_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from conversations.models.turn import TurnRole
from intelligence.actions.answer_message import Answered, answer_message
from intelligence.memory_tools import Operation, Toolbox
from memories import limits
from operations.sessions import record_turns
from retrieval.context.build import build_context
from retrieval.context.parts import ContextAnswer
from retrieval.context.request import ContextRequest
from workspaces import scope
from workspaces.actors import Actor

REPLY = ":reply"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The retrieved context, the model's answer and writes, and the turns with whether each is new."""

    context: ContextAnswer
    answered: Answered
    operations: Sequence[Operation]
    turns: Sequence[tuple[Turn, bool]]


def exchange(
    *,
    session_id: UUID,
    message: TurnDraft,
    actor: Actor,
    now: datetime,
    with_reply: bool = True,
    top_k: int | None = None,
) -> Exchanged:
    """Retrieve context for the message, store it, have it answered, store the answer.

    The message is stored before the model is called, so that a failure loses nothing; a job extracts facts later. For
    an `external_id` that was answered before, the model is not called again.
    Raises NotAllowed, UnknownSession, UnknownPerson, and what `build_context` raises.
    """
    session = _session(session_id, actor, now)
    context = build_context(_request(session, message, top_k), actor=actor, now=now)
    stored = record_turns(session_id=session_id, drafts=[message], actor=actor, now=now)
    earlier = _earlier_reply(session_id, message, actor)
    if earlier is not None:
        return Exchanged(context, Answered("answered", earlier.disclosed_to(actor)[0]), (), [*stored, (earlier, False)])
    if not with_reply:
        return Exchanged(context, Answered("no_model"), (), stored)
    turn = stored[0][0]
    toolbox = Toolbox(session.person_id, session.id, session.thread_id, turn.id, actor, now)
    lines = [*_lines(context, turn), ("user", turn.content)]
    answered = answer_message(
        context=context.text, lines=lines, toolbox=toolbox, workspace_id=actor.workspace_id, now=now
    )
    if not answered.text:
        return Exchanged(context, answered, toolbox.operations, stored)
    reply = _reply(answered.text, message)
    stored += record_turns(session_id=session_id, drafts=[reply], actor=actor, now=now)
    return Exchanged(context, Answered("answered", stored[-1][0].content), toolbox.operations, stored)


def _session(session_id: UUID, actor: Actor, now: datetime) -> Session:
    with scope.enter(actor.workspace_id):
        return writable_session(session_id, rows=Session.objects.all(), actor=actor, now=now)


def _request(session: Session, message: TurnDraft, top_k: int | None) -> ContextRequest:
    return ContextRequest(
        user_id=session.person_id,
        query=message.content[: limits.QUERY_CHARACTERS],
        thread_id=session.thread_id,
        session_id=session.id,
        top_k=top_k or limits.TOP_K_DEFAULT,
    )


def _earlier_reply(session_id: UUID, message: TurnDraft, actor: Actor) -> Turn | None:
    if not message.external_id:
        return None
    with scope.enter(actor.workspace_id):
        return Turn.objects.filter(session_id=session_id, external_id=_reply_id(message)).first()


def _lines(context: ContextAnswer, turn: Turn) -> list[tuple[str, str]]:
    """The preceding turns, as a model expects them."""
    shown = [line for line in reversed(context.parts.turns) if line.id != turn.id]
    return [("assistant" if line.role == TurnRole.ASSISTANT else "user", line.content) for line in shown]


def _reply(text: str, message: TurnDraft) -> TurnDraft:
    return TurnDraft(role=TurnRole.ASSISTANT, content=text, external_id=_reply_id(message))


def _reply_id(message: TurnDraft) -> str:
    return (message.external_id[: 256 - len(REPLY)] + REPLY) if message.external_id else ""

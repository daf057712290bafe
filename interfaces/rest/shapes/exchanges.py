from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from conversations.drafts import CONTENT_CHARACTERS
from interfaces.rest.parsing import AgentRole, Input, Timestamp
from interfaces.rest.shapes.retrievals import Context, context
from interfaces.rest.shapes.sessions import StoredTurn
from memories import limits
from operations.actions.exchange import Exchanged

ReplyStatus = Literal["answered", "no_model", "unavailable", "refused", "invalid", "over_budget"]


class NewExchange(Input):
    """A message of the person. With `reply` false, or without a language model, it is only retrieved for and stored."""

    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(default="", max_length=200)
    occurred_at: Timestamp | None = Field(default=None, description="Left out: now.")
    external_id: str = Field(default="", max_length=240, description="Makes sending it twice change nothing.")
    top_k: int = Field(default=limits.TOP_K_DEFAULT, ge=1, le=limits.TOP_K_MAX)
    reply: bool = True
    agent: AgentRole


class MemoryOperation(BaseModel):
    """What became of an `upsertMemory` of the model (000); with a `proposal_id` it waits for the person."""

    success: bool
    memory_id: UUID | None
    message: str
    proposal_id: UUID | None


class ExchangeOut(BaseModel):
    """`context` is what was retrieved, as data and as `text`. `reply` is null unless `reply_status` is "answered"."""

    session_id: UUID
    context: Context
    reply: str | None
    reply_status: ReplyStatus
    memory_operations: list[MemoryOperation]
    turns: list[StoredTurn]


def exchange_out(session_id: UUID, exchanged: Exchanged) -> ExchangeOut:
    return ExchangeOut(
        session_id=session_id,
        context=context(exchanged.context),
        reply=exchanged.answered.text or None,
        reply_status=exchanged.answered.status,
        memory_operations=[
            MemoryOperation(
                success=one.success, memory_id=one.memory_id, message=one.message, proposal_id=one.proposal_id
            )
            for one in exchanged.operations
        ],
        turns=[StoredTurn.of(turn, created) for turn, created in exchanged.turns],
    )

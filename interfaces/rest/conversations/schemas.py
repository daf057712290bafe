from datetime import datetime
from typing import Any, Literal, Self
from uuid import UUID

from django.conf import settings
from pydantic import BaseModel, Field, model_validator

from conversations.drafts import CONTENT_CHARACTERS
from conversations.models import Session, Turn
from interfaces.rest.pagination import MAX_LIMIT, Page, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Timestamp
from interfaces.rest.retrieval.schemas import Context, context
from memories import limits
from operations.exchange import Exchanged

TurnRoleName = Literal["user", "assistant", "system", "tool"]


class NewSession(Input):
    """A conversation to begin; with an `external_id` that is known already, that one is meant."""

    user_id: UUID
    external_id: str = Field(default="", max_length=256)
    thread_id: str = Field(default="", max_length=256, description="Left out: the person's default thread.")
    agent: AgentRole


class CloseRequest(Input):
    """Nothing needs to be said."""

    agent: AgentRole


class SessionQuery(PageQuery):
    user_id: UUID | None = None
    external_id: str | None = Field(default=None, max_length=256)


class SessionOut(BaseModel):
    """A conversation. `turns` is how many it has."""

    id: UUID
    user_id: UUID
    external_id: str
    thread_id: str
    turns: int
    created_at: datetime
    last_turn_at: datetime | None
    closed_at: datetime | None


class SessionDetail(SessionOut):
    """`indexed_turns` of the `turns` are found by meaning; all of them are found by their words."""

    indexed_turns: int


class SessionPage(Page[SessionOut]):
    pass


class NewTurn(Input):
    """One message. With an `external_id` that its session knows already it is not stored again."""

    role: TurnRoleName
    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(default="", max_length=200)
    occurred_at: Timestamp | None = Field(default=None, description="Left out: now.")
    external_id: str = Field(default="", max_length=256)


class NewTurns(Input):
    """One to 100 messages in order. One bare message instead of the list is accepted too."""

    turns: list[NewTurn] = Field(min_length=1, max_length=limits.TURNS_PER_CALL)
    agent: AgentRole

    @model_validator(mode="before")
    @classmethod
    def _bare_turn(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "turns" in data or "content" not in data:
            return data
        told = {name: data[name] for name in ("agent",) if name in data}
        return told | {"turns": [{name: value for name, value in data.items() if name not in told}]}


class StoredTurn(BaseModel):
    """Where a message went; `created` is false if it was known already."""

    id: UUID
    position: int
    external_id: str
    created: bool

    @classmethod
    def of(cls, turn: Turn, created: bool) -> Self:
        return cls(id=turn.id, position=turn.position, external_id=turn.external_id, created=created)


class StoredTurns(BaseModel):
    session_id: UUID
    turns: list[StoredTurn]


class TurnOut(BaseModel):
    """One message. `position` counts from 1; `indexed` says if it is found by meaning.

    `withheld` are the sentences, as [start, end) of the content, that the person did not agree to have remembered: they
    stand here, and retrieval leaves them out (R19).
    """

    id: UUID
    session_id: UUID
    position: int
    role: str
    speaker: str
    content: str
    external_id: str
    occurred_at: datetime
    created_at: datetime
    indexed: bool
    withheld: list[tuple[int, int]]


class TurnPage(Page[TurnOut]):
    pass


class WindowQuery(Input):
    size: int = Field(default_factory=lambda: settings.WINDOW_TURNS, ge=1, le=MAX_LIMIT)


class Window(BaseModel):
    """The last messages in the order they were said (002's short-term memory)."""

    session_id: UUID
    turns: list[TurnOut]


def session_values(session: Session) -> dict[str, Any]:
    copied = ("id", "external_id", "thread_id", "created_at", "last_turn_at", "closed_at")
    return {name: getattr(session, name) for name in copied} | {
        "user_id": session.person_id,
        "turns": session.turn_count,
    }


def turn_out(turn: Turn) -> TurnOut:
    copied = ("id", "session_id", "position", "role", "speaker", "content", "external_id", "occurred_at", "created_at")
    return TurnOut(
        **{name: getattr(turn, name) for name in copied}, indexed=turn.indexed_at is not None, withheld=turn.withheld
    )


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

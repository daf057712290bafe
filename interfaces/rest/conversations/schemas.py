from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.conf import settings
from pydantic import BeforeValidator, Field, model_validator

from conversations.drafts import CONTENT_CHARACTERS
from interfaces.rest.pagination import MAX_LIMIT, Page, PageQuery
from interfaces.rest.retrieval.schemas import Context
from interfaces.rest.schemas import AgentRole, Input, Output, Timestamp
from memories import limits

TurnRoleName = Literal["user", "assistant", "system", "tool"]


class NewSession(Input):
    """A conversation to begin; an `external_id` that is known already brings the known one."""

    user_id: UUID
    external_id: str = Field(default="", max_length=256)
    thread_id: str = Field(default="", max_length=256, description="Left out: the person's default thread.")
    agent: AgentRole


class CloseRequest(Input):
    """An empty object will do."""

    agent: AgentRole


class SessionQuery(PageQuery):
    user_id: UUID | None = None
    external_id: str | None = Field(default=None, max_length=256)


class SessionOut(Output):
    """A conversation. `turns` is how many it has."""

    id: UUID
    user_id: UUID = Field(validation_alias="person_id")
    scope: str = Field(description="The namespace of its person: a conversation is always with one.")
    external_id: str
    thread_id: str
    turns: int = Field(validation_alias="kept_turns")
    created_at: datetime
    last_turn_at: datetime | None
    closed_at: datetime | None


class SessionDetail(SessionOut):
    """Dense search finds `indexed_turns` of the `turns`, lexical search all of them."""

    indexed_turns: int


class SessionPage(Page[SessionOut]):
    pass


class NewTurn(Input):
    """One message. One with an `external_id` that the session has already is not stored again."""

    role: TurnRoleName | None = Field(default=None, description="Left out: the role that `speaker` names, else user.")
    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(
        default="",
        max_length=200,
        description="A name. user, human, assistant, ai, bot, system and tool are no names but roles, and not kept.",
    )
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
        turn = {name: value for name, value in data.items() if name != "agent"}
        return {name: data[name] for name in ("agent",) if name in data} | {"turns": [turn]}


class StoredTurn(Output):
    """Where a message went; `created` is false if it was stored before."""

    id: UUID
    position: int
    external_id: str
    created: bool
    redacted: list[str] = Field(
        default=[], description="Kinds of secrets that were cut out before it was stored, e.g. `password`."
    )
    message: str = Field(
        default="", description="What to tell the person, if they ask to forget everything: no message does that."
    )


class StoredTurns(Output):
    session_id: UUID
    turns: list[StoredTurn]


class TurnOut(Output):
    """One message. `position` counts from 1; `indexed`: dense search finds it.

    `withheld` is what the person has not agreed to have remembered, as [start, end) of the content: retrieval leaves it
    out. An agent reads `[withheld]` there, but for what it asked about itself and the person has not answered yet.
    """

    id: UUID
    session_id: UUID
    position: int
    role: str
    speaker: str
    content: str
    external_id: str
    agent_id: UUID | None = Field(description="The agent that stored it; null where none did.")
    occurred_at: datetime
    created_at: datetime
    indexed: Annotated[bool, BeforeValidator(lambda indexed_at: indexed_at is not None)] = Field(
        validation_alias="indexed_at"
    )
    withheld: list[tuple[int, int]]


class TurnPage(Page[TurnOut]):
    pass


class WindowQuery(Input):
    size: int = Field(default_factory=lambda: settings.WINDOW_TURNS, ge=1, le=MAX_LIMIT)


class Window(Output):
    """The last messages in the order they were said."""

    session_id: UUID
    turns: list[TurnOut]


ReplyStatus = Literal["answered", "no_model", "unavailable", "refused", "invalid", "over_budget"]


class NewExchange(Input):
    """A message of the person. With `reply` false, or without a language model, nobody answers it."""

    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(default="", max_length=200)
    occurred_at: Timestamp | None = Field(default=None, description="Left out: now.")
    external_id: str = Field(default="", max_length=240, description="The same message sent again changes nothing.")
    top_k: int = Field(default=limits.TOP_K_DEFAULT, ge=1, le=limits.TOP_K_MAX)
    reply: bool = True
    agent: AgentRole


class MemoryOperation(Output):
    """What became of a memory that the model wrote; with a `proposal_id` it waits for the person."""

    success: bool
    memory_id: UUID | None
    message: str
    proposal_id: UUID | None
    review_url: str | None


class ExchangeOut(Output):
    """`context` is what was retrieved, as data and as `text`. `reply` is null unless `reply_status` is "answered"."""

    session_id: UUID
    context: Context
    reply: str | None
    reply_status: ReplyStatus
    memory_operations: list[MemoryOperation]
    turns: list[StoredTurn]

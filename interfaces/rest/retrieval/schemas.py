from datetime import date, datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, RootModel

from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import Input, Timestamp
from memories.limits import MODEL_NAME_CHARACTERS
from retrieval.answers import disclosed_counts
from retrieval.context.parts import ContextAnswer
from retrieval.models import RetrievalEvent
from retrieval.recall_shares import RecallShare
from retrieval.recording import disclosed_timings
from retrieval.replay import Replay
from workspaces.actors import Actor


class QueryNeighbour(BaseModel):
    """A turn said just before or after one that was found."""

    id: UUID
    content: str
    session_id: UUID
    position: int
    speaker: str
    role: str
    occurred_at: datetime
    external_id: str


class QueryItem(BaseModel):
    """One result. As a bullet it has id, category, text and kind; in full all that R28 lists, but no text.

    Turns add where they were said; `neighbours` and `explanation` come when asked for.
    """

    model_config = ConfigDict(extra="allow")

    id: UUID
    kind: str
    category: str
    text: str | None = None
    memory_type: str | None = None
    summary: str | None = None
    content: str | None = None
    scope: str | None = None
    score: float | None = None
    sensitivity: str | None = None
    validation_status: str | None = None
    provenance: dict[str, Any] | None = None
    artifact_refs: list[dict[str, Any]] | None = None
    metadata: dict[str, Any] | None = None
    importance: float | None = None
    importance_level: int | None = None
    confidence: float | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    version: int | None = None
    session_id: UUID | None = None
    position: int | None = None
    speaker: str | None = None
    role: str | None = None
    occurred_at: datetime | None = None
    external_id: str | None = None
    neighbours: list[QueryNeighbour] | None = None
    explanation: dict[str, Any] | None = None


class QueryItems(RootModel[list[QueryItem]]):
    """The bare list of 001 §6, best first."""


class ContextFact(BaseModel):
    memory_id: UUID
    category: str
    key: str
    value: str
    importance: float
    confidence: float


class ContextEpisode(BaseModel):
    """`turns` is like `turns 1-10`, or empty; `summary` is cut to what a context shows."""

    memory_id: UUID
    turns: str
    summary: str
    score: float


class ContextTurn(BaseModel):
    id: UUID
    role: str
    speaker: str
    content: str
    occurred_at: datetime


class Context(BaseModel):
    """Everything an agent should see for one question, as data and as `text`, within the budget.

    `header` is empty when nothing changed since the caller last looked. `confidence`, 0..1, is the best score found: if
    it is low, recall on demand. `left_out` counts what gave way to the budget.
    """

    header: str
    revision: int
    profile: list[ContextFact]
    standing: list[QueryItem]
    memories: list[QueryItem]
    episodes: list[ContextEpisode]
    recent_turns: list[ContextTurn]
    text: str
    token_count: int
    confidence: float
    left_out: dict[str, int]


class RetrievalQuery(PageQuery):
    """Which retrievals to list. `until` is not included."""

    user_id: UUID | None = None
    agent_id: UUID | None = None
    memory_id: UUID | None = Field(default=None, description="Only those that showed this memory.")
    purpose: str | None = Field(default=None, max_length=32, description="For instance recall, context or replay.")
    since: Timestamp | None = None
    until: Timestamp | None = None


class ReadsQuery(PageQuery):
    """Who read one memory."""


class ReplayRequest(Input):
    """`model` compares the vectors of another embedding model than the one that serves."""

    model: str | None = Field(default=None, max_length=MODEL_NAME_CHARACTERS)


class Retrieval(BaseModel):
    """The receipt of one query (003). `results` are in the order answered: kind, id, version, score, signals.

    A context's begin with the profile's facts and end with the recent turns; `score` is null for what it shows whatever
    is asked, and `filters.context` is how it was asked for.
    `withheld` counts what was found but not shown, by reason; agents are told only of what they could have been shown.
    `timings` are milliseconds per stage; an agent is told those of all searches as one.
    """

    id: UUID
    user_id: UUID | None
    scope: str
    query: str
    purpose: str
    agent_id: UUID | None
    actor: str
    filters: dict[str, Any]
    policy: dict[str, Any]
    returned_memory_ids: list[UUID]
    returned_artifact_ids: list[UUID]
    results: list[dict[str, Any]]
    withheld: dict[str, int]
    timings: dict[str, float]
    embedding_model: str
    created_at: datetime


class RetrievalPage(Page[Retrieval]):
    pass


class Reading(BaseModel):
    """One time that a memory was shown: to whom, for which purpose, which version of it and at which place (from 1).

    `score` is null for what a context shows whatever is asked.
    """

    event_id: UUID
    agent_id: UUID | None
    actor: str
    purpose: str
    version: int | None
    place: int | None
    score: float | None
    read_at: datetime


class ReadingPage(Page[Reading]):
    pass


class ReplayedPlace(BaseModel):
    """`content` is null where `missing` says `withheld` or `erased`, `score` for what a context always shows."""

    id: UUID
    kind: str
    version: int
    score: float | None
    content: str | None
    missing: str


class ReplayOut(BaseModel):
    """The same question then and now. `moved` are places, `changed` versions: from and to."""

    event_id: UUID
    query: str
    asked_at: datetime
    then: list[ReplayedPlace]
    now: list[ReplayedPlace]
    appeared: list[UUID]
    disappeared: list[UUID]
    moved: dict[UUID, tuple[int, int]]
    changed: dict[UUID, tuple[int, int]]


class RecallQuery(Input):
    """Left out, the last 30 days."""

    since: Timestamp | None = None
    until: Timestamp | None = None


class RecallDay(BaseModel):
    """One agent's recalls on a day (UTC) and their share of the users' turns; null on a day without turns."""

    day: date
    agent_id: UUID | None
    agent: str
    recalls: int
    turns: int
    share: float | None
    is_over: bool = Field(description="Whether a tenth or more of the turns needed it (001 §11).")


class RecallDays(BaseModel):
    results: list[RecallDay]


COPIED = (
    "id", "scope", "query", "purpose", "agent_id", "filters", "policy", "returned_memory_ids", "returned_artifact_ids",
    "results", "embedding_model", "created_at",
)  # fmt: skip


def context(found: ContextAnswer) -> Context:
    return Context.model_validate(found.data())


def retrieval(event: RetrievalEvent, *, actor: Actor) -> Retrieval:
    """An agent is not told how much of what it may not see was found, nor whether any was."""
    copied = {name: getattr(event, name) for name in COPIED}
    withheld = disclosed_counts(event.withheld) if actor.is_agent else event.withheld
    timings = disclosed_timings(event.timings) if actor.is_agent else event.timings
    return Retrieval(**copied, withheld=withheld, timings=timings, user_id=event.person_id, actor=event.actor_label)


def reading(event: RetrievalEvent, memory_id: UUID) -> Reading:
    searched = [UUID(result["id"]) for result in event.results]
    place = searched.index(memory_id) + 1 if memory_id in searched else None
    result = event.results[place - 1] if place else {}
    return Reading(
        event_id=event.id,
        agent_id=event.agent_id,
        actor=event.actor_label,
        purpose=event.purpose,
        version=result.get("version"),
        place=place,
        score=result.get("score"),
        read_at=event.created_at,
    )


def replayed(found: Replay) -> ReplayOut:
    return ReplayOut.model_validate(found.data())


def recall_day(share: RecallShare) -> RecallDay:
    names = ("day", "agent_id", "agent", "recalls", "turns", "share", "is_over")
    return RecallDay(**{name: getattr(share, name) for name in names})

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from pydantic import ConfigDict, Field, RootModel

from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.schemas import Input, Output, Timestamp, UserId
from memories.limits import MODEL_NAME_CHARACTERS
from retrieval.disclosure import disclosed_receipt
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor
from workspaces.models import Agent


class QueryNeighbour(Output):
    """The turn just before or after one that was found."""

    id: UUID
    content: str
    session_id: UUID
    position: int
    speaker: str
    role: str
    occurred_at: datetime
    external_id: str


class QueryItem(Output):
    """One result. As a bullet it has id, category, text and kind; in full everything but text.

    Turns add where they were said; `neighbours` and `explanation` come on request. Where allergies, diets and other
    needs have no room of their own, `content` or `text` joins those of several memories: do not write it back to `id`,
    which is the best one's.
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
    staleness: str | None = None
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
    """The results, best first."""


class ContextFact(Output):
    memory_id: UUID
    category: str
    key: str
    value: str
    importance: float
    confidence: float


class ContextEpisode(Output):
    """`turns` is like `turns 1-10`, or empty; `summary` is cut to what a context shows."""

    memory_id: UUID
    turns: str
    summary: str
    score: float


class ContextTurn(Output):
    id: UUID
    role: str
    speaker: str
    content: str
    occurred_at: datetime


class Context(Output):
    """Everything an agent should see for one question, as data and as `text`, within the budget.

    `header` is empty when nothing changed since the caller's last context. `confidence`, 0..1, is the best score of
    the `memories` and `episodes`, and of what is `standing` where it fits the question; 0 where none does, and `text`
    says so. If it is low, recall on demand. `said_by_others` is what assistants, the system and tools said: no memory
    of the person. `left_out` counts what the budget had no room for.
    """

    header: str
    revision: int
    profile: list[ContextFact]
    standing: list[QueryItem]
    memories: list[QueryItem]
    said_by_others: list[QueryItem]
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
    """`model`: another embedding model than the active one, to compare with."""

    model: str | None = Field(default=None, max_length=MODEL_NAME_CHARACTERS)


class Retrieval(Output):
    """The receipt of one query. `results` are in the order of the answer: kind, id, version, score, signals.

    Those of a context begin with the facts of the profile and end with the recent turns; `score` is null for what a
    context always shows, and `filters.context` is the request. `withheld` counts what was found but not shown, by
    reason; agents learn only of what they could have been shown. `timings` are milliseconds per stage; agents get those
    of all searches as one.
    """

    id: UUID
    user_id: UserId
    scope: str
    query: str
    purpose: str
    agent_id: UUID | None
    actor: str = Field(validation_alias="actor_label")
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


class Reading(Output):
    """One time that a memory was shown: to whom, for which question and purpose, which version, its place (from 1).

    `score` is null for what a context always shows, `query` where the caller may not read the question.
    """

    event_id: UUID = Field(validation_alias="id")
    agent_id: UUID | None
    actor: str = Field(validation_alias="actor_label")
    agent: str | None = Field(default=None, description="The agent's name; null where it was no agent.")
    query: str | None = Field(default=None, description="The question; null where the caller may not read it.")
    purpose: str
    version: int | None
    place: int | None
    score: float | None
    read_at: datetime = Field(validation_alias="created_at")


class ReadingPage(Page[Reading]):
    pass


class ReplayedPlace(Output):
    """`content` is null if `missing` is `withheld` or `erased`, `score` for what a context always shows."""

    id: UUID
    kind: str
    version: int
    score: float | None
    content: str | None
    missing: str


class ReplayOut(Output):
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


class RecallDay(Output):
    """One agent's recalls on a day (UTC) and their share of the users' turns; null on a day without turns."""

    day: date
    agent_id: UUID | None
    agent: str
    recalls: int
    turns: int
    share: float | None
    is_over: bool = Field(description="Whether a tenth or more of the turns needed it.")


class RecallDays(Output):
    results: list[RecallDay]


def retrievals(events: Sequence[RetrievalEvent], *, actor: Actor) -> list[Retrieval]:
    """Return the events as the actor may read them."""
    return [Retrieval.of(event, **disclosed_receipt(event, actor)) for event in events]


def readings(events: Sequence[RetrievalEvent], memory_id: UUID, *, actor: Actor, now: datetime) -> list[Reading]:
    """Return the readings. Runs in the entered scope. The question is visible to those who may read its receipt, in the
    same form (R31)."""
    ids = RetrievalEvent.objects.visible_to(actor, now=now).filter(id__in=[event.id for event in events])
    may_read = set(ids.values_list("id", flat=True))
    questions = {one.id: one.query for one in retrievals([e for e in events if e.id in may_read], actor=actor)}
    agents = Agent.objects.in_bulk({event.agent_id for event in events if event.agent_id})
    return [
        _reading(
            event,
            memory_id,
            query=questions.get(event.id),
            agent=agents[event.agent_id].called if event.agent_id in agents else None,
        )
        for event in events
    ]


def _reading(event: RetrievalEvent, memory_id: UUID, **more: Any) -> Reading:
    searched = [UUID(result["id"]) for result in event.results]
    place = searched.index(memory_id) + 1 if memory_id in searched else None
    result = event.results[place - 1] if place else {}
    return Reading.of(event, place=place, version=result.get("version"), score=result.get("score"), **more)

"""Replays a retrieval: the recorded answer, the present one, and the difference (003 "Replay requirements")."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from pydantic import BaseModel, ValidationError

from conversations.models import Turn
from conversations.withheld_texts import WithheldTexts
from memories import limits
from memories.models import Embedding, EmbeddingModel, Memory, MemoryVersion
from providers.embedding import ModelNotPrepared
from retrieval.answers import Item
from retrieval.authorization import NotGranted
from retrieval.context.build import build_context
from retrieval.context.parts import ContextAnswer
from retrieval.context.request import NO_QUESTION, ContextRequest
from retrieval.explanation import shared_words
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from retrieval.visibility import kind_of
from workspaces import scope
from workspaces.actors import Actor
from workspaces.sensitivity import rank, with_less

PURPOSE = "replay"
VERSION = ("memory_id", "number", "content")
M = TypeVar("M", bound=BaseModel)
AnyRequest = QueryRequest | ContextRequest


class UnknownEvent(Exception):
    """The actor can read no such retrieval (404)."""


class UnknownModel(Exception):
    """No embedding model of that name has vectors, or its files are missing (422)."""


class NotReplayable(ValueError):
    """The recorded request is incomplete: parts of it were redacted (409)."""


@dataclass(frozen=True, slots=True)
class ReplayedResult:
    """One result: its id and version, its score 0..1, its text.

    `score` is None for what a context shows regardless of the question. `content` is None if the text may no longer be
    shown or is erased; `missing` then says "withheld" or "erased".
    """

    id: UUID
    kind: str
    version: int
    score: float | None
    content: str | None
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """The recorded and the present results of a retrieval, each best first; positions are counted from 1."""

    event_id: UUID
    query: str
    asked_at: datetime
    then: tuple[ReplayedResult, ...]
    now: tuple[ReplayedResult, ...]

    @property
    def appeared(self) -> list[UUID]:
        before = {place.id for place in self.then}
        return [place.id for place in self.now if place.id not in before]

    @property
    def disappeared(self) -> list[UUID]:
        after = {place.id for place in self.now}
        return [place.id for place in self.then if place.id not in after]

    @property
    def moved(self) -> dict[UUID, tuple[int, int]]:
        """The old and new positions by id."""
        before, after = _places(self.then), _places(self.now)
        return {one: (before[one], after[one]) for one in before if one in after and before[one] != after[one]}

    @property
    def changed(self) -> dict[UUID, tuple[int, int]]:
        """The old and new versions by id."""
        after = {place.id: place.version for place in self.now}
        pairs = {place.id: (place.version, after[place.id]) for place in self.then if place.id in after}
        return {one: versions for one, versions in pairs.items() if versions[0] != versions[1]}

    def data(self) -> dict[str, Any]:
        """Return everything, with ids and times as Python objects."""
        moved, changed = ({str(one): pair for one, pair in pairs.items()} for pairs in (self.moved, self.changed))
        lists = {"appeared": self.appeared, "disappeared": self.disappeared}
        return asdict(self) | lists | {"moved": moved, "changed": changed}


def replay(
    event_id: UUID, *, actor: Actor, now: datetime, model_name: str = "", access_of: Actor | None = None
) -> Replay:
    """Repeat a retrieval as the actor who replays, with what they may see now.

    With `access_of`, a person sees what that agent would find now: their own view without what it may not see.

    "Then" is the receipt: the ids, versions and scores that were returned, with the texts of those versions. A context
    is built again within the same budget, and its changes do not count as shown. With `model_name` the new search uses
    the vectors of that embedding model. Stores its own receipt (purpose "replay"). Raises UnknownEvent, UnknownModel,
    NotReplayable, and as `memory_query` does.
    """
    with scope.enter(actor.workspace_id):
        event = RetrievalEvent.objects.readable_by(actor, event_id, now=now)
        if event is None:
            raise UnknownEvent
        _check_may_repeat(event, actor)
        then = recorded_results(event, actor, now)
        model = _model(model_name)
    try:
        places = _current_results(event, actor, now, model, access_of)
    except ModelNotPrepared as error:
        raise UnknownModel(f"The files of {model_name!r} are not on this machine.") from error
    return Replay(event.id, event.query, event.created_at, then, places)


def _check_may_repeat(event: RetrievalEvent, actor: Actor) -> None:
    """Raise NotReplayable if an agent replays another's question, or a person's own one that states what they have not
    agreed to (R31)."""
    if actor.is_agent and event.agent_id not in (None, actor.id):
        raise NotReplayable("Another agent asked this. An agent can ask only its own questions again.")
    withheld = WithheldTexts.for_reader(actor, {event.person_id} if event.agent_id is None else ())
    if withheld.disclosed(event.query, event.person_id) != event.query:
        raise NotReplayable("The question says something that the person has not agreed to.")


def _current_results(
    event: RetrievalEvent, actor: Actor, now: datetime, model: EmbeddingModel | None, access_of: Actor | None
) -> tuple[ReplayedResult, ...]:
    request = context_request_of(event) if is_context(event) else request_of(event)
    if access_of is not None:
        request = _with_ceiling(request, event, access_of, now)
        actor = replace(actor, categories=access_of.categories, hidden_categories=access_of.hidden_categories)
    if isinstance(request, ContextRequest):
        return _context_results(build_context(request, actor=actor, now=now, model=model))
    items = memory_query(request, actor=actor, now=now, model=model).items
    return tuple(_replayed(part) for item in items for part in item.parts)


def _with_ceiling(request: AnyRequest, event: RetrievalEvent, agent: Actor, now: datetime) -> AnyRequest:
    """Return the request without the sensitivities that the agent may not read. Raises NotGranted."""
    path = request.scope or "" if isinstance(request, QueryRequest) else ""
    ceiling = agent.reading_ceiling(person_id=event.person_id, namespace_path=path, now=now)
    labels = tuple(
        label for label in with_less(request.allowed_sensitivity) if ceiling is not None and rank(label) <= ceiling
    )
    if not labels:
        raise NotGranted("No grant lets the agent read there.")
    return request.model_copy(update={"allowed_sensitivity": labels})


def _context_results(context: ContextAnswer) -> tuple[ReplayedResult, ...]:
    """Return the results in the order of a context's receipt."""
    parts = context.parts
    facts = [ReplayedResult(one.memory_id, "fact", one.version, None, f"{one.key}: {one.value}") for one in parts.facts]
    changes = [
        ReplayedResult(one.memory_id, kind_of(one.key, one.memory_type), one.version, None, one.text)
        for one in parts.only_in_header(context.items)
    ]
    turns = [ReplayedResult(turn.id, "turn", 1, None, turn.content) for turn in reversed(parts.turns)]
    return (*facts, *changes, *map(_replayed, context.items), *turns)


def _replayed(item: Item) -> ReplayedResult:
    return ReplayedResult(item.id, item.kind, item.version, item.score if item.signals else None, item.content)


def _places(results: Sequence[ReplayedResult]) -> dict[UUID, int]:
    return {place.id: number for number, place in enumerate(results, start=1)}


def _model(name: str) -> EmbeddingModel | None:
    if not name:
        return None
    model = EmbeddingModel.objects.filter(name=name).order_by("-created_at").first()
    if model is None or not Embedding.objects.filter(model=model).exists():
        raise UnknownModel(f"There are no vectors of an embedding model called {name!r} here.")
    return model


def request_of(event: RetrievalEvent) -> QueryRequest:
    """Return the recorded request: its question without what was redacted, and without the caller's role.

    Raises NotReplayable.
    """
    body = event.filters | {"query": event.query[: limits.QUERY_CHARACTERS], "purpose": PURPOSE}
    body.pop("agent", None)
    if event.person_id:
        body["user_id"] = str(event.person_id)
    return _validated(QueryRequest, body)


def is_context(event: RetrievalEvent) -> bool:
    return "context" in event.filters


def context_request_of(event: RetrievalEvent) -> ContextRequest:
    """Return the recorded request of a context, as `request_of`. Raises NotReplayable."""
    query = "" if event.query == NO_QUESTION else event.query[: limits.QUERY_CHARACTERS]
    body = event.filters["context"] | {"query": query, "purpose": PURPOSE, "user_id": event.person_id}
    body.pop("agent", None)
    return _validated(ContextRequest, body)


def _validated(kind: type[M], body: Mapping[str, Any]) -> M:
    try:
        return kind.model_validate(body)
    except ValidationError as error:
        raise NotReplayable("The question was not recorded as it was asked, so it cannot be asked again.") from error


def recorded_results(event: RetrievalEvent, actor: Actor, now: datetime) -> tuple[ReplayedResult, ...]:
    """Return the recorded results with the texts of those versions, if the actor may read them. In the entered
    scope."""
    results = event.results
    contents = _contents(results, actor, now)
    existing = set(_existing(results))
    places = []
    for result in results:
        key = (UUID(result["id"]), result["version"])
        missing = "" if key in contents else "withheld" if key[0] in existing else "erased"
        places.append(ReplayedResult(key[0], result["kind"], key[1], result["score"], contents.get(key), missing))
    return tuple(places)


def words_of(question: str, places: Sequence[ReplayedResult]) -> list[Sequence[str] | None]:
    """Return for each result the question's words that it contains; None if its text may not be read. One query."""
    found = shared_words(question, [place.content or "" for place in places])
    return [words if place.content else None for words, place in zip(found, places, strict=True)]


def _contents(results: Sequence[Mapping[str, Any]], actor: Actor, now: datetime) -> dict[tuple[UUID, int], str]:
    """Return the texts of those versions that the actor may read today, by both former and present category and
    sensitivity."""
    ids = [result["id"] for result in results]
    memories = Memory.objects.visible_to(actor, now=now).filter(id__in=ids)
    versions = MemoryVersion.objects.filter(memory__in=memories).authorized_when_written(actor, now=now)
    turns = Turn.objects.visible_to(actor, now=now).filter(id__in=ids)
    return {(memory, number): content for memory, number, content in versions.values_list(*VERSION)} | {
        (turn.id, 1): turn.shown_to(actor) for turn in turns
    }


def _existing(results: Sequence[Mapping[str, Any]]) -> list[UUID]:
    ids = [result["id"] for result in results]
    found = Memory.objects.filter(id__in=ids).values_list("id", flat=True)
    return [*found, *Turn.objects.not_deleted().filter(id__in=ids).values_list("id", flat=True)]

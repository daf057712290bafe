"""A retrieval again: what was answered then, what would be now, and the difference (003 "Replay requirements")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from conversations.models import Turn
from memories.models import EmbeddingModel, Memory, MemoryVersion
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import Actor

PURPOSE = "replay"


class UnknownEvent(Exception):
    """No such retrieval within the actor's reach (404)."""


class UnknownModel(Exception):
    """No embedding model of that name has vectors here (422)."""


@dataclass(frozen=True, slots=True)
class Place:
    """One result: which version of what, its score 0..1, its text.

    `content` is None where the text may not be shown any more or is erased; `missing` then says "withheld" or "erased".
    """

    id: UUID
    kind: str
    version: int
    score: float
    content: str | None
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "kind": self.kind,
            "version": self.version,
            "score": self.score,
            "content": self.content,
            "missing": self.missing,
        }


@dataclass(frozen=True, slots=True)
class Replay:
    """A retrieval as of then and as of now, each best first; places are counted from 1."""

    event_id: UUID
    query: str
    asked_at: datetime
    then: tuple[Place, ...]
    now: tuple[Place, ...]

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
        """From which place to which."""
        before, after = _places(self.then), _places(self.now)
        return {one: (before[one], after[one]) for one in before if one in after and before[one] != after[one]}

    @property
    def changed(self) -> dict[UUID, tuple[int, int]]:
        """From which version to which."""
        after = {place.id: place.version for place in self.now}
        pairs = {place.id: (place.version, after[place.id]) for place in self.then if place.id in after}
        return {one: versions for one, versions in pairs.items() if versions[0] != versions[1]}

    def as_json(self) -> dict[str, Any]:
        return {
            "event_id": str(self.event_id),
            "query": self.query,
            "asked_at": self.asked_at.isoformat(),
            "then": [place.as_json() for place in self.then],
            "now": [place.as_json() for place in self.now],
            "appeared": [str(one) for one in self.appeared],
            "disappeared": [str(one) for one in self.disappeared],
            "moved": {str(one): list(places) for one, places in self.moved.items()},
            "changed": {str(one): list(versions) for one, versions in self.changed.items()},
        }


def replay(event_id: UUID, *, actor: Actor, now: datetime, model_name: str = "") -> Replay:
    """Ask the same again, as the actor who replays and with what they may see now.

    "Then" is the receipt: the ids, versions and scores that were answered, with the texts of those very versions.
    With `model_name` the new search compares the vectors of that embedding model. Leaves a receipt of its own (purpose
    "replay"). Raises UnknownEvent, UnknownModel, and what `memory_query` raises.
    """
    with scope.enter(actor.workspace_id):
        event = RetrievalEvent.objects.readable_by(actor, event_id, now=now)
        if event is None:
            raise UnknownEvent
        then = as_of_then(event, actor, now)
        model = _model(model_name)
    again = memory_query(_request_of(event), actor=actor, now=now, model=model)
    places = tuple(Place(item.id, item.kind, item.version, item.score, item.content) for item in again.items)
    return Replay(event.id, event.query, event.created_at, then, places)


def _places(results: Sequence[Place]) -> dict[UUID, int]:
    return {place.id: number for number, place in enumerate(results, start=1)}


def _model(name: str) -> EmbeddingModel | None:
    if not name:
        return None
    model = EmbeddingModel.objects.filter(name=name).order_by("-created_at").first()
    if model is None:
        raise UnknownModel(f"There is no embedding model called {name!r} here.")
    return model


def _request_of(event: RetrievalEvent) -> QueryRequest:
    """The request as it was recorded: its question without what was redacted, and without the role that asked."""
    body = event.filters | {"query": event.query, "purpose": PURPOSE}
    body.pop("agent", None)
    if event.person_id and not (body.get("user_id") or body.get("scope") or body.get("filters", {}).get("user_id")):
        body["user_id"] = str(event.person_id)
    return QueryRequest.model_validate(body)


def as_of_then(event: RetrievalEvent, actor: Actor, now: datetime) -> tuple[Place, ...]:
    """What was answered, in the words of those versions, as far as the actor may read them. In the entered scope."""
    results = event.results
    contents = _contents(results, actor, now)
    kept = set(_existing(results))
    places = []
    for result in results:
        key = (UUID(result["id"]), result["version"])
        missing = "" if key in contents else "withheld" if key[0] in kept else "erased"
        places.append(Place(key[0], result["kind"], key[1], result["score"], contents.get(key), missing))
    return tuple(places)


def _contents(results: Sequence[Mapping[str, Any]], actor: Actor, now: datetime) -> dict[tuple[UUID, int], str]:
    """The texts of those versions that the actor may read today."""
    ids = [result["id"] for result in results]
    memories = Memory.objects.visible_to(actor, now=now).filter(id__in=ids)
    versions = MemoryVersion.objects.filter(memory__in=memories).values_list("memory_id", "number", "content")
    turns = Turn.objects.visible_to(actor, now=now).filter(id__in=ids).values_list("id", "content")
    return {(memory, number): content for memory, number, content in versions} | {
        (turn, 1): content for turn, content in turns
    }


def _existing(results: Sequence[Mapping[str, Any]]) -> list[UUID]:
    ids = [result["id"] for result in results]
    found = Memory.objects.filter(id__in=ids).values_list("id", flat=True)
    return [*found, *Turn.objects.filter(id__in=ids).values_list("id", flat=True)]

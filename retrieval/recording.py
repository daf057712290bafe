"""The receipt of a retrieval (003): what was asked, what was shown, what was left out, and how long it took."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.functional import cached_property
from psycopg.types.json import Jsonb

from memories.maintenance.record_search import search_rows
from memories.models.operational_event import Node
from providers.redaction import redact, redact_json
from retrieval.answers import Item
from retrieval.reach import Reach, UnknownPerson
from retrieval.requests import Kind, QueryRequest
from retrieval.sql import Sql, compose, fetch_each, join, uuids
from workspaces.actors import Actor
from workspaces.models import uuid7
from workspaces.namespaces import to_path
from workspaces.round_trip import UNHURRIED

SEARCH, SECOND_LOOK = "search", "second look"


def timings_told(timings: Mapping[str, float]) -> dict[str, float]:
    """As an agent is told them: that there was a second look would say whether hidden texts match."""
    told = dict(timings)
    if (again := told.pop(SECOND_LOOK, None)) is not None:
        told[SEARCH] = round(told[SEARCH] + again, 2)
    return told


class Stopwatch:
    """Milliseconds per stage, in the order in which they were passed."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        passed = time.perf_counter()
        self.milliseconds[stage] = round((passed - self._last) * 1000, 2)
        self._last = passed


class Unsearched(NamedTuple):
    """What a context shows whatever is asked: a fact of the profile, a recent turn."""

    kind: Kind
    id: UUID
    version: int


@dataclass(frozen=True)
class Opening:
    """What a receipt begins with, and what is known before anything is found: who asked for what, under which policy.

    `context` is how a context was asked for.
    """

    request: QueryRequest
    reach: Reach
    actor: Actor
    context: Mapping[str, Any] | None = None

    @cached_property
    def values(self) -> dict[str, Any]:
        """The event's columns."""
        request, reach, actor = self.request, self.reach, self.actor
        return {
            "workspace_id": actor.workspace_id,
            "person_id": reach.person_id,
            "scope": reach.path or to_path(("memories", str(reach.person_id))),
            "query": redact(request.query).text,
            "purpose": request.purpose,
            "agent_id": actor.id if actor.is_agent else None,
            "actor_label": actor.label[:128],
            "filters": Jsonb(redact_json(self._asked())[0]),
            "policy": Jsonb(_policy(reach, actor)),
        }

    def prepare(self) -> None:
        """Work the values out now, as something to be done while PostgreSQL searches."""
        assert self.values

    def _asked(self) -> dict[str, Any]:
        """What was asked for, but for the question itself."""
        if self.context is not None:
            return {"context": dict(self.context)}
        return self.request.model_dump(mode="json", by_alias=True, exclude={"query"}, exclude_defaults=True)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an event keeps: its opening, what was shown, what was left out and why, how long it took.

    A context shows its facts before what was found and its turns after it.
    """

    opening: Opening
    items: tuple[Item, ...]
    withheld: Mapping[str, int]
    timings: Mapping[str, float]
    embedding_model: str
    facts: tuple[Unsearched, ...] = ()
    turns: tuple[Unsearched, ...] = ()


EVENT = """
INSERT INTO retrieval_retrievalevent (
    id, workspace_id, person_id, scope, query, purpose, agent_id, actor_label, filters, policy, returned_memory_ids,
    returned_artifact_ids, results, withheld, timings, embedding_model, created_at)
SELECT {id}, {workspace_id}, {person_id}, {scope}, {query}, {purpose}, {agent_id}, {actor_label}, {filters}, {policy},
    {returned_memory_ids}, {returned_artifact_ids}, {results}, {withheld}, {timings}, {embedding_model}, {created_at}
FROM asked RETURNING id
"""
# Who is being erased gets no receipt any more; the lock has the erasure wait for one that is just being written.
KNOWN = """
SELECT 1 FROM workspaces_person
WHERE workspace_id = {workspace} AND id = {person} AND erasure_asked_at IS NULL FOR KEY SHARE
"""
NOBODY = Sql("SELECT 1")


def record(receipt: Receipt, *, now: datetime, node: Node = Node.HOTPATH) -> UUID:
    """Write the event before the query is answered. Ids are ordered as answered; turns are no memories.

    What was shown counts as accessed (001 §7), and the search is an operational event of `node` (001 §14). All of it is
    sent at once: every query waits for it. Raises UnknownPerson, and leaves nothing, when their erasure was asked for
    meanwhile.
    """
    opening, event_id = receipt.opening, uuid7()
    shown = [*(fact.id for fact in receipt.facts), *(item.id for item in receipt.items if item.kind != "turn")]
    event = compose(
        EVENT,
        **opening.values,
        id=event_id,
        returned_memory_ids=uuids(shown),
        returned_artifact_ids=uuids(dict.fromkeys(_artifacts(receipt.items))),
        results=Jsonb(_results(receipt)),
        withheld=Jsonb(dict(receipt.withheld)),
        timings=Jsonb(dict(receipt.timings)),
        embedding_model=receipt.embedding_model,
        created_at=now,
    )
    sim = max((item.score for item in receipt.items), default=None)
    traces = search_rows(
        node=node,
        now=now,
        person_id=opening.reach.person_id,
        thread_id=opening.request.thread_id,
        shown=shown,
        sim=sim,
    )
    (recorded,) = fetch_each([_all_of([*(Sql(*trace) for trace in traces), event], opening)], settings=UNHURRIED)
    if not recorded:
        raise UnknownPerson
    return event_id


def _all_of(inserts: Sequence[Sql], opening: Opening) -> Sql:
    """Several INSERTs as one statement, each for the rows of `asked`: one, unless the person is not known any more."""
    person_id, workspace_id = opening.reach.person_id, opening.actor.workspace_id
    asked = NOBODY if person_id is None else compose(KNOWN, workspace=workspace_id, person=person_id)
    *others, last = inserts
    parts = [compose("{name} AS ({insert})", name=Sql(f"row_{i}"), insert=one) for i, one in enumerate(others)]
    parts = [compose("asked AS MATERIALIZED ({asked})", asked=asked), *parts]
    return compose("WITH {parts} {last}", parts=join(", ", parts), last=last)


def _artifacts(items: Sequence[Item]) -> Iterator[UUID]:
    for item in items:
        yield from (UUID(reference["id"]) for reference in item.artifact_refs)


def _policy(reach: Reach, actor: Actor) -> dict[str, Any]:
    return {
        "allowlist": None if actor.categories is None else list(actor.categories),
        "hidden_categories": sorted(actor.hidden_categories),
        "categories": None if reach.categories is None else list(reach.categories),
        "sensitivities": list(reach.labels),
    }


def _results(receipt: Receipt) -> list[dict[str, Any]]:
    """In the order shown; without a score what nobody searched for."""
    found = [_result(item) for item in receipt.items]
    return [*map(_unsearched, receipt.facts), *found, *map(_unsearched, receipt.turns)]


def _unsearched(one: Unsearched) -> dict[str, Any]:
    return {"kind": one.kind, "id": str(one.id), "version": one.version, "score": None}


def _result(item: Item) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "id": str(item.id),
        "version": item.version,
        "score": round(item.score, 4) if item.signals else None,
        "signals": {name: round(share, 4) for name, share in item.signals.items() if share},
    }

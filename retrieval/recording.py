"""Records the receipt of a retrieval (003): the request, what was shown, what was withheld, and the time it took."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.functional import cached_property
from psycopg.types.json import Jsonb

from memories.maintenance.record_event import search_rows
from memories.models import Provenance
from memories.models.operational_event import Node
from providers.redaction import redact, redact_json
from retrieval.answers import Item
from retrieval.authorization import Authorized, UnknownPerson
from retrieval.models import RetrievalEvent
from retrieval.packing import pack
from retrieval.requests import Kind, QueryRequest
from retrieval.sql import Sql, compose, join, uuids
from telemetry.metrics import QUERY_STAGES
from workspaces import replicas, scope
from workspaces.actors import Actor
from workspaces.models import uuid7
from workspaces.namespaces import to_path
from workspaces.round_trip import UNHURRIED

SEARCH, FALLBACK = "search", "second look"
PRUNED_AT_ONCE = 5_000
IDENTITY_CHARACTERS = 128


def disclosed_timings(timings: Mapping[str, float]) -> dict[str, float]:
    """Return the timings that an agent may see: a fallback would disclose whether hidden texts match."""
    disclosed = dict(timings)
    if (fallback := disclosed.pop(FALLBACK, None)) is not None:
        disclosed[SEARCH] = round(disclosed[SEARCH] + fallback, 2)
    return disclosed


@dataclass
class Stopwatch:
    """Milliseconds by stage, in order; of one that runs several times the sum."""

    milliseconds: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        passed = time.perf_counter()
        earlier = self.milliseconds.get(stage, 0.0)
        self.milliseconds[stage] = round(earlier + (passed - self._last) * 1000, 2)
        QUERY_STAGES.labels(stage).observe(passed - self._last)
        self._last = passed


class Because(StrEnum):
    """Why a context shows a result regardless of the search: it is of the profile, its category is always shown, it is
    a recent change, a recent message, or linked to a result."""

    PROFILE = "profile"
    ALWAYS_SHOWN = "standing"
    CHANGED = "changed"
    RECENT_MESSAGE = "said"
    LINKED = "linked"


class UnscoredResult(NamedTuple):
    """A result that a context shows regardless of the question: a fact of the profile, a change, a recent turn.

    `is_whole` unless something of a turn was withheld; `because` if its kind does not imply it.
    """

    kind: Kind
    id: UUID
    version: int
    is_whole: bool = True
    because: Because | None = None


@dataclass(frozen=True)
class RequestRecord:
    """The request in a receipt, known before the search: who asked for what, under which policy.

    `context` has the parameters of a context.
    """

    request: QueryRequest
    authorized: Authorized
    actor: Actor
    context: Mapping[str, Any] | None = None

    @cached_property
    def values(self) -> dict[str, Any]:
        """Return the event's columns."""
        request, authorized, actor = self.request, self.authorized, self.actor
        requested: dict[str, Any] = {"context": dict(self.context or {})}
        if self.context is None:
            requested = request.model_dump(mode="json", by_alias=True, exclude={"query"}, exclude_defaults=True)
        return {
            "workspace_id": actor.workspace_id,
            "person_id": authorized.person_id,
            "scope": authorized.path or to_path(("memories", str(authorized.person_id))),
            "query": redact(request.query).text,
            "purpose": request.purpose,
            "agent_id": actor.id if actor.is_agent else None,
            "actor_label": actor.label[:128],
            "filters": Jsonb(redact_json(requested)[0]),
        }

    @property
    def policy(self) -> dict[str, Any]:
        actor, authorized = self.actor, self.authorized
        return {
            "allowlist": None if actor.categories is None else list(actor.categories),
            "hidden_categories": sorted(actor.hidden_categories),
            "categories": None if authorized.categories is None else list(authorized.categories),
            "sensitivities": list(authorized.labels),
        }


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an event stores: the request, what was shown, what was withheld and why, and the time it took.

    A context shows its profile and the changes before the results, and its turns after them; `because` says for some
    `items`, by id, why they are shown regardless of the search.
    """

    request_record: RequestRecord
    items: tuple[Item, ...]
    withheld: Mapping[str, int]
    timings: Mapping[str, float]
    embedding_model: str
    known: tuple[UnscoredResult, ...] = ()
    turns: tuple[UnscoredResult, ...] = ()
    because: Mapping[UUID, Because] = field(default_factory=dict)


EVENT = """
INSERT INTO retrieval_retrievalevent (
    id, workspace_id, person_id, scope, query, purpose, agent_id, actor_label, filters, policy, returned_memory_ids,
    returned_artifact_ids, results, withheld, timings, embedding_model, packed, created_at)
SELECT {id}, {workspace_id}, {person_id}, {scope}, {query}, {purpose}, {agent_id}, {actor_label}, {filters},
    '{{}}'::jsonb, {returned_memory_ids}, {returned_artifact_ids}, '[]'::jsonb, {withheld}, '{{}}'::jsonb, '',
    {packed}, {created_at}
FROM asked RETURNING id
"""
# The origin of the event (003, R37): the caller with its key, and the caller's id of the request.
PROVENANCE = """
INSERT INTO memories_provenance (id, workspace_id, retrieval_event_id, source_identity, source_event, created_at)
SELECT {id}, {workspace}, {event}, {identity}, {request}, {now} FROM asked
"""
# No receipt is written for a person who is being erased; the lock lets the erasure wait for a concurrent write.
KNOWN = """
SELECT 1 FROM workspaces_person
WHERE workspace_id = {workspace} AND id = {person} AND erasure_asked_at IS NULL FOR KEY SHARE
"""
NOBODY = Sql("SELECT 1")


def record(receipt: Receipt, *, now: datetime, node: Node = Node.HOTPATH) -> UUID:
    """Write the event before the query is answered. Ids are in the order of the answer; turns are not memories.

    The memories shown count as accessed (001 §7), and the search is an operational event of `node` (001 §14). All rows
    are sent at once, because every query waits for them. Raises UnknownPerson, and writes nothing, if an erasure was
    requested meanwhile.
    """
    request_record, event_id = receipt.request_record, uuid7()
    person_id = request_record.authorized.person_id
    shown = [*(one.id for one in receipt.known), *(item.id for item in receipt.items if item.kind != "turn")]
    artifacts = (UUID(reference["id"]) for item in receipt.items for reference in item.artifact_refs)
    event = compose(
        EVENT,
        **request_record.values,
        id=event_id,
        returned_memory_ids=uuids(shown),
        returned_artifact_ids=uuids(dict.fromkeys(artifacts)),
        withheld=Jsonb(dict(receipt.withheld)),
        packed=_packed(receipt),
        created_at=now,
    )
    traces = search_rows(
        node=node,
        now=now,
        person_id=person_id,
        thread_id=request_record.request.thread_id,
        shown=shown,
        sim=max((item.score for item in receipt.items), default=None),
    )
    known = compose(KNOWN, workspace=request_record.actor.workspace_id, person=person_id) if person_id else NOBODY
    inserts = [_provenance(request_record.actor, event_id, now), *(Sql(*trace) for trace in traces), event]
    with replicas.on_primary():
        store = _store_apart if settings.CITUS else _store_together
        if not store(known, inserts):
            raise UnknownPerson
    return event_id


def _store_together(known: Sql, inserts: Sequence[Sql]) -> bool:
    """Store everything in one statement, each INSERT for the rows of `asked`: one, or none if the person is unknown."""
    *others, event = inserts
    parts = [compose("asked AS MATERIALIZED ({asked})", asked=known)]
    parts += [compose("{name} AS ({insert})", name=Sql(f"row_{i}"), insert=one) for i, one in enumerate(others)]
    statement = compose("WITH {parts} {event}", parts=join(", ", parts), event=event)
    [recorded] = scope.fetch_pipelined([statement], settings=UNHURRIED)
    return bool(recorded)


def _store_apart(known: Sql, inserts: Sequence[Sql]) -> bool:
    """Store by separate statements, for Citus, which routes one INSERT per statement by its values."""
    with scope.in_transaction():
        [found] = scope.fetch_pipelined([known])
        if found:
            values = [(t.replace("SELECT", "VALUES (", 1).replace("FROM asked", ")"), p) for t, p in inserts]
            scope.fetch_pipelined(values, settings=UNHURRIED)
    return bool(found)


def _provenance(actor: Actor, event_id: UUID, now: datetime) -> Sql:
    key = f" key:{actor.key_id}" if actor.key_id else ""
    return compose(
        PROVENANCE,
        id=uuid7(),
        workspace=actor.workspace_id,
        event=event_id,
        identity=actor.label[: IDENTITY_CHARACTERS - len(key)] + key,
        request=f"request:{event_id}",
        now=now,
    )


def _packed(receipt: Receipt) -> bytes:
    """Return the packed parts; without reasons (RETRIEVAL_EVENT_REASONS) they still have what was shown."""
    reasons = settings.RETRIEVAL_EVENT_REASONS
    return pack(
        {
            "policy": receipt.request_record.policy,
            "results": _results(receipt, has_reasons=reasons),
            "timings": dict(receipt.timings) if reasons else {},
            "embedding_model": receipt.embedding_model,
        }
    )


def _results(receipt: Receipt, *, has_reasons: bool) -> list[dict[str, Any]]:
    """Return the results in the order shown; unscored ones without a score, and `because` for always shown ones."""
    found = [
        {
            "kind": item.kind,
            "id": str(item.id),
            "version": item.version,
            "score": round(item.score, 4) if item.signals else None,
        }
        | ({"signals": _shares(item)} if has_reasons else {})
        | _reason(receipt.because.get(item.id))
        | _wholeness(item)
        for item in receipt.items
    ]
    known, turns = (
        [
            {"kind": one.kind, "id": str(one.id), "version": one.version, "score": None}
            | _reason(one.because)
            | _wholeness(one)
            for one in unscored
        ]
        for unscored in (receipt.known, receipt.turns)
    )
    return [*known, *found, *turns]


def _reason(because: Because | None) -> dict[str, str]:
    return {"because": because} if because else {}


def _wholeness(one: Item | UnscoredResult) -> dict[str, bool]:
    """Return whether a message was complete, since what is withheld may change later."""
    return {"whole": one.is_whole} if one.kind == "turn" else {}


def _shares(item: Item) -> dict[str, float]:
    return {name: round(share, 4) for name, share in item.signals.items() if share}


def prune_events(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of events older than RETRIEVAL_EVENT_DAYS (R23), the oldest first; return their number, 0 when
    none is left."""
    oldest = now - timedelta(days=settings.RETRIEVAL_EVENT_DAYS)
    with scope.enter(workspace_id):
        old = RetrievalEvent.objects.older_than(oldest).order_by("created_at")
        ids = list(old.values_list("id", flat=True)[:PRUNED_AT_ONCE])
        Provenance.objects.filter(retrieval_event_id__in=ids).delete()
        return RetrievalEvent.objects.filter(id__in=ids).delete()[0]

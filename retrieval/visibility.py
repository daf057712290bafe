"""Which memories and turns one request may find: every filter as a condition in SQL (001 §6.1, 003, R3, R27)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q, QuerySet

from conversations.models import Turn
from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.models import Memory
from memories.models.choices import MemoryType, ValidationStatus
from retrieval.reach import Reach
from retrieval.requests import KINDS, Filters, Kind, QueryRequest
from retrieval.sql import Sql, condition_of, ids_of
from workspaces.actors import Actor
from workspaces.namespaces import below, to_path
from workspaces.sensitivity import INTERNAL

FACT_KEYS = Q(key__startswith="fact:")
TYPE_OF_KIND: dict[Kind, MemoryType] = {
    "memory": MemoryType.SEMANTIC,
    "fact": MemoryType.SEMANTIC,
    "episode": MemoryType.EPISODIC,
    "insight": MemoryType.INSIGHT,
    "procedural": MemoryType.PROCEDURAL,
    "source_object": MemoryType.SOURCE_OBJECT,
    "working": MemoryType.WORKING,
}
KIND_OF_TYPE: dict[str, Kind] = {value: kind for kind, value in TYPE_OF_KIND.items() if kind != "fact"}


@dataclass(frozen=True)
class Visible:
    """What may be found, as SELECTs of ids and as conditions on one row; each is compiled when it is first needed."""

    memory_rows: QuerySet[Memory]
    turn_rows: QuerySet[Turn]

    @cached_property
    def memories(self) -> Sql:
        return ids_of(self.memory_rows)

    @cached_property
    def turns(self) -> Sql:
        return ids_of(self.turn_rows)

    @cached_property
    def memory_condition(self) -> Sql:
        return condition_of(self.memory_rows)

    @cached_property
    def turn_condition(self) -> Sql:
        return condition_of(self.turn_rows)


def visible(request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime) -> Visible:
    return Visible(memories_for(request, reach, actor=actor, now=now), turns_for(request, reach, actor=actor, now=now))


def memories_for(request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime) -> QuerySet[Memory]:
    """Live memories within the actor's and the request's bounds.

    Procedures only where their category was asked for (001 §12), what is being worked on only in its own session (R30).
    """
    conditions = [
        # The workspace once more, as a constant: row-level security's own expression misleads the planner.
        Q(workspace_id=actor.workspace_id, sensitivity__in=reach.labels),
        _owned_by(reach),
        _of_types(request, reach),
        _attributes(request.filters),
    ]
    if reach.path:
        conditions.append(below(reach.path))
    if reach.categories is not None:
        conditions.append(Q(category__in=reach.categories))
    if request.require_verified:
        conditions.append(Q(validation_status=ValidationStatus.VERIFIED))
    # One filter(): each costs a copy of the query.
    return Memory.objects.visible_to(actor, now=now).filter(*conditions)


def turns_for(request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime) -> QuerySet[Turn]:
    """Turns are category `activity`, sensitivity internal, importance 0; unverified, unpinned and without an agent."""
    if not _wants_turns(request, reach):
        return Turn.objects.none()
    filters = request.filters
    rows = Turn.objects.visible_to(actor, now=now).filter(_owned_by(reach), workspace_id=actor.workspace_id)
    conditions = {
        "role": filters.role,
        "session_id": filters.session_id,
        "occurred_at__gte": filters.updated_after,
        "occurred_at__lt": filters.updated_before,
    }
    return rows.filter(**{name: value for name, value in conditions.items() if value is not None})


def _owned_by(reach: Reach) -> Q:
    """A person's own, or nobody's: what lies in a shared namespace."""
    return Q(person_id=reach.person_id) if reach.person_id else Q(person_id__isnull=True)


def _wants_turns(request: QueryRequest, reach: Reach) -> bool:
    filters = request.filters
    named = filters.agent_id or filters.run_id or filters.actor_id or filters.memory_type or filters.pinned
    whole_person = reach.person_id is not None and reach.path in ("", to_path(("memories", str(reach.person_id))))
    return (
        whole_person
        and "turn" in (request.kinds or KINDS)
        and (reach.categories is None or TURN_CATEGORY in reach.categories)
        and INTERNAL in reach.labels
        and not (named or request.require_verified or filters.lowest_importance)
    )


def _of_types(request: QueryRequest, reach: Reach) -> Q:
    """The kinds asked for, without those that have to be asked for in another way."""
    hidden = []
    if request.filters.session_id is None:
        hidden.append(MemoryType.WORKING)
    if "procedural" not in (reach.categories or ()):
        hidden.append(MemoryType.PROCEDURAL)
    shown = ~Q(memory_type__in=hidden) if hidden else Q()
    return shown if request.kinds is None else shown & _of_kinds(request.kinds)


def _of_kinds(kinds: Sequence[Kind]) -> Q:
    wanted = Q(memory_type__in=[TYPE_OF_KIND[kind] for kind in kinds if kind not in ("memory", "fact", "turn")])
    if "memory" in kinds:
        wanted |= Q(memory_type=MemoryType.SEMANTIC) & ~FACT_KEYS
    if "fact" in kinds:
        wanted |= FACT_KEYS
    return wanted


def _attributes(filters: Filters) -> Q:
    conditions = {
        "agent_id": filters.agent_id,
        "run_id": filters.run_id,
        "actor_id": filters.actor_id,
        "role": filters.role,
        "pinned": filters.pinned,
        "importance__gte": filters.lowest_importance,
        "importance__lte": filters.importance_max,
        "updated_at__gte": filters.updated_after,
        "updated_at__lt": filters.updated_before,
        "memory_type": filters.memory_type,
        "session_id": filters.session_id,
    }
    return Q(**{name: value for name, value in conditions.items() if value is not None})

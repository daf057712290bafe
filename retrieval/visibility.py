"""Which memories and turns one request may find: every filter as a condition in SQL (001 §6.1, 003, R3, R27)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import cached_property

from conversations.models import Turn
from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.models import Memory, MemoryVersion
from memories.models.choices import MemoryType, ValidationStatus
from memories.store_items import holds
from retrieval.reach import Reach
from retrieval.requests import KINDS, Filters, Kind, QueryRequest
from retrieval.sql import Sql, condition_of, filled, ids_of, written_out
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


# Stand for the moment and the person in compiled conditions. The moment lies before every expiry date.
MOMENT = datetime(1, 1, 1, microsecond=1, tzinfo=UTC)
SOMEBODY = UUID(int=0)
STAND_INS = (MOMENT, SOMEBODY)
SHAPES = 512  # compiled conditions that a process remembers


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the conditions are compiled from; requests that differ in their moment and person only share it."""

    actor: Actor
    reach: Reach
    filters: Filters
    kinds: tuple[Kind, ...] | None
    require_verified: bool


class _Compiled:
    """What may be found, as SELECTs of ids and as conditions on one row; each is compiled when it is first needed."""

    def __init__(self, shape: _Shape) -> None:
        self._shape = shape

    @cached_property
    def memories(self) -> Sql:
        return written_out(ids_of(_memories(self._shape, MOMENT)), but=STAND_INS)

    @cached_property
    def turns(self) -> Sql:
        return written_out(ids_of(_turns(self._shape, MOMENT)), but=STAND_INS)

    @cached_property
    def memory_condition(self) -> Sql:
        return written_out(condition_of(_memories(self._shape, MOMENT)), but=STAND_INS)

    @cached_property
    def turn_condition(self) -> Sql:
        return written_out(condition_of(_turns(self._shape, MOMENT)), but=STAND_INS)


@dataclass(frozen=True)
class Visible:
    """The compiled conditions with this request's values. Building them anew would take longer than the search."""

    _compiled: _Compiled
    _values: dict[object, object]

    @cached_property
    def memories(self) -> Sql:
        return filled(self._compiled.memories, self._values)

    @cached_property
    def turns(self) -> Sql:
        return filled(self._compiled.turns, self._values)

    @cached_property
    def memory_condition(self) -> Sql:
        return filled(self._compiled.memory_condition, self._values)

    @cached_property
    def turn_condition(self) -> Sql:
        return filled(self._compiled.turn_condition, self._values)


def visible(request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime) -> Visible:
    shape = _shape(request, reach, actor, now)
    # A dictionary has no hash, not even an empty one.
    compiled = _remembered(shape) if shape.filters.metadata is None else _Compiled(shape)
    return Visible(compiled, {MOMENT: now, SOMEBODY: reach.person_id})


def _shape(request: QueryRequest, reach: Reach, actor: Actor, now: datetime) -> _Shape:
    """Grants that have run out count no longer; where a namespace was named, its path names the person too."""
    if any(grant.expires_at is not None and grant.expires_at <= now for grant in actor.grants):
        in_force = tuple(grant for grant in actor.grants if grant.expires_at is None or grant.expires_at > now)
        actor = replace(actor, grants=in_force)
    if reach.person_id is not None and not reach.path:
        reach = replace(reach, person_id=SOMEBODY)
    filters = request.filters
    if filters.user_id is not None:
        filters = filters.model_copy(update={"user_id": None})
    return _Shape(actor, reach, filters, request.kinds, request.require_verified)


@lru_cache(maxsize=SHAPES)
def _remembered(shape: _Shape) -> _Compiled:
    return _Compiled(shape)


def _memories(shape: _Shape, now: datetime) -> QuerySet[Memory]:
    """Live memories within the actor's and the request's bounds.

    Procedures only where they were asked for (001 §12), what is being worked on only in its own session (R30).
    """
    reach = shape.reach
    conditions = [
        # The workspace once more, as a constant: row-level security's own expression misleads the planner.
        Q(workspace_id=shape.actor.workspace_id, sensitivity__in=reach.labels),
        _owned_by(reach),
        _of_types(shape),
        ~Q(staleness__in=settings.STALE_LEFT_OUT),
        *memories_asked_for(reach, shape.filters, shape.kinds, workspace_id=shape.actor.workspace_id),
    ]
    if shape.require_verified:
        conditions.append(Q(validation_status=ValidationStatus.VERIFIED))
    return Memory.objects.visible_to(shape.actor, now=now).filter(*conditions)


def memories_asked_for(
    reach: Reach, filters: Filters, kinds: Sequence[Kind] | None, *, workspace_id: UUID
) -> Iterator[Q]:
    """What the request narrows the search to of its own accord, whatever may be seen of it."""
    yield _attributes(filters)
    if kinds is not None:
        yield _of_kinds(kinds)
    if reach.path:
        yield below(reach.path)
    if reach.categories is not None:
        yield Q(category__in=reach.categories)
    for name, value in (filters.metadata or {}).items():
        current = MemoryVersion.objects.filter(workspace_id=workspace_id, id=OuterRef("current_id"))
        yield Q(Exists(current.filter(holds({name: value}))))


def _turns(shape: _Shape, now: datetime) -> QuerySet[Turn]:
    """Turns are category `activity`, sensitivity internal, importance 0; unverified, unpinned and without an agent."""
    if not _wants_turns(shape):
        return Turn.objects.none()
    filters = shape.filters
    rows = Turn.objects.visible_to(shape.actor, now=now)
    rows = rows.filter(_owned_by(shape.reach), workspace_id=shape.actor.workspace_id)
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


def _wants_turns(shape: _Shape) -> bool:
    filters, reach = shape.filters, shape.reach
    named = (
        filters.agent_id
        or filters.run_id
        or filters.actor_id
        or filters.memory_type
        or filters.pinned
        or filters.metadata
    )
    return (
        is_whole_person(reach)
        and "turn" in (shape.kinds or KINDS)
        and (reach.categories is None or TURN_CATEGORY in reach.categories)
        and INTERNAL in reach.labels
        and not (named or shape.require_verified or filters.lowest_importance)
    )


def is_whole_person(reach: Reach) -> bool:
    """Turns lie in no namespace below their person's own."""
    return reach.person_id is not None and reach.path in ("", to_path(("memories", str(reach.person_id))))


def _of_types(shape: _Shape) -> Q:
    """Without the types that have to be asked for."""
    hidden = []
    if shape.filters.session_id is None:
        hidden.append(MemoryType.WORKING)
    if not asks_for_procedures(shape.reach, shape.filters, shape.kinds):
        hidden.append(MemoryType.PROCEDURAL)
    return ~Q(memory_type__in=hidden) if hidden else Q()


def asks_for_procedures(reach: Reach, filters: Filters, kinds: Sequence[Kind] | None) -> bool:
    """By their category (001 §12), their kind or their type."""
    by_category = "procedural" in (reach.categories or ())
    return by_category or "procedural" in (kinds or ()) or filters.memory_type == MemoryType.PROCEDURAL


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

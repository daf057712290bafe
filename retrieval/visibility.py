"""The memories and turns that a request may find: every filter as a condition in SQL (001 §6.1, 003, R3, R27)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Case, CharField, Exists, OuterRef, Q, QuerySet, Value, When

from conversations.models import Turn
from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.models import Memory, MemoryVersion
from memories.models.choices import LifecycleState, MemoryType, ValidationStatus
from memories.store_items import satisfies
from retrieval.as_of import memories_at
from retrieval.authorization import Authorized
from retrieval.requests import KINDS, Filters, Kind, QueryRequest
from retrieval.sql import Sql, bind, condition_of, expression_of, ids_of, inline_values
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


def kind_of(key: str, memory_type: str) -> Kind:
    """Return the kind of a memory with this key and type."""
    return "fact" if key.startswith("fact:") else KIND_OF_TYPE[memory_type]


# Placeholders of the timestamp and the person in compiled conditions. The timestamp is before every expiry date.
NOW_PLACEHOLDER = datetime(1, 1, 1, microsecond=1, tzinfo=UTC)
PERSON_PLACEHOLDER = UUID(int=0)
SHAPES = 512  # compiled conditions that a process caches


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the conditions depend on; requests that differ only in time and person share it."""

    actor: Actor
    authorized: Authorized
    filters: Filters
    kinds: tuple[Kind, ...] | None
    require_verified: bool
    as_of: datetime | None = None


class Visibility(NamedTuple):
    """What may be found, as SELECTs of ids and as conditions on one row; `disclosed_turns` is a condition on turns of a
    session, `open_turns` one on turns of which the actor may read all that the person agreed to. `reason` is the first
    rule that hides a memory, null if none does or it was not requested.
    """

    memories: Sql
    turns: Sql
    memory_condition: Sql
    turn_condition: Sql
    disclosed_turns: Sql
    open_turns: Sql
    reason: Sql


def visibility_of(request: QueryRequest, authorized: Authorized, *, actor: Actor, now: datetime) -> Visibility:
    """Return the compiled conditions with this request's values. Building them anew would take longer than the search.

    Expired grants do not count; if a namespace was named, its path names the person too.
    """
    in_force = tuple(grant for grant in actor.grants if grant.is_in_force(now))
    if in_force != actor.grants:
        actor = replace(actor, grants=in_force)
    values = {NOW_PLACEHOLDER: now, PERSON_PLACEHOLDER: authorized.person_id}
    if authorized.person_id is not None and not authorized.path:
        authorized = replace(authorized, person_id=PERSON_PLACEHOLDER)
    filters = request.filters.model_copy(update={"user_id": None}) if request.filters.user_id else request.filters
    shape = _Shape(actor, authorized, filters, request.kinds, request.require_verified, request.as_of)
    # A dictionary has no hash, not even an empty one; and an `as_of` time is rarely requested twice.
    is_usual = filters.metadata is None and request.as_of is None
    compiled = _compiled(shape) if is_usual else _compiled.__wrapped__(shape)
    return Visibility._make(bind(each, values) for each in compiled)


@lru_cache(maxsize=SHAPES)
def _compiled(shape: _Shape) -> Visibility:
    memories, turns = _memories(shape, NOW_PLACEHOLDER), _turns(shape, NOW_PLACEHOLDER)
    disclosed = condition_of(Turn.objects.disclosed_to(shape.actor))
    is_open = condition_of(Turn.objects.open_to(shape.actor))
    found = (ids_of(memories), ids_of(turns), condition_of(memories), condition_of(turns))
    statements = (*found, disclosed, is_open, _reason(shape))
    placeholders = (NOW_PLACEHOLDER, PERSON_PLACEHOLDER)
    return Visibility._make(inline_values(each, keep=placeholders) for each in statements)


def _memories(shape: _Shape, now: datetime) -> QuerySet[Memory]:
    """Return the live memories within the actor's and the request's bounds.

    Procedures only where they are requested (001 §12), working memories only in their own session (R30).
    """
    authorized = shape.authorized
    conditions = [
        # The workspace once more, as a constant: row-level security's own expression misleads the planner.
        Q(workspace_id=shape.actor.workspace_id, sensitivity__in=authorized.labels),
        _owned_by(authorized),
        _of_types(shape),
        ~Q(staleness__in=settings.STALE_LEFT_OUT),
        *requested_conditions(authorized, shape.filters, shape.kinds, workspace_id=shape.actor.workspace_id),
    ]
    if shape.require_verified:
        conditions.append(Q(validation_status=ValidationStatus.VERIFIED))
    if shape.as_of is not None:
        return memories_at(shape.as_of, actor=shape.actor, now=now).filter(*conditions)
    return Memory.objects.visible_to(shape.actor, now=now).filter(*conditions)


def requested_conditions(
    authorized: Authorized, filters: Filters, kinds: Sequence[Kind] | None, *, workspace_id: UUID
) -> Iterator[Q]:
    """Yield the conditions of the request itself, without the actor's permissions."""
    yield _attributes(filters)
    if kinds is not None:
        yield _of_kinds(kinds)
    if authorized.path:
        yield below(authorized.path)
    if authorized.categories is not None:
        yield Q(category__in=authorized.categories)
    for name, value in (filters.metadata or {}).items():
        current = MemoryVersion.objects.filter(workspace_id=workspace_id, id=OuterRef("current_id"))
        yield Q(Exists(current.filter(satisfies({name: value}))))


def _reason(shape: _Shape) -> Sql:
    cases = [When(condition, then=Value(name)) for name, condition in _reasons(shape).items()]
    reason = Case(*cases, output_field=CharField())
    bounds = (shape.authorized, shape.filters, shape.kinds)
    requested = Q(*requested_conditions(*bounds, workspace_id=shape.actor.workspace_id))
    return expression_of(Memory, Case(When(requested, then=reason), output_field=CharField()) if requested else reason)


def _reasons(shape: _Shape) -> dict[str, Q]:
    """Return the rules that hide memories, in order: the first broken one counts."""
    authorized, seen = shape.authorized, shape.actor.category_condition()
    reasons = {
        "merged": Q(state=LifecycleState.SUPERSEDED),
        "deleted": ~Q(state=LifecycleState.ACTIVE),
        "rejected": Q(validation_status=ValidationStatus.REJECTED),
        "stale": Q(staleness__in=settings.STALE_LEFT_OUT),
        "expired": Q(expires_at__lte=NOW_PLACEHOLDER),
        "category": ~seen if seen else Q(pk__in=[]),
        "sensitivity": ~Q(sensitivity__in=authorized.labels),
        "working": Q(memory_type=MemoryType.WORKING, session_id__isnull=False),
    }
    if not includes_procedures(authorized, shape.filters, shape.kinds):
        reasons["procedural"] = Q(memory_type=MemoryType.PROCEDURAL)
    if shape.require_verified:
        reasons["unverified"] = ~Q(validation_status=ValidationStatus.VERIFIED)
    return reasons


def finds_all_turns(request: QueryRequest, authorized: Authorized, actor: Actor) -> bool:
    """Whether all turns of the person may be found: neither the caller's bounds nor the request leave any out."""
    filters = request.filters.model_dump(exclude={"user_id", "category"}, exclude_none=True)
    sees_all = actor.categories is None and not actor.hidden_categories
    return sees_all and not filters and _wants_turns(request, authorized)


def _turns(shape: _Shape, now: datetime) -> QuerySet[Turn]:
    """Return the turns that match. They count as category `activity`, sensitivity internal, importance 0; unverified,
    unpinned and without an agent."""
    if not _wants_turns(shape, shape.authorized):
        return Turn.objects.none()
    filters = shape.filters
    rows = Turn.objects.visible_to(shape.actor, now=now).open_to(shape.actor)
    rows = rows.filter(_owned_by(shape.authorized), workspace_id=shape.actor.workspace_id)
    conditions = {
        "role": filters.role,
        "session_id": filters.session_id,
        "occurred_at__gte": filters.updated_after,
        "occurred_at__lt": filters.updated_before,
        "created_at__lte": shape.as_of,
    }
    return rows.filter(**{name: value for name, value in conditions.items() if value is not None})


def _owned_by(authorized: Authorized) -> Q:
    """Return the condition of the owner: the person, or none in a shared namespace."""
    return Q(person_id=authorized.person_id) if authorized.person_id else Q(person_id__isnull=True)


def _wants_turns(shape: "_Shape | QueryRequest", authorized: Authorized) -> bool:
    filters = shape.filters
    named = (
        filters.agent_id
        or filters.run_id
        or filters.actor_id
        or filters.memory_type
        or filters.pinned
        or filters.metadata
    )
    return (
        is_whole_person(authorized)
        and "turn" in (shape.kinds or KINDS)
        and (authorized.categories is None or TURN_CATEGORY in authorized.categories)
        and INTERNAL in authorized.labels
        and not (named or shape.require_verified or filters.lowest_importance)
    )


def is_whole_person(authorized: Authorized) -> bool:
    """Whether a request covers the whole person. Turns are in no namespace below their person's own."""
    return authorized.person_id is not None and authorized.path in (
        "",
        to_path(("memories", str(authorized.person_id))),
    )


def _of_types(shape: _Shape) -> Q:
    """Return the condition on types, without those that must be requested."""
    hidden = []
    if shape.filters.session_id is None:
        hidden.append(MemoryType.WORKING)
    if not includes_procedures(shape.authorized, shape.filters, shape.kinds):
        hidden.append(MemoryType.PROCEDURAL)
    return ~Q(memory_type__in=hidden) if hidden else Q()


def includes_procedures(authorized: Authorized, filters: Filters, kinds: Sequence[Kind] | None) -> bool:
    """Whether procedures are requested: by category (001 §12), kind or type."""
    by_category = "procedural" in (authorized.categories or ())
    return by_category or "procedural" in (kinds or ()) or filters.memory_type == MemoryType.PROCEDURAL


def _of_kinds(kinds: Sequence[Kind]) -> Q:
    condition = Q(memory_type__in=[TYPE_OF_KIND[kind] for kind in kinds if kind not in ("memory", "fact", "turn")])
    if "memory" in kinds:
        condition |= Q(memory_type=MemoryType.SEMANTIC) & ~FACT_KEYS
    if "fact" in kinds:
        condition |= FACT_KEYS
    return condition


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

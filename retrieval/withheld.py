"""What was found but may not be shown, counted by reason; never which (003)."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Case, Count, Q, Value, When
from django.db.models.fields import CharField

from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType, ValidationStatus
from retrieval.pipeline import Asked, Found
from retrieval.reach import Reach
from retrieval.requests import KINDS, QueryRequest
from retrieval.sql import fetch, select_of
from retrieval.visibility import asks_for_procedures, is_whole_person, memories_asked_for
from workspaces.actors import Actor
from workspaces.sensitivity import INTERNAL


def count_withheld(found: Found, asked: Asked) -> dict[str, int]:
    """How many of what was found each rule left out; what breaks several rules counts for the first.

    What the request's own filters excluded was not asked for, and does not count.
    """
    counted = Counter(_of_memories(found.hidden, asked))
    if found.hidden_turns and (reason := _reason_of_turns(asked)):
        counted[reason] += found.hidden_turns
    return dict(counted)


def _of_memories(hidden: Collection[UUID], asked: Asked) -> dict[str, int]:
    if not hidden:
        return {}
    request, reach = asked.request, asked.reach
    reasons = _reasons(request, reach, actor=asked.actor, now=asked.now)
    wanted = memories_asked_for(reach, request.filters, request.kinds, workspace_id=asked.actor.workspace_id)
    cases = Case(*[When(condition, then=Value(name)) for name, condition in reasons.items()], output_field=CharField())
    rows = Memory.objects.filter(*wanted, id__in=hidden).annotate(reason=cases)
    counted = rows.values_list("reason").annotate(n=Count("id")).order_by("reason")
    return {reason: count for reason, count in fetch(select_of(counted)) if reason}


def _reason_of_turns(asked: Asked) -> str:
    """The rule that hides all turns alike; empty where it is the request that leaves some or all of them out."""
    request, reach = asked.request, asked.reach
    is_asked = reach.categories is None or TURN_CATEGORY in reach.categories
    if (
        not is_asked
        or not is_whole_person(reach)
        or "turn" not in (request.kinds or KINDS)
        or request.filters.model_dump(exclude={"user_id"}, exclude_none=True)
    ):
        return ""
    if not asked.actor.may_see(TURN_CATEGORY):
        return "category"
    if INTERNAL not in reach.labels:
        return "sensitivity"
    return "unverified" if request.require_verified else ""


def _reasons(request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime) -> dict[str, Q]:
    reasons = {
        "deleted": ~Q(state=LifecycleState.ACTIVE),
        "rejected": Q(validation_status=ValidationStatus.REJECTED),
        "stale": Q(staleness__in=settings.STALE_LEFT_OUT),
        "expired": Q(expires_at__lte=now),
        "category": ~Q(actor.category_condition()) if actor.category_condition() else Q(pk__in=[]),
        "sensitivity": ~Q(sensitivity__in=reach.labels),
        "working": Q(memory_type=MemoryType.WORKING, session_id__isnull=False),
    }
    if not asks_for_procedures(reach, request.filters, request.kinds):
        reasons["procedural"] = Q(memory_type=MemoryType.PROCEDURAL)
    if request.require_verified:
        reasons["unverified"] = ~Q(validation_status=ValidationStatus.VERIFIED)
    return reasons

"""What was found but may not be shown, counted by reason; never which (003)."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Case, Count, Q, Value, When
from django.db.models.fields import CharField

from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType, ValidationStatus
from retrieval.reach import Reach
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, fetch
from retrieval.visibility import asks_for_procedures
from workspaces.actors import Actor


def count_withheld(
    hidden: Collection[UUID], request: QueryRequest, reach: Reach, *, actor: Actor, now: datetime
) -> dict[str, int]:
    """How many of the hidden memories each rule left out; one that breaks several counts for the first.

    Those that the request's own filters excluded were not asked for, and do not count.
    """
    if not hidden:
        return {}
    reasons = _reasons(request, reach, actor=actor, now=now)
    cases = Case(*[When(condition, then=Value(name)) for name, condition in reasons.items()], output_field=CharField())
    rows = Memory.objects.filter(id__in=hidden).annotate(reason=cases).values_list("reason").annotate(n=Count("id"))
    text, params = rows.order_by("reason").query.sql_with_params()
    return {reason: count for reason, count in fetch(Sql(text, tuple(params))) if reason}


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

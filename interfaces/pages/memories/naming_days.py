"""Memories that name a day in their texts."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from interfaces.spelling import newest_matching
from interfaces.typed_periods import Period
from memories.models import Chunk


def memories_naming(period: Period, person_id: UUID | None) -> QuerySet[Chunk, Any]:
    """Return ids of memories whose texts name the period, if it is a day."""
    chunks = Chunk.objects.current().filter(person_id=person_id, turn__isnull=True)
    found = newest_matching(chunks, Q(text__iregex=period.naming)) if period.naming else chunks.none()
    return found.values("memory_id")

"""Which memories are looked at for duplicates (001 §4)."""

from collections import defaultdict
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from memories.importance import lowest_of
from memories.models import Memory
from memories.models.choices import MemoryType
from memories.models.memory import MemoryQuerySet
from workspaces.sensitivity import INTERNAL, rank

# What may be merged: notes and insights, not records of what was, and no fields of a person.
TYPES = (MemoryType.SEMANTIC, MemoryType.INSIGHT)
PER_PERSON = 500
TOP_DECILE = 10


def mergeable(*, now: datetime) -> MemoryQuerySet:
    """Living notes and insights of the last CONSOLIDATION_RECENCY_DAYS that are not confidential."""
    rows = Memory.objects.alive(now=now).filter(memory_type__in=TYPES, sensitivity_rank__lte=rank(INTERNAL))
    recent = rows.filter(updated_at__gte=now - timedelta(days=settings.CONSOLIDATION_RECENCY_DAYS))
    return recent.exclude(key__startswith="fact:")


def candidates(*, now: datetime) -> dict[UUID | None, list[Memory]]:
    """By person, what was written in the last CONSOLIDATION_HOURS, is important, or is often shown.

    At most the PER_PERSON newest of each; None for what is about nobody. Read in the entered scope.
    """
    wanted = Q(updated_at__gte=now - timedelta(hours=settings.CONSOLIDATION_HOURS))
    wanted |= Q(importance__gte=lowest_of(settings.CONSOLIDATION_LEVEL))
    often = _often(now)
    if often:
        wanted |= Q(access_count__gte=often)
    found: dict[UUID | None, list[Memory]] = defaultdict(list)
    for memory in mergeable(now=now).filter(wanted).select_related("current").order_by("-updated_at", "id").iterator():
        if len(found[memory.person_id]) < PER_PERSON:
            found[memory.person_id].append(memory)
    return found


def _often(now: datetime) -> int:
    """How often the last of the tenth that is shown most was shown; 0 when none is."""
    place = mergeable(now=now).count() // TOP_DECILE
    shown = mergeable(now=now).filter(access_count__gt=0).order_by("-access_count")
    return min(shown.values_list("access_count", flat=True)[:place], default=0)

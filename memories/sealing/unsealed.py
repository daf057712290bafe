"""Finds rows of History that are still to be sealed, and those that never can be."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from memories.models import AuditSeal, History, SealEntry

# A row may be committed so long after its id was generated. An older unsealed row was inserted afterwards.
LONGEST_TRANSACTION = timedelta(days=1)


def last_seal() -> AuditSeal | None:
    return AuditSeal.objects.order_by("-seq").first()


def waiting_rows(*, now: datetime) -> QuerySet[History]:
    """Return the committed rows that no seal covers, oldest first."""
    return _after(_floor(now)).order_by("id")


def late_rows(*, now: datetime) -> QuerySet[History]:
    """Return unsealed rows that are older than any that could have been missed: they were inserted afterwards."""
    floor = _floor(now)
    return _unsealed().filter(id__lt=floor).order_by("id") if floor else History.objects.none()


def _after(floor: UUID | None) -> QuerySet[History]:
    """Return the rows after the bound, so that the search does not read the whole history every minute."""
    return _unsealed().filter(id__gte=floor) if floor else _unsealed()


def _unsealed() -> QuerySet[History]:
    return History.objects.filter(seal_entries__isnull=True)


def _floor(now: datetime) -> UUID | None:
    """Return the lower bound: from the youngest sealed row, or from its sealing time if its writer's clock was fast.

    Seals in the future date from before the clock was set back: rows written since are older than they are.
    """
    seal = AuditSeal.objects.filter(sealed_at__lte=now).order_by("-seq").first()
    youngest = SealEntry.objects.order_by("-history_id").values_list("history_id", flat=True).first()
    if seal is None or youngest is None:
        return None
    youngest_ms = youngest.int >> 80
    sealed_ms = _milliseconds(seal.sealed_at)
    longest_ms = LONGEST_TRANSACTION // timedelta(milliseconds=1)
    return UUID(int=max(0, min(youngest_ms, sealed_ms) - longest_ms) << 80)


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)

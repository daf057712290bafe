"""Why a part of an answer can no longer be shown: deleted, forgotten, or not visible to the reader."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from memories.models import Memory
from memories.models.choices import Event, LifecycleState, ValidationStatus
from memories.models.history import HistoryQuerySet
from memories.models.memory import MemoryQuerySet
from operations.privacy.erase_messages import MESSAGE
from retrieval.replay import ReplayedResult

DELETED, DELETED_ON = _("Deleted since"), _("Deleted on {day}")
FORGOTTEN, WRONG = _("Forgotten since"), _("Marked as wrong since")
MERGED, EXPIRED = _("Merged into another memory since"), _("Expired since")
HIDDEN = _("Not visible to you")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The reasons why results have no text, by id, and the ids of those memories that the reader can still open."""

    reasons: Mapping[UUID, Promise | str]
    with_page: Collection[UUID]


def unavailable_among(
    places: Iterable[ReplayedResult], memories: MemoryQuerySet, history: HistoryQuerySet, *, now: datetime
) -> Unavailable:
    """Return the unavailable results. `memories` and `history` are what the reader may see; three queries at most, none
    where nothing is missing. Runs in the entered scope."""
    missing = [place for place in places if place.missing]
    hidden = [place.id for place in missing if place.missing == "withheld"]
    deleted = [place.id for place in missing if place.missing != "withheld"]
    found = {memory.id: _state_of(memory, now) for memory in memories.filter(id__in=hidden)} if hidden else {}
    reasons = {one: found.get(one, HIDDEN) for one in hidden}
    return Unavailable(reasons | _deletions(deleted, history), found.keys())


def _state_of(memory: Memory, now: datetime) -> Promise:
    if memory.state == LifecycleState.SOFT_DELETED:
        return FORGOTTEN
    if memory.validation_status == ValidationStatus.REJECTED:
        return WRONG
    if memory.state == LifecycleState.SUPERSEDED:
        return MERGED
    return EXPIRED if memory.expires_at is not None and memory.expires_at <= now else HIDDEN


def _deletions(ids: Sequence[UUID], history: HistoryQuerySet) -> dict[UUID, Promise | str]:
    """Return deletion reasons, with the day where it is recorded for each; for messages deleted with their conversation
    it may not be."""
    if not ids:
        return {}
    of_messages = Q(meta__erased=MESSAGE, meta__id__in=[str(one) for one in ids])
    rows = history.filter(Q(memory_id__in=ids) | of_messages, event=Event.PURGE)
    days: dict[UUID, datetime | None] = {row.memory_id or UUID(row.meta["id"]): row.created_at for row in rows}
    days |= dict(Turn.objects.filter(id__in=ids, erased_at__isnull=False).values_list("id", "erased_at"))
    if not all(days.get(one) for one in ids):
        return dict.fromkeys(ids, DELETED)
    return {one: str(DELETED_ON).format(day=date_format(localtime(days[one]))) for one in ids}

"""What the memories said that an entry of the history links, when it linked them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from consent.proposals.refused import versions_told
from interfaces.admin.columns import NAME_CHARACTERS, NAMED
from interfaces.admin.history_texts import text_told
from interfaces.admin.wording import shortened, uuid_of
from memories.models import History, Memory, MemoryVersion


def other_ends(row: History) -> list[UUID]:
    """Of the memories that an entry links, those that it is not filed under."""
    ends = [uuid_of(str(one)) for one in (row.meta.get("from"), row.meta.get("to"), *row.meta.get("others", ()))]
    return [one for one in ends if one and one != row.memory_id]


def linked_texts(rows: Sequence[History]) -> Mapping[tuple[UUID, UUID], str]:
    """By entry and linked memory: its text as it was then; where that is gone, today's, and it says so. Three queries,
    none without an entry. In the entered scope.
    """
    ends = {(row.id, one): row.created_at for row in rows for one in other_ends(row)}
    memories = NAMED[Memory].rows().in_bulk({one for _row, one in ends}) if ends else {}
    then = _versions_then({(one, at) for (_row, one), at in ends.items() if one in memories})
    texts = versions_told().in_bulk(set(then.values())) if then else {}
    return {
        (row_id, one): _told(memories[one], texts.get(then.get((one, at))))
        for (row_id, one), at in ends.items()
        if one in memories
    }


def _versions_then(wanted: Iterable[tuple[UUID, datetime]]) -> dict[tuple[UUID, datetime], UUID]:
    """The version that each memory had at a time."""
    wanted = set(wanted)
    made: dict[UUID, list[tuple[datetime, UUID]]] = {one: [] for one, _at in wanted}
    rows = MemoryVersion.objects.filter(memory__in=made).order_by("number") if wanted else MemoryVersion.objects.none()
    for one, since, version_id in rows.values_list("memory_id", "ingested_at", "id"):
        made[one].append((since, version_id))
    earlier = {(one, at): [row_id for since, row_id in made[one] if since <= at] for one, at in wanted}
    return {key: ids[-1] for key, ids in earlier.items() if ids}


def _told(memory: Memory, version: MemoryVersion | None) -> str:
    if version is not None:
        return shortened(text_told(version), NAME_CHARACTERS)
    return _("(now: %(text)s)") % {"text": NAMED[Memory].name(memory)}

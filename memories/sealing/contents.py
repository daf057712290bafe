"""Checks whether the contents still match History's commitments."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from memories.hashes import commitment, digest_of
from memories.models import History, HistorySalt, MemoryVersion
from memories.models.choices import Event

Finding = tuple[UUID, str]


def changed_contents(rows: Sequence[History]) -> Iterator[Finding]:
    """Yield each row whose commitment does not hold, with the reason, in order.

    Content and salt may be missing, both together, if History says that the memory was purged.
    """
    ids = [row.id for row in rows]
    stored = HistorySalt.objects.filter(history_id__in=ids).values_list("history_id", "salt")
    salts = {history_id: bytes(salt) for history_id, salt in stored}
    versions = MemoryVersion.objects.in_bulk([row.new_version_id for row in rows if row.new_version_id])
    purged = _purged({row.memory_id for row in rows if row.memory_id})
    for row in rows:
        version = versions.get(row.new_version_id) if row.new_version_id else None
        reason = _reason(row, version, salts.get(row.id), is_purged=row.memory_id in purged)
        if reason:
            yield row.id, reason


def _purged(memory_ids: set[UUID]) -> set[UUID | None]:
    rows = History.objects.filter(memory_id__in=memory_ids, event=Event.PURGE)
    return set(rows.values_list("memory_id", flat=True))


def _reason(row: History, version: MemoryVersion | None, salt: bytes | None, *, is_purged: bool) -> str:
    """Return why the row's commitment does not hold; empty if it does."""
    if row.new_version_id and version is None:
        return "" if is_purged else "its content is gone, though nobody purged it"
    if salt is None:
        return "its salt is gone, though its content is there" if version else ""
    committed = digest_of(version) if version else row.meta.get("verdict", "")
    return "" if commitment(salt, committed) == row.commitment else "the content it wrote was changed"

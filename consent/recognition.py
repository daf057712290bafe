"""What has been seen before: the same event, the same object, the same chunks."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from consent.changes import Change, DraftChange, IngestSource
from consent.outcomes import Applied
from consent.preparation import PreparedChange
from consent.target import Target
from memories import cache
from memories.models import Chunk, Memory, MemoryVersion, Provenance
from memories.models.choices import Event
from workspaces import scope


def answered_before(change: Change, target: Target) -> Applied | None:
    """The answer that a source's event got when it was sent before (004, "Idempotency"); None for a new one."""
    if not isinstance(change, DraftChange) or not change.draft.source_event_id or target.memory is None:
        return None
    event_id = change.draft.source_event_id
    row = Provenance.objects.filter(memory=target.memory, source_event=event_id).order_by("id").first()
    if row is None or row.version is None:
        return None
    made = MemoryVersion.objects.filter(memory=target.memory, number=row.version, source_event_id=event_id).exists()
    event = (Event.ADD if row.version == 1 else Event.UPDATE) if made else None
    return Applied(target.memory.id, row.version, event)


def recognise(items: Sequence[PreparedChange], *, workspace_id: UUID) -> list[PreparedChange]:
    """Spare embedding what is kept already: an unchanged source object, or the unchanged chunks of a changed one.

    A hint only: under the lock the object is compared again. The cache is asked before the database.
    """
    hinted = [_hinted(item, workspace_id) for item in items]
    if not any(_is_open(item) for item in hinted):
        return hinted
    with scope.enter(workspace_id):
        return [_looked_up(item) if _is_open(item) else item for item in hinted]


def _is_open(item: PreparedChange) -> bool:
    return isinstance(item.change, IngestSource) and not item.problem and not item.is_repeat


def _hinted(item: PreparedChange, workspace_id: UUID) -> PreparedChange:
    if not isinstance(item.change, IngestSource) or item.change.draft.forced or item.problem:
        return item
    draft = item.change.draft
    known = cache.source_hash(workspace_id, draft.key)
    return replace(item, is_repeat=known is not None and known == draft.content_hash)


def _looked_up(item: PreparedChange) -> PreparedChange:
    assert isinstance(item.change, IngestSource)
    draft = item.change.draft
    rows = Memory.objects.source_object(draft.source, draft.source_type, draft.source_id)
    kept = rows.values_list("id", "current__content_hash").first()
    if kept is None:
        return item
    if kept[1] == draft.content_hash and not draft.forced:
        return replace(item, is_repeat=True)
    embedded = Chunk.objects.current().filter(memory_id=kept[0], embeddings__isnull=False)
    return replace(item, known_hashes=frozenset(embedded.values_list("chunk_hash", flat=True)))

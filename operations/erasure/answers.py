"""Answers that are kept for a day so that a repeated request gets the same one: they name whom they are about by id."""

import json
import re
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q

from consent.models import Proposal
from conversations.models import Checkpoint, Session, Task, Turn
from memories.models import Artifact, History
from operations.models import IdempotencyRecord
from retrieval.models import RetrievalEvent

ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
BATCH = 2_000


def erase_answers(person_id: UUID) -> int:
    """Delete the kept answers that name the person or something of theirs; returns how many.

    Memories are known by their history, which outlives them. In the entered scope.
    """
    deleted = 0
    for batch in _batches():
        ids = {found for named in batch.values() for found in named}
        theirs = _theirs(ids, person_id)
        about = [record_id for record_id, named in batch.items() if named & theirs]
        deleted += IdempotencyRecord.objects.filter(id__in=about).delete()[0]
    return deleted


def _batches() -> Iterator[dict[UUID, set[UUID]]]:
    """Records by id, with the ids that they name."""
    batch: dict[UUID, set[UUID]] = {}
    for record_id, body, headers in IdempotencyRecord.objects.values_list("id", "body", "headers").iterator():
        batch[record_id] = {UUID(found) for found in ID.findall(json.dumps([body, headers]))}
        if len(batch) == BATCH:
            yield batch
            batch = {}
    yield batch


def _theirs(ids: set[UUID], person_id: UUID) -> set[UUID]:
    found = ids & {person_id}
    history = History.objects.filter(person_id=person_id)
    found |= set(history.filter(memory_id__in=ids).values_list("memory_id", flat=True))
    for model in (Session, Turn, Task, Checkpoint, Artifact, Proposal, RetrievalEvent):
        rows = model._default_manager.filter(Q(person_id=person_id), id__in=ids)
        found |= set(rows.values_list("id", flat=True))
    return found

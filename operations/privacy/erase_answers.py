"""Erases the responses that are stored for a day for repeated requests; the ids in them identify the person."""

from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Q, QuerySet

from consent.models import Proposal
from conversations.models import Checkpoint, Session, Task, Turn
from memories.models import Artifact, History
from retrieval.models import RetrievalEvent

BATCH = 2_000
OWNED = (Session, Turn, Task, Checkpoint, Artifact, Proposal, RetrievalEvent)


def erase_answers(person_id: UUID) -> int:
    """Delete stored answers with an id of the person or of their data; return their number. Runs in the entered scope.

    Memories are recognised by their history, which outlives them.
    """
    deleted = 0
    for batch in _batches():
        theirs = _theirs({named for ids in batch.values() for named in ids}, person_id)
        about = [record_id for record_id, ids in batch.items() if ids & theirs]
        deleted += _answers().filter(id__in=about).delete()[0]
    return deleted


def erase_answers_naming(ids: Collection[UUID]) -> int:
    """Delete stored answers with one of these ids; return their number. Runs in the entered scope."""
    deleted: int = _answers().filter(named_ids__overlap=list(ids)).delete()[0]
    return deleted


def _answers() -> QuerySet[Any]:
    """The rows belong to the layer above, which is not imported from here."""
    return apps.get_model("interfaces", "IdempotencyRecord")._default_manager.all()


def _batches() -> Iterator[dict[UUID, set[UUID]]]:
    """Records by id, with the ids in them."""
    batch: dict[UUID, set[UUID]] = {}
    for record_id, named in _answers().values_list("id", "named_ids").iterator(BATCH):
        batch[record_id] = set(named)
        if len(batch) == BATCH:
            yield batch
            batch = {}
    yield batch


def _theirs(ids: set[UUID], person_id: UUID) -> set[UUID]:
    found = ids & {person_id}
    history = History.objects.filter(person_id=person_id, memory_id__in=ids)
    found |= {memory_id for memory_id in history.values_list("memory_id", flat=True) if memory_id}
    for model in OWNED:
        rows = model._default_manager.filter(Q(person_id=person_id), id__in=ids)
        found |= set(rows.values_list("id", flat=True))
    return found

"""The threads of a person's checkpoints, with their sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Func, IntegerField, Max, QuerySet, Sum, Window

from conversations.models import Checkpoint, CheckpointWrite
from workspaces.actors import Actor


class StoredBytes(Func):
    """What a column takes in the table, after compression."""

    function = "pg_column_size"
    output_field = IntegerField()


def with_sizes(states: QuerySet[Checkpoint]) -> QuerySet[Checkpoint]:
    """Each state with `size`, what it takes as stored, and that of its whole thread: `thread_states`, `thread_size`."""
    size = StoredBytes("checkpoint") + StoredBytes("metadata")
    thread = ["person_id", "thread_id"]
    return states.annotate(
        size=size,
        thread_states=Window(Count("id"), partition_by=thread),
        thread_size=Window(Sum(size), partition_by=thread),
    )


@dataclass(frozen=True, slots=True)
class ThreadSize:
    """One thread: its namespaces, how many states and pending writes, and how many bytes they take as stored."""

    thread_id: str
    person_id: UUID
    namespaces: Sequence[str]
    checkpoints: int
    writes: int
    size_bytes: int
    updated_at: datetime


def threads_of(
    actor: Actor, *, now: datetime, person_id: UUID | None = None, after: str = "", limit: int = 50
) -> list[ThreadSize]:
    """The threads that the actor may see, by name, those after `after`; of one person or of all. Two queries."""
    whose = {"person_id": person_id} if person_id else {}
    states = Checkpoint.objects.visible_to(actor, now=now).filter(thread_id__gt=after, **whose)
    rows = list(_summed(states)[:limit])
    names = [row["thread_id"] for row in rows]
    writes = CheckpointWrite.objects.visible_to(actor, now=now).filter(thread_id__in=names, **whose)
    pending = {(row["person_id"], row["thread_id"]): row for row in _pending(writes)} if names else {}
    return [_thread(row, pending.get((row["person_id"], row["thread_id"]), {})) for row in rows]


def _summed(states: QuerySet[Checkpoint]) -> QuerySet[Checkpoint, Any]:
    return (
        states.values("person_id", "thread_id")
        .annotate(
            namespaces=ArrayAgg("checkpoint_ns", distinct=True, order_by="checkpoint_ns"),
            checkpoints=Count("id"),
            size=Sum(StoredBytes("checkpoint") + StoredBytes("metadata")),
            last=Max("updated_at"),
        )
        .order_by("thread_id", "person_id")
    )


def _pending(writes: QuerySet[CheckpointWrite]) -> QuerySet[CheckpointWrite, Any]:
    return (
        writes.order_by().values("person_id", "thread_id").annotate(count=Count("id"), size=Sum(StoredBytes("value")))
    )


def _thread(row: dict[str, Any], pending: dict[str, Any]) -> ThreadSize:
    return ThreadSize(
        thread_id=str(row["thread_id"]),
        person_id=row["person_id"],
        namespaces=row["namespaces"],
        checkpoints=row["checkpoints"],
        writes=pending.get("count", 0),
        size_bytes=int(row["size"] or 0) + int(pending.get("size") or 0),
        updated_at=row["last"],
    )

"""Reading checkpoints: a thread's states with their pending writes, and the sizes of threads."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Func, IntegerField, Max, Q, QuerySet, Subquery, Sum, Window

from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import CheckpointQuerySet, CheckpointWriteQuerySet, has_unowned, saved_by
from workspaces import scope
from workspaces.actors import Actor
from workspaces.pipelined_query import PipelinedQuery
from workspaces.sensitivity import INTERNAL, rank


@dataclass(frozen=True, slots=True)
class ThreadStates:
    """One person's thread as one actor may see it. Read within the entered scope."""

    person_id: UUID
    thread_id: str
    actor: Actor
    now: datetime

    def at(
        self, checkpoint_ns: str, checkpoint_id: str | None = None
    ) -> tuple[Checkpoint, list[CheckpointWrite]] | None:
        """The current state of a namespace, or the one of that id, with its pending writes; None where there is none.

        What `states` and `writes` find, in one round trip and by statements that are compiled once: a graph waits for
        it. Call it outside any scope.
        """
        ceiling = self.actor.reading_ceiling(person_id=self.person_id, namespace_path="", now=self.now)
        if ceiling is None or ceiling < rank(INTERNAL):
            return None
        owner = (self.actor.id if self.actor.is_agent else None, has_unowned(self.actor) or None)
        place = (self.person_id, self.thread_id, checkpoint_ns, checkpoint_id, *owner)
        with scope.pipelined_scope(self.actor.workspace_id):
            found = PipelinedQuery.recurring(_state_at, *place), PipelinedQuery.recurring(_writes_at, *place)
            states, writes = scope.fetch_pipelined([query.statement for query in found])
        return (found[0].models(states)[0], found[1].models(writes)) if states else None

    def states(self) -> CheckpointQuerySet:
        """The current state first."""
        rows = Checkpoint.objects.visible_to(self.actor, now=self.now).filter(person_id=self.person_id)
        return rows.thread(self.thread_id).newest_first()

    def writes(self) -> CheckpointWriteQuerySet:
        """Pending writes in order."""
        rows = CheckpointWrite.objects.visible_to(self.actor, now=self.now)
        return rows.filter(person_id=self.person_id, thread_id=self.thread_id).in_order()

    def pending_on(self, states: Sequence[Checkpoint]) -> dict[tuple[str, str], list[CheckpointWrite]]:
        """The writes of each state by its namespace and id, in one query."""
        found: dict[tuple[str, str], list[CheckpointWrite]]
        found = {(state.checkpoint_ns, state.checkpoint_id): [] for state in states}
        ids = {state.checkpoint_id for state in states}
        for write in self.writes().filter(checkpoint_id__in=ids) if ids else ():
            if (place := (write.checkpoint_ns, write.checkpoint_id)) in found:
                found[place].append(write)
        return found


def _state_at(
    person_id: UUID, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None, *owner: Any
) -> CheckpointQuerySet:
    rows = Checkpoint.objects.filter(_owned(*owner), person_id=person_id).thread(thread_id, checkpoint_ns)
    return rows.filter(checkpoint_id=checkpoint_id) if checkpoint_id else rows.newest_first()[:1]


def _writes_at(
    person_id: UUID, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None, *owner: Any
) -> CheckpointWriteQuerySet:
    state = _state_at(person_id, thread_id, checkpoint_ns, checkpoint_id, *owner)
    rows = CheckpointWrite.objects.filter(person_id=person_id, thread_id=thread_id, checkpoint_ns=checkpoint_ns)
    named = checkpoint_id or Subquery(state.values("checkpoint_id"))
    return rows.filter(_owned(*owner), checkpoint_id=named).in_order()


def _owned(agent_id: UUID | None, unowned: bool | None) -> Q:
    """`owned_condition` of what a compiled statement is given: no agent, or whether it has what nobody saved."""
    return saved_by(agent_id, has_unowned=unowned is not None) if agent_id else Q()


class StoredBytes(Func):
    """A column's size in the table, after compression."""

    function = "pg_column_size"
    output_field = IntegerField()


STATE_SIZE = StoredBytes("checkpoint") + StoredBytes("metadata")


def with_sizes(states: QuerySet[Checkpoint]) -> QuerySet[Checkpoint]:
    """Annotate each state's stored `size` in bytes, and its thread's `thread_states` and `thread_size`."""
    thread = ["person_id", "thread_id"]
    return states.annotate(
        size=STATE_SIZE,
        thread_states=Window(Count("id"), partition_by=thread),
        thread_size=Window(Sum(STATE_SIZE), partition_by=thread),
    )


@dataclass(frozen=True, slots=True)
class ThreadSize:
    """One thread: its namespaces, the number of states and pending writes, and their stored size."""

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
    """Threads visible to the actor by name, after `after`; of one person or of all. Two queries."""
    of_person = {"person_id": person_id} if person_id else {}
    states = Checkpoint.objects.visible_to(actor, now=now).filter(thread_id__gt=after, **of_person)
    rows = list(_summed(states)[:limit])
    names = [row["thread_id"] for row in rows]
    writes = CheckpointWrite.objects.visible_to(actor, now=now).filter(thread_id__in=names, **of_person)
    rows_of_writes: QuerySet[CheckpointWrite, Any] = writes.order_by().values("person_id", "thread_id")
    counted = rows_of_writes.annotate(count=Count("id"), size=Sum(StoredBytes("value")))
    pending = {(row["person_id"], row["thread_id"]): row for row in counted} if names else {}
    return [_thread(row, pending.get((row["person_id"], row["thread_id"]), {})) for row in rows]


def _summed(states: QuerySet[Checkpoint]) -> QuerySet[Checkpoint, Any]:
    return (
        states.values("person_id", "thread_id")
        .annotate(
            namespaces=ArrayAgg("checkpoint_ns", distinct=True, order_by="checkpoint_ns"),
            checkpoints=Count("id"),
            size=Sum(STATE_SIZE),
            last=Max("updated_at"),
        )
        .order_by("thread_id", "person_id")
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

"""Reading a thread's states with what is pending on each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import CheckpointQuerySet, CheckpointWriteQuerySet
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class ThreadStates:
    """One person's thread as one actor may see it. Read within the entered scope."""

    person_id: UUID
    thread_id: str
    actor: Actor
    now: datetime

    def states(self) -> CheckpointQuerySet:
        """The current one first."""
        rows = Checkpoint.objects.visible_to(self.actor, now=self.now).filter(person_id=self.person_id)
        return rows.thread(self.thread_id).newest_first()

    def writes(self) -> CheckpointWriteQuerySet:
        """What is pending, in its order."""
        rows = CheckpointWrite.objects.visible_to(self.actor, now=self.now)
        return rows.filter(person_id=self.person_id, thread_id=self.thread_id).in_order()

    def pending_on(self, states: Sequence[Checkpoint]) -> dict[tuple[str, str], list[CheckpointWrite]]:
        """The writes of each state by its namespace and id; one query however many."""
        found: dict[tuple[str, str], list[CheckpointWrite]]
        found = {(state.checkpoint_ns, state.checkpoint_id): [] for state in states}
        ids = {state.checkpoint_id for state in states}
        for write in self.writes().filter(checkpoint_id__in=ids) if ids else ():
            if (place := (write.checkpoint_ns, write.checkpoint_id)) in found:
                found[place].append(write)
        return found

"""Staff take a person's data out: the same file that the person gets, and a row of History that says who took it."""

from datetime import datetime
from typing import IO
from uuid import UUID

from memories.maintenance.record_export import record_export
from operations.export.person_export import write_export
from workspaces import scope
from workspaces.actors import Actor


def write_staff_export(file: IO[bytes], *, person_id: UUID, actor: Actor, now: datetime) -> dict[str, int]:
    """Write a person's export as `write_export` does, then record it; returns how many rows each list has.

    Hand the file out only when this has returned. Call it outside any scope. Raises UnknownPerson.
    """
    counts = write_export(file, person_id=person_id, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        record_export(person_id=person_id, rows=sum(counts.values()), actor=actor, now=now)
    return counts

"""Importing an in-memory checkpointer's states, resumable and repeatable (001 §15)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

import uuid_utils.compat

from conversations.access import UnknownPerson
from conversations.models import Checkpoint, CheckpointWrite
from conversations.state_redaction import redact_state
from operations.importing.checkpoint_dump import CheckpointLine, WriteLine
from workspaces import scope
from workspaces.models import Person

BATCH = 50
Lines = Iterable[CheckpointLine | WriteLine]


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """How many lines were read, how many were new, and how many differ from what is stored."""

    lines: int = 0
    added: int = 0
    different: int = 0

    def __add__(self, other: "ImportCounts") -> "ImportCounts":
        return ImportCounts(self.lines + other.lines, self.added + other.added, self.different + other.different)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where lines go: `person_id` is the default person, `agent_id` the agent with an allowlist that may see them."""

    workspace_id: UUID
    person_id: UUID | None
    agent_id: UUID | None = None


def check_people(lines: Lines, to: Destination) -> int:
    """Read all lines without storing any; returns how many. Raises UnknownPerson, BadDump."""
    wanted, count = set[UUID](), 0
    for line in lines:
        wanted.add(_person_of(line, to))
        count += 1
    with scope.enter(to.workspace_id):
        known = set(Person.objects.filter(id__in=wanted).values_list("id", flat=True))
    if wanted - known:
        raise UnknownPerson
    return count


def import_checkpoints(
    lines: Lines, to: Destination, *, now: datetime, on_progress: Callable[[int], object] = lambda count: None
) -> ImportCounts:
    """Store missing lines in one transaction a batch; existing rows are compared and left as they are.

    Running it again continues an interrupted import. Secrets are redacted first.
    """
    remaining, total = iter(lines), ImportCounts()
    while batch := list(islice(remaining, BATCH)):
        with scope.enter(to.workspace_id):
            total += _store_states([line for line in batch if isinstance(line, CheckpointLine)], to, now)
            total += _store_writes([line for line in batch if isinstance(line, WriteLine)], to, now)
        on_progress(len(batch))
    return total


def _store_states(lines: Sequence[CheckpointLine], to: Destination, now: datetime) -> ImportCounts:
    rows = [_state(line, to, now) for line in lines]
    before = [_stored_state(row) for row in rows]
    fresh = [row for row, there in zip(rows, before, strict=True) if there is None]
    Checkpoint.objects.bulk_create(fresh, ignore_conflicts=True)
    # Read back: a concurrent writer may have stored another.
    after = [_stored_state(row) for row in rows]
    return ImportCounts(
        len(rows), len(fresh), sum(not _is_same(row, there) for row, there in zip(rows, after, strict=True))
    )


def _store_writes(lines: Sequence[WriteLine], to: Destination, now: datetime) -> ImportCounts:
    rows = [_write(line, to, now) for line in lines]
    before = [_stored_write(row) for row in rows]
    fresh = [row for row, there in zip(rows, before, strict=True) if there is None]
    CheckpointWrite.objects.bulk_create(fresh, ignore_conflicts=True)
    after = [_stored_write(row) for row in rows]
    different = sum(there is None or there.value != row.value for row, there in zip(rows, after, strict=True))
    return ImportCounts(len(rows), len(fresh), different)


def _person_of(line: CheckpointLine | WriteLine, to: Destination) -> UUID:
    person_id = line.user_id or to.person_id
    if person_id is None:
        raise UnknownPerson
    return person_id


def _state(line: CheckpointLine, to: Destination, now: datetime) -> Checkpoint:
    content, findings = redact_state({"checkpoint": line.checkpoint, "metadata": line.metadata})
    at = line.created_at or now
    return Checkpoint(
        person_id=_person_of(line, to),
        thread_id=line.thread_id,
        checkpoint_ns=line.checkpoint_ns,
        checkpoint_id=line.checkpoint_id or str(uuid_utils.compat.uuid6()),
        is_single=not line.checkpoint_id,
        parent_id=line.parent_id,
        agent_id=to.agent_id,
        checkpoint=content["checkpoint"],
        metadata=content["metadata"],
        run_id=line.run_id or str(line.metadata.get("run_id") or "")[:128],
        redactions=[asdict(finding) for finding in findings],
        created_at=at,
        updated_at=at,
    )


def _write(line: WriteLine, to: Destination, now: datetime) -> CheckpointWrite:
    (value,), _ = redact_state([line.value])
    fields = line.model_dump(exclude={"type", "user_id", "value"})
    return CheckpointWrite(**fields, value=value, person_id=_person_of(line, to), agent_id=to.agent_id, created_at=now)


def _stored_state(row: Checkpoint) -> Checkpoint | None:
    """The stored state with the same id, or the thread's single state if it has none."""
    wanted: dict[str, Any] = {"is_single": True} if row.is_single else {"checkpoint_id": row.checkpoint_id}
    rows = Checkpoint.objects.thread(row.thread_id, row.checkpoint_ns)
    return rows.filter(person_id=row.person_id, **wanted).first()


def _stored_write(row: CheckpointWrite) -> CheckpointWrite | None:
    names = ("person_id", "thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx")
    return CheckpointWrite.objects.filter(**{name: getattr(row, name) for name in names}).first()


def _is_same(row: Checkpoint, there: Checkpoint | None) -> bool:
    names = ("checkpoint", "metadata", "parent_id")
    return there is not None and all(getattr(row, name) == getattr(there, name) for name in names)

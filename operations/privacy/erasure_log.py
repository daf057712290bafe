"""The log of erasures: a file outside the database, by which a restored backup repeats later erasures.

One JSON line each: ids and a time, no name and no content. It lies in SEAL_DIR, and each backup has a copy.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings

from operations.models import Tombstone
from workspaces import scope
from workspaces.models import Workspace

NAME = "erasures.jsonl"
Line = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class Erasure:
    """An erasure of a person, or of the whole workspace if `person_id` is None."""

    workspace_id: UUID
    person_id: UUID | None
    requested_at: datetime


def log_file() -> Path:
    return Path(settings.SEAL_DIR) / NAME


def note_erasures(*, workspace_id: UUID) -> int:
    """Append the workspace's erasures that the log lacks; returns how many. Safe to call twice, also at once."""
    path = log_file()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        known = {line["tombstone"] for line in _read(file)}
        missing = [line for line in _lines(workspace_id) if line["tombstone"] not in known]
        file.writelines(f"{json.dumps(line)}\n" for line in missing)
        file.flush()
        os.fsync(file.fileno())
    return len(missing)


def read_erasures(path: Path) -> list[Erasure]:
    """Yield the erasures in a log, in order; none without a log."""
    if not path.exists():
        return []
    with path.open() as file:
        return [
            Erasure(
                UUID(line["workspace"]),
                UUID(line["person"]) if line["person"] else None,
                datetime.fromisoformat(line["requested_at"]),
            )
            for line in _read(file)
        ]


def _lines(workspace_id: UUID) -> Iterator[Line]:
    """Return the erasures of a workspace that the log should contain: its people first."""
    with scope.enter(workspace_id):
        tombstones = list(Tombstone.objects.order_by("requested_at"))
    for row in tombstones:
        yield _line(row.id, workspace_id, row.person_id, row.requested_at)
    for closed_at in Workspace.objects.filter(id=workspace_id, erased_at__isnull=False).values_list(
        "closed_at", flat=True
    ):
        assert closed_at is not None, "what was erased was closed"
        yield _line(workspace_id, workspace_id, None, closed_at)


def _line(tombstone: UUID, workspace_id: UUID, person_id: UUID | None, requested_at: datetime) -> Line:
    return {
        "tombstone": str(tombstone),
        "workspace": str(workspace_id),
        "person": str(person_id) if person_id else None,
        "requested_at": requested_at.isoformat(),
    }


def _read(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    """Yield complete lines only: the last one may have been cut off by a full disk, and is written again."""
    for line in lines:
        if line.endswith("\n") and line.startswith("{"):
            yield json.loads(line)

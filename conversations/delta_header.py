"""What changed since somebody last looked: the first lines of a context (001 §1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from conversations.models import ChangeLog, ThreadReader, ThreadRevision
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

MAX_BULLETS: Final = 3
ADDED, UPDATED, MERGED = "ADD", "UPDATE", "MERGE"
SIGNS: Final = {
    ADDED: "+created",
    UPDATED: "↑updated",
    MERGED: "↔merged",
    "DELETE": "×deleted",
    "TTL": "↓soft_deleted",
    "RESTORE": "↺restored",
}
MARK_SEEN = """
INSERT INTO conversations_threadreader AS reader (id, workspace_id, person_id, thread_id, reader_id, rev)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (workspace_id, person_id, thread_id, reader_id)
DO UPDATE SET rev = greatest(reader.rev, EXCLUDED.rev) WHERE reader.rev < EXCLUDED.rev
"""


@dataclass(frozen=True, slots=True)
class HeaderChange:
    """What became of one memory; `event` is History's, `importance_level` 1..5."""

    memory_id: UUID
    event: str
    category: str
    importance: float
    importance_level: int
    text: str
    rev: int

    @property
    def bullet(self) -> str:
        """E.g. `- +created: [Personal] Preferred name is Ana (imp=2)`."""
        label = "" if self.event == MERGED else f"[{self.category.replace('_', ' ').title()}] "
        importance = f" (imp={self.importance_level})" if self.event == ADDED else ""
        return f"- {SIGNS[self.event]}: {label}{self.text}{importance}"


@dataclass(frozen=True, slots=True)
class DeltaHeader:
    """The changes of a thread after revision `since`, most important first, one for each memory.

    `is_truncated` says that the log no longer reaches back as far as `since`.
    """

    since: int
    revision: int
    changes: tuple[HeaderChange, ...]
    is_truncated: bool = False

    @property
    def text(self) -> str:
        """At most three bullets and how many more there are; empty when nothing changed."""
        if not self.changes:
            return ""
        more = len(self.changes) - MAX_BULLETS
        lines = [
            f"Memory updates since rev {self.since}:",
            *(change.bullet for change in self.changes[:MAX_BULLETS]),
        ]
        return "\n".join([*lines, f"+ {more} more"] if more > 0 else lines)


def header(
    *,
    person_id: UUID,
    thread_id: str,
    actor: Actor,
    now: datetime,
    since: int | None = None,
    ranks: Collection[int] | None = None,
) -> DeltaHeader:
    """What the actor may see of a thread's changes; an empty `thread_id` is the person's default thread.

    `ranks` are the sensitivities asked for, None all that the actor may see.
    Without `since` the actor is told what they were not told before: this call remembers how far that was. Runs in
    the entered scope.
    """
    thread_id = thread_id or f"person-{person_id}"
    thread = {"person_id": person_id, "thread_id": thread_id}
    revision = ThreadRevision.objects.filter(**thread).values_list("rev", flat=True).first() or 0
    if since is None:
        since = _last_seen(person_id, thread_id, actor)
        _mark_seen(person_id, thread_id, actor, revision)
    log = ChangeLog.objects.visible_to(actor, person_id=person_id, now=now).filter(thread_id=thread_id, event__in=SIGNS)
    if ranks is not None:
        log = log.filter(sensitivity_rank__in=ranks)
    rows = log.filter(rev__gt=since, rev__lte=revision).order_by("rev")
    return DeltaHeader(since, revision, _ranked(rows), is_truncated=since < revision - settings.CHANGE_LOG_REVISIONS)


def _ranked(rows: Iterable[ChangeLog]) -> tuple[HeaderChange, ...]:
    """The last change of each memory, most important first; what was created and then updated is still new."""
    last: dict[UUID, HeaderChange] = {}
    for row in rows:
        earlier = last.get(row.memory_id)
        still_new = earlier is not None and earlier.event == ADDED and row.event == UPDATED
        last[row.memory_id] = _change(row, ADDED if still_new else row.event)
    return tuple(sorted(last.values(), key=lambda change: (-change.importance, -change.rev)))


def _change(row: ChangeLog, event: str) -> HeaderChange:
    return HeaderChange(row.memory_id, event, row.category, row.importance, row.importance_level, row.text, row.rev)


def _last_seen(person_id: UUID, thread_id: str, actor: Actor) -> int:
    if actor.id is None:
        return 0
    readers = ThreadReader.objects.filter(person_id=person_id, thread_id=thread_id, reader_id=actor.id)
    return readers.values_list("rev", flat=True).first() or 0


def _mark_seen(person_id: UUID, thread_id: str, actor: Actor, revision: int) -> None:
    if actor.id is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(MARK_SEEN, [uuid7(), scope.current_workspace_id(), person_id, thread_id, actor.id, revision])

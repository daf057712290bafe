"""What changed since somebody last looked: the first lines of a context (001 §1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7
from workspaces.namespaces import default_thread
from workspaces.round_trip import UNHURRIED

MAX_BULLETS: Final = 3
NOTHING: Final = -1  # a sensitivity below every other
ADDED, UPDATED, MERGED = "ADD", "UPDATE", "MERGE"
SIGNS: Final = {
    ADDED: "+created",
    UPDATED: "↑updated",
    MERGED: "↔merged",
    "DELETE": "×deleted",
    "TTL": "↓soft_deleted",
    "RESTORE": "↺restored",
}
# Of the thread named: its name, up to where its reader was told, its revision.
PLACE = """
SELECT asked.thread_id,
    coalesce((SELECT rev FROM conversations_threadreader reader WHERE workspace_id = %s AND person_id = %s
              AND reader.thread_id = asked.thread_id AND reader_id = %s), 0),
    coalesce((SELECT rev FROM conversations_threadrevision thread WHERE workspace_id = %s AND person_id = %s
              AND thread.thread_id = asked.thread_id), 0)
FROM (SELECT {thread} OFFSET 0) AS asked (thread_id)
"""
# What may be told is the rule of `ChangeLog.objects.visible_to`.
CHANGES = """
SELECT memory_id, event, category, importance, importance_level, text, rev FROM conversations_changelog
WHERE workspace_id = %s AND person_id = %s AND thread_id = %s AND rev > %s AND rev <= %s AND event = ANY(%s)
    AND sensitivity_rank <= %s AND (%s::int[] IS NULL OR sensitivity_rank = ANY(%s))
    AND category <> ALL(%s) AND (%s::text[] IS NULL OR category = ANY(%s))
ORDER BY rev
"""
MARK_TOLD = """
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
    thread_id: str = ""

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


def header(*, person_id: UUID, thread_id: str, actor: Actor, now: datetime, since: int | None = None) -> DeltaHeader:
    """What the actor may see of a thread's changes; an empty `thread_id` is the person's default thread.

    Without `since` the actor is told what they were not told before: this call remembers how far that was. Runs in
    the entered scope.
    """
    statement = place_look(("%s::text", (thread_id or default_thread(person_id),)), person_id=person_id, actor=actor)
    ((place,),) = scope.fetch_pipelined([statement])
    told = read_header(place, person_id=person_id, actor=actor, now=now, since=since)
    if since is None:
        mark_told(told, person_id=person_id, actor=actor)
    return told


def place_look(thread: tuple[str, tuple[Any, ...]], *, person_id: UUID, actor: Actor) -> tuple[str, tuple[Any, ...]]:
    """A SELECT, and its values, of one row that `read_header` reads, for the caller to send with others.

    `thread` is an expression for the name of a thread, with its values.
    """
    text, values = thread
    person = (scope.current_workspace_id(), person_id)
    return PLACE.format(thread=text), (*person, actor.id, *person, *values)


def read_header(
    place: tuple[Any, ...],
    *,
    person_id: UUID,
    actor: Actor,
    now: datetime,
    since: int | None = None,
    ranks: Collection[int] | None = None,
) -> DeltaHeader:
    """The header from the row of a `place_look`; the log is looked at, in the scope, only where there is something new.

    `since` is the revision seen last, None what the actor was told last; nobody is marked as told. `ranks` are the
    sensitivities asked for, None all that the actor may see.
    """
    thread_id, told, revision = place
    since = told if since is None else since
    changes = []
    if since < revision:
        ceiling = actor.reading_ceiling(person_id=person_id, namespace_path="", now=now)
        thread = (scope.current_workspace_id(), person_id, thread_id)
        asked = None if ranks is None else list(ranks)
        allowed = None if actor.categories is None else list(actor.categories)
        seen = (
            NOTHING if ceiling is None else ceiling,
            asked,
            asked,
            sorted(actor.hidden_categories),
            allowed,
            allowed,
        )
        (changes,) = scope.fetch_pipelined([(CHANGES, (*thread, since, revision, list(SIGNS), *seen))])
    is_truncated = since < revision - settings.CHANGE_LOG_REVISIONS
    return DeltaHeader(since, revision, _ranked(HeaderChange(*row) for row in changes), is_truncated, thread_id)


def mark_told(told: DeltaHeader, *, person_id: UUID, actor: Actor) -> None:
    """Remember that the actor was told of a thread up to a header's revision; nothing is written if they knew."""
    if actor.id is not None and told.revision > told.since:
        params = (uuid7(), scope.current_workspace_id(), person_id, told.thread_id, actor.id, told.revision)
        # A mark that is lost in a crash does no harm: the same changes are told again.
        scope.fetch_pipelined([(MARK_TOLD, params)], settings=UNHURRIED)


def _ranked(changes: Iterable[HeaderChange]) -> tuple[HeaderChange, ...]:
    """The last change of each memory, most important first; what was created and then updated is still new."""
    last: dict[UUID, HeaderChange] = {}
    for change in changes:
        earlier = last.get(change.memory_id)
        still_new = earlier is not None and earlier.event == ADDED and change.event == UPDATED
        last[change.memory_id] = replace(change, event=ADDED) if still_new else change
    return tuple(sorted(last.values(), key=lambda change: (-change.importance, -change.rev)))

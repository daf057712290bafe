"""The delta header: what changed since a reader's last visit, as the first lines of a context (001 §1)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from conversations.revisions import REVISION, bounds_of
from workspaces import replicas, scope
from workspaces.actors import Actor
from workspaces.models import uuid7
from workspaces.namespaces import default_thread
from workspaces.round_trip import UNHURRIED

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
FOR_READER: Final = REVISION.format(
    ceiling="%s", hidden="%s", allowed="%s", workspace="%s", person="%s", thread="named.thread_id"
)
# A thread's name, the revision that its reader has seen, its current one for them, and how many changes it has seen.
POSITION = """
SELECT named.thread_id,
    coalesce((SELECT rev FROM conversations_threadreader reader WHERE workspace_id = %s AND person_id = %s
              AND reader.thread_id = named.thread_id AND reader_id = %s), 0),
    coalesce({for_reader}, 0),
    coalesce((SELECT rev FROM conversations_threadrevision thread WHERE workspace_id = %s AND person_id = %s
              AND thread.thread_id = named.thread_id), 0)
FROM (SELECT {thread} OFFSET 0) AS named (thread_id)
"""
# The same changes are visible as by `ChangeLog.objects.visible_to`, whose queryset differs by the actor's grants, so
# that Django would compile it for each header, which takes longer than the header. Forgotten and rejected memories are
# no longer quoted.
CHANGES = """
SELECT log.event = ANY(%s) AND (%s::int[] IS NULL OR log.sensitivity_rank = ANY(%s)),
    log.memory_id, log.event, log.category, log.importance, log.importance_level,
    CASE WHEN log.event IN ('DELETE', 'TTL') OR m.state <> 'active' OR m.validation_status = 'rejected' THEN ''
        ELSE log.text END,
    %s - count(*) OVER () + row_number() OVER (ORDER BY log.rev),
    coalesce(m.key, ''), coalesce(m.memory_type, ''), coalesce(m.version, 0) FROM conversations_changelog log
LEFT JOIN memories_memory m ON m.workspace_id = %s AND m.id = log.memory_id
WHERE log.workspace_id = %s AND log.person_id = %s AND log.thread_id = %s AND log.rev <= %s
    AND log.sensitivity_rank <= %s AND log.category <> ALL(%s) AND (%s::text[] IS NULL OR log.category = ANY(%s))
ORDER BY log.rev
"""
MARK_SEEN = """
INSERT INTO conversations_threadreader AS reader (id, workspace_id, person_id, thread_id, reader_id, rev)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (workspace_id, person_id, thread_id, reader_id)
DO UPDATE SET rev = EXCLUDED.rev WHERE reader.rev < EXCLUDED.rev OR reader.rev = %s
"""


@dataclass(frozen=True, slots=True)
class HeaderChange:
    """The change of one memory; `event` is History's, `importance_level` 1..5.

    `text` is empty for forgotten memories; the other attributes are the memory's present ones.
    """

    memory_id: UUID
    event: str
    category: str
    importance: float
    importance_level: int
    text: str
    rev: int
    key: str = ""
    memory_type: str = ""
    version: int = 0

    @property
    def bullet(self) -> str:
        """E.g. `- +created: [Personal] Preferred name is Ana (imp=2)`."""
        label = "" if self.event == MERGED else f"[{self.category.replace('_', ' ').title()}] "
        importance = f" (imp={self.importance_level})" if self.event == ADDED else ""
        return f"- {SIGNS[self.event]}: {label}{self.text or f'memory {self.memory_id}'}{importance}"


@dataclass(frozen=True, slots=True)
class DeltaHeader:
    """The changes of a thread after revision `since`, most important first, one for each memory.

    Revisions count what the reader may know of. `is_truncated` means that the log no longer reaches back to `since`;
    `seen` is the revision that the reader has seen.
    """

    since: int
    revision: int
    changes: tuple[HeaderChange, ...]
    is_truncated: bool = False
    thread_id: str = ""
    seen: int = 0

    @property
    def quoted(self) -> list[HeaderChange]:
        """The ids of the memories quoted in `text`."""
        return [change for change in self.changes[:MAX_BULLETS] if change.text and change.version]

    @property
    def text(self) -> str:
        """At most three bullets and the number of further changes; empty if nothing changed."""
        if not self.changes:
            return ""
        more = len(self.changes) - MAX_BULLETS
        lines = [
            f"Memory updates since rev {self.since}:",
            *(change.bullet for change in self.changes[:MAX_BULLETS]),
        ]
        return "\n".join([*lines, f"+ {more} more"] if more > 0 else lines)


def header(*, person_id: UUID, thread_id: str, actor: Actor, now: datetime, since: int | None = None) -> DeltaHeader:
    """The changes of a thread that the actor may see; an empty `thread_id` is the person's default thread.

    Without `since` these are the changes that the actor has not seen, which are marked as seen. Runs in the entered
    scope.
    """
    thread = ("%s::text", (thread_id or default_thread(person_id),))
    ((position,),) = scope.fetch_pipelined([position_query(thread, person_id=person_id, actor=actor, now=now)])
    delta = read_header(position, person_id=person_id, actor=actor, now=now, since=since)
    if since is None:
        mark_seen(delta, person_id=person_id, actor=actor)
    return delta


def position_query(
    thread: tuple[str, tuple[Any, ...]], *, person_id: UUID, actor: Actor, now: datetime
) -> tuple[str, tuple[Any, ...]]:
    """A SELECT of the row that `read_header` needs, and its parameters, to be sent along with other queries.

    `thread` is an SQL expression for a thread's name, with its parameters.
    """
    expression, params = thread
    person = (scope.current_workspace_id(), person_id)
    bounds = bounds_of(actor, person_id, now=now)
    return POSITION.format(thread=expression, for_reader=FOR_READER), (
        *person,
        actor.id,
        *bounds,
        *person,
        *person,
        *params,
    )


def read_header(
    position: tuple[Any, ...],
    *,
    person_id: UUID,
    actor: Actor,
    now: datetime,
    since: int | None = None,
    ranks: Collection[int] | None = None,
) -> DeltaHeader:
    """The header from the row of a `position_query`; it reads the log, in the scope, only if the revision is new.

    `since` None means the revision that the actor has seen; nothing is marked as seen. `ranks` limits the
    sensitivities, None allows all that the actor may see.
    """
    thread_id, seen, revision, last = position
    since = min(seen, revision) if since is None else since
    known = []
    if since < revision:
        requested = None if ranks is None else list(ranks)
        workspace_id = scope.current_workspace_id()
        thread = (workspace_id, workspace_id, person_id, thread_id, last)
        *bounds, allowed = bounds_of(actor, person_id, now=now)
        shown = (list(SIGNS), requested, requested, revision)
        (known,) = scope.fetch_pipelined([(CHANGES, (*shown, *thread, *bounds, allowed, allowed))])
    before = revision - len(known)
    changes = _ranked(change for is_shown, *row in known if is_shown and (change := HeaderChange(*row)).rev > since)
    return DeltaHeader(since, revision, changes, since < before, thread_id, seen)


def mark_seen(delta: DeltaHeader, *, person_id: UUID, actor: Actor) -> None:
    """Record that the actor has seen a thread up to the header's revision, unless they had before.

    A reader who may know of less than before begins there.
    """
    if actor.id is not None and delta.revision != delta.seen:
        person = (scope.current_workspace_id(), person_id)
        params = (uuid7(), *person, delta.thread_id, actor.id, delta.revision, delta.seen)
        # Losing the mark in a crash does no harm: the same changes are shown again.
        with replicas.on_primary():
            scope.fetch_pipelined([(MARK_SEEN, params)], settings=UNHURRIED)


def _ranked(changes: Iterable[HeaderChange]) -> tuple[HeaderChange, ...]:
    """The last change of each memory, most important first; an update after its creation still counts as created."""
    last: dict[UUID, HeaderChange] = {}
    for change in changes:
        earlier = last.get(change.memory_id)
        still_new = earlier is not None and earlier.event == ADDED and change.event == UPDATED
        last[change.memory_id] = replace(change, event=ADDED) if still_new else change
    return tuple(sorted(last.values(), key=lambda change: (-change.importance, -change.rev)))

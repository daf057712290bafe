"""The change log and each thread's revision (001 §1, R20)."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from conversations.models import ChangeLog, Session, ThreadRevision
from workspaces import scope
from workspaces.models import uuid7
from workspaces.namespaces import default_thread
from workspaces.round_trip import inserts_of

MAX_CHARACTERS = 300
# One statement, so that no increment is lost between concurrent writers; in one order, so that they do not deadlock.
# `later` counts the changes of the same thread that come after a line.
ADVANCE = """
WITH advanced AS (
    INSERT INTO conversations_threadrevision AS thread (id, workspace_id, person_id, thread_id, rev, kinds)
    SELECT wanted.id, %(workspace)s, wanted.person_id, wanted.thread_id, wanted.steps, wanted.kinds::jsonb
    FROM unnest(%(ids)s::uuid[], %(people)s::uuid[], %(threads)s::text[], %(steps)s::bigint[], %(kinds)s::text[])
        AS wanted (id, person_id, thread_id, steps, kinds)
    ORDER BY wanted.person_id, wanted.thread_id
    ON CONFLICT (workspace_id, person_id, thread_id) DO UPDATE SET rev = thread.rev + EXCLUDED.rev, kinds = (
        SELECT jsonb_object_agg(kind, number) FROM (
            SELECT kind, sum(number::bigint) AS number FROM (
                SELECT * FROM jsonb_each_text(thread.kinds) UNION ALL SELECT * FROM jsonb_each_text(EXCLUDED.kinds)
            ) AS both_counts (kind, number) GROUP BY kind) AS counted)
    RETURNING person_id, thread_id, rev
), forgotten AS (
    DELETE FROM conversations_changelog old USING advanced
    WHERE old.workspace_id = %(workspace)s AND old.person_id = advanced.person_id
        AND old.thread_id = advanced.thread_id AND old.rev <= advanced.rev - %(kept)s
)
INSERT INTO conversations_changelog (id, workspace_id, person_id, thread_id, rev, memory_id, event, category,
    sensitivity_rank, importance, importance_level, text, created_at)
SELECT line.id, %(workspace)s, line.person_id, line.thread_id, advanced.rev - line.later, line.memory_id, line.event,
    line.category, line.rank, line.importance, line.level, line.text, %(now)s
FROM unnest(%(line_ids)s::uuid[], %(line_people)s::uuid[], %(line_threads)s::text[], %(later)s::bigint[],
    %(memories)s::uuid[], %(events)s::text[], %(categories)s::text[], %(ranks)s::smallint[], %(importances)s::float8[],
    %(levels)s::smallint[], %(texts)s::text[])
    AS line (id, person_id, thread_id, later, memory_id, event, category, rank, importance, level, text)
JOIN advanced USING (person_id, thread_id)
"""

Thread = tuple[UUID, str]


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One change of what is remembered, as the delta header shows it.

    `thread_id` is where it was made; empty means the thread of `session_id`, or without one the person's default
    thread. With `is_everywhere` it was made outside of any thread and shows in every open one.
    `importance` is 0..1, `importance_level` 1..5.
    """

    person_id: UUID
    memory_id: UUID
    event: str
    category: str
    sensitivity_rank: int
    importance: float
    importance_level: int
    text: str
    thread_id: str = ""
    session_id: UUID | None = None
    is_everywhere: bool = False


def record_change(change: LoggedChange) -> None:
    """Log a change at the end of the scope.

    At the end, because a thread's revision stays locked until the commit and blocks all writers in the thread.
    """
    scope.at_end(advance_threads, change, is_last=True)


def advance_threads(changes: Iterable[LoggedChange]) -> None:
    """Advance the revision of each thread concerned by its number of changes, and log them under their revisions.

    Each thread keeps the lines of its last CHANGE_LOG_REVISIONS. Sent with the commit.
    """
    by_thread = _by_thread(list(changes))
    if settings.CITUS:
        for thread, of_thread in sorted(by_thread.items()):
            _advance(thread, of_thread)
        return
    lines = [
        (thread, len(of_thread) - place, change)
        for thread, of_thread in by_thread.items()
        for place, change in enumerate(of_thread, 1)
    ]
    threads = {
        "workspace": scope.current_workspace_id(),
        "now": timezone.now(),
        "kept": settings.CHANGE_LOG_REVISIONS,
        "ids": [uuid7() for _ in by_thread],
        "people": [person_id for person_id, _ in by_thread],
        "threads": [thread_id for _, thread_id in by_thread],
        "steps": [len(of_thread) for of_thread in by_thread.values()],
        "kinds": [json.dumps(Counter(map(_kind, of_thread))) for of_thread in by_thread.values()],
    }
    scope.send_later((ADVANCE, threads | _lines(lines)))


def _advance(thread: Thread, changes: Sequence[LoggedChange]) -> None:
    """The same for one thread, statement by statement: of several in one Citus finds no shard."""
    person_id, thread_id = thread
    rows = ThreadRevision.objects.select_for_update()
    row, _ = rows.get_or_create(person_id=person_id, thread_id=thread_id)
    first = row.rev + 1
    row.rev, row.kinds = row.rev + len(changes), Counter(row.kinds) + Counter(map(_kind, changes))
    row.save(update_fields=["rev", "kinds"])
    log = ChangeLog.objects.filter(person_id=person_id, thread_id=thread_id)
    log.filter(rev__lte=row.rev - settings.CHANGE_LOG_REVISIONS).delete()
    lines = [_line(thread, rev, change) for rev, change in enumerate(changes, first)]
    scope.send_later(*inserts_of(lines))


def _line(thread: Thread, rev: int, change: LoggedChange) -> ChangeLog:
    return ChangeLog(
        person_id=thread[0],
        thread_id=thread[1],
        rev=rev,
        memory_id=change.memory_id,
        event=str(change.event),
        category=change.category,
        sensitivity_rank=change.sensitivity_rank,
        importance=change.importance,
        importance_level=change.importance_level,
        text=change.text[:MAX_CHARACTERS],
    )


def _kind(change: LoggedChange) -> str:
    return f"{change.sensitivity_rank} {change.category}"


def _lines(lines: Sequence[tuple[Thread, int, LoggedChange]]) -> dict[str, Any]:
    return {
        "line_ids": [uuid7() for _ in lines],
        "line_people": [thread[0] for thread, _, _ in lines],
        "line_threads": [thread[1] for thread, _, _ in lines],
        "later": [later for _, later, _ in lines],
        "memories": [change.memory_id for _, _, change in lines],
        "events": [str(change.event) for _, _, change in lines],
        "categories": [change.category for _, _, change in lines],
        "ranks": [change.sensitivity_rank for _, _, change in lines],
        "importances": [change.importance for _, _, change in lines],
        "levels": [change.importance_level for _, _, change in lines],
        "texts": [change.text[:MAX_CHARACTERS] for _, _, change in lines],
    }


def _by_thread(changes: list[LoggedChange]) -> dict[Thread, list[LoggedChange]]:
    sessions = _threads_of_sessions(changes)
    everywhere = {change.person_id for change in changes if change.is_everywhere}
    opened = {person_id: _open_threads(person_id) for person_id in everywhere}
    grouped: dict[Thread, list[LoggedChange]] = defaultdict(list)
    for change in changes:
        of_session = sessions.get(change.session_id) if change.session_id else None
        own = change.thread_id or of_session or default_thread(change.person_id)
        for thread_id in {own, *(opened[change.person_id] if change.is_everywhere else ())}:
            grouped[change.person_id, thread_id].append(change)
    return grouped


def _threads_of_sessions(changes: list[LoggedChange]) -> dict[UUID, str]:
    ids = {change.session_id for change in changes if change.session_id and not change.thread_id}
    return dict(Session.objects.filter(id__in=ids).values_list("id", "thread_id")) if ids else {}


def _open_threads(person_id: UUID) -> set[str]:
    """The person's threads, except those whose sessions are all closed."""
    sessions = Session.objects.filter(person_id=person_id)
    opened = set(sessions.filter(closed_at__isnull=True).values_list("thread_id", flat=True).distinct())
    closed = set(sessions.filter(closed_at__isnull=False).values_list("thread_id", flat=True).distinct()) - opened
    known = set(ThreadRevision.objects.filter(person_id=person_id).values_list("thread_id", flat=True))
    return (known - closed) | opened | {default_thread(person_id)}

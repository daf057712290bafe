"""The change log and each thread's revision (001 §1, R20)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q

from conversations.models import ChangeLog, Session, ThreadRevision
from workspaces import scope
from workspaces.models import uuid7
from workspaces.namespaces import default_thread

MAX_CHARACTERS = 300
# One statement, so that no increment is lost between concurrent writers; in one order, so that they do not deadlock.
ADVANCE = """
INSERT INTO conversations_threadrevision AS thread (id, workspace_id, person_id, thread_id, rev)
SELECT wanted.id, %s, wanted.person_id, wanted.thread_id, wanted.steps
FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::bigint[]) AS wanted (id, person_id, thread_id, steps)
ORDER BY wanted.person_id, wanted.thread_id
ON CONFLICT (workspace_id, person_id, thread_id) DO UPDATE SET rev = thread.rev + EXCLUDED.rev
RETURNING person_id, thread_id, rev
"""

Thread = tuple[UUID, str]


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One change of what is remembered, as the delta header will tell it.

    `thread_id` is where it was made; empty means the thread of `session_id`, without one the person's default
    thread. With `is_everywhere` every open thread of the person hears of it: it was made outside any of them.
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
    """Log a change when the scope's work is done.

    Only then, because a thread's revision stays locked until the commit and every writer in the thread waits for it.
    """
    scope.at_end(advance_threads, change)


def advance_threads(changes: Iterable[LoggedChange]) -> None:
    """Advance the revision of each thread concerned by its number of changes, and log them under their revisions."""
    by_thread = _by_thread(list(changes))
    revisions = _advance({thread: len(of_thread) for thread, of_thread in by_thread.items()})
    rows = []
    for thread, of_thread in by_thread.items():
        first = revisions[thread] - len(of_thread) + 1
        rows += [_row(change, thread[1], rev) for rev, change in enumerate(of_thread, first)]
    ChangeLog.objects.bulk_create(rows)
    _forget_old(revisions)


def _by_thread(changes: list[LoggedChange]) -> dict[Thread, list[LoggedChange]]:
    sessions = _threads_of_sessions(changes)
    everywhere = {change.person_id for change in changes if change.is_everywhere}
    opened = {person_id: _open_threads(person_id) for person_id in everywhere}
    grouped: dict[Thread, list[LoggedChange]] = defaultdict(list)
    for change in changes:
        spoken = sessions.get(change.session_id) if change.session_id else None
        own = change.thread_id or spoken or default_thread(change.person_id)
        for thread_id in {own, *(opened[change.person_id] if change.is_everywhere else ())}:
            grouped[change.person_id, thread_id].append(change)
    return grouped


def _threads_of_sessions(changes: list[LoggedChange]) -> dict[UUID, str]:
    ids = {change.session_id for change in changes if change.session_id and not change.thread_id}
    return dict(Session.objects.filter(id__in=ids).values_list("id", "thread_id")) if ids else {}


def _open_threads(person_id: UUID) -> set[str]:
    """The person's threads but those whose sessions are all closed."""
    sessions = Session.objects.filter(person_id=person_id)
    opened = set(sessions.filter(closed_at__isnull=True).values_list("thread_id", flat=True).distinct())
    closed = set(sessions.filter(closed_at__isnull=False).values_list("thread_id", flat=True).distinct()) - opened
    known = set(ThreadRevision.objects.filter(person_id=person_id).values_list("thread_id", flat=True))
    return (known - closed) | opened | {default_thread(person_id)}


def _advance(steps: Mapping[Thread, int]) -> dict[Thread, int]:
    people, threads = zip(*steps, strict=True)
    ids = [uuid7() for _ in steps]
    with connection.cursor() as cursor:
        cursor.execute(ADVANCE, [scope.current_workspace_id(), ids, list(people), list(threads), list(steps.values())])
        return {(person_id, thread_id): rev for person_id, thread_id, rev in cursor.fetchall()}


def _row(change: LoggedChange, thread_id: str, rev: int) -> ChangeLog:
    return ChangeLog(
        person_id=change.person_id,
        thread_id=thread_id,
        rev=rev,
        memory_id=change.memory_id,
        event=change.event,
        category=change.category,
        sensitivity_rank=change.sensitivity_rank,
        importance=change.importance,
        importance_level=change.importance_level,
        text=change.text[:MAX_CHARACTERS],
    )


def _forget_old(revisions: Mapping[Thread, int]) -> None:
    """Keep the last CHANGE_LOG_REVISIONS of each thread."""
    kept = settings.CHANGE_LOG_REVISIONS
    old = [
        Q(person_id=person_id, thread_id=thread_id, rev__lte=rev - kept)
        for (person_id, thread_id), rev in revisions.items()
        if rev > kept
    ]
    if old:
        ChangeLog.objects.filter(reduce(or_, old)).delete()

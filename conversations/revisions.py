"""A thread's revision for a reader: the number of changes that they may know of (001 §1)."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from workspaces.actors import Actor

NO_ACCESS: Final = -1  # a sensitivity below every other
# NULL where the thread has seen no change. `kinds` are counts of changes by sensitivity and category ("1 goals").
REVISION: Final = """
(SELECT rev - coalesce((
    SELECT sum(number::bigint)::bigint FROM jsonb_each_text(thread.kinds) AS counted (kind, number)
    WHERE left(kind, 1)::int > {ceiling} OR substr(kind, 3) = ANY({hidden}::text[])
        OR coalesce(substr(kind, 3) <> ALL({allowed}::text[]), false)), 0)
FROM conversations_threadrevision thread
WHERE workspace_id = {workspace} AND person_id = {person} AND thread_id = {thread})
"""


class Bounds(NamedTuple):
    """What a reader may know of a person's changes: a sensitivity, categories that are others' alone, an allowlist."""

    ceiling: int
    hidden: list[str]
    allowed: list[str] | None


def bounds_of(actor: Actor, person_id: UUID | None, *, now: datetime) -> Bounds:
    ceiling = actor.reading_ceiling(person_id=person_id, namespace_path="", now=now)
    allowed = None if actor.categories is None else list(actor.categories)
    return Bounds(NO_ACCESS if ceiling is None else ceiling, sorted(actor.hidden_categories), allowed)

"""The lines of a context: how each sort is asked of the database, and read.

Every look is a SELECT, sent with the others of its round trip; what may be seen is in it, compiled before.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings

from memories.models.choices import MemoryType
from retrieval.answers import Item
from retrieval.context.parts import EpisodeLine
from retrieval.items import unsearched_columns, unsearched_item
from retrieval.sql import Sql, compose, constant, fetch_each, uuids
from retrieval.visibility import Visible
from workspaces import scope

MOST_FACTS, MOST_STANDING = 100, 30
# Of how many of the best memories the edges are followed, how many edges, to how many memories (001 §2).
RELATED_TO, MOST_EDGES, MOST_RELATED = 3, 20, 2

FACTS = """
SELECT f.memory_id, f.category, f.key, f.value, f.importance, f.confidence, memories_memory.version
FROM memories_fact f
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = f.memory_id
WHERE f.workspace_id = {workspace} AND f.person_id = {person} AND f.valid_to IS NULL AND f.importance >= {least}
    AND {condition}
ORDER BY f.importance DESC, f.category, f.key, f.item LIMIT {most}
"""
STANDING = """
SELECT {columns}
FROM (
    SELECT memories_memory.* FROM memories_memory
    WHERE {condition} AND category = ANY({categories}) AND memory_type = {semantic} AND key NOT LIKE 'fact:%%'
    ORDER BY pinned DESC, importance DESC, updated_at DESC, id LIMIT {most}) AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = m.current_id
ORDER BY m.pinned DESC, m.importance DESC, m.updated_at DESC, m.id
"""
EDGES = """
SELECT r.from_memory_id, r.to_memory_id FROM memories_relation r
WHERE r.workspace_id = {workspace} AND (r.from_memory_id = ANY({best}) OR r.to_memory_id = ANY({best}))
ORDER BY r.strength DESC, r.id LIMIT {most}
"""
SEEN = """
SELECT {columns}
FROM (
    SELECT * FROM memories_memory
    WHERE workspace_id = {workspace} AND id = ANY({ids}) AND memory_type = {semantic} AND {condition}) AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = m.current_id
"""
# As a turn is found: without its speaker's name before it, and without what was withheld (R19).
TURNS = """
SELECT t.id, t.role, t.speaker, coalesce(t.retrievable, substr(t.content, t.spoken_from + 1)), t.occurred_at
FROM conversations_turn t WHERE t.workspace_id = {workspace} AND t.session_id = ({session})
ORDER BY t.position DESC LIMIT {most}
"""


def facts_look(view: Visible, person_id: UUID) -> Sql:
    """The person's facts of some importance, most important first (002, stage 1)."""
    return compose(
        FACTS,
        workspace=_workspace(),
        person=constant(person_id),
        least=settings.CONTEXT_FACT_IMPORTANCE,
        condition=view.memory_condition,
        most=constant(MOST_FACTS),
    )


def standing_look(view: Visible, categories: Collection[str], labels: Sequence[str]) -> Sql:
    """What stands in every context because its category's mode is `all` (001 §5), pinned and important first.

    `labels` are the sensitivities of its evidence.
    """
    return compose(
        STANDING,
        columns=unsearched_columns(labels),
        workspace=_workspace(),
        condition=view.memory_condition,
        categories=list(categories),
        semantic=MemoryType.SEMANTIC,
        most=constant(MOST_STANDING),
    )


def linked_to(best: Sequence[UUID], shown: Collection[UUID]) -> list[UUID]:
    """What the best few memories found are linked to, the strongest edges first; without what is `shown` else."""
    start = best[:RELATED_TO]
    if not start:
        return []
    # What may be seen is asked of their few other ends only: of the edges themselves it would compare all memories.
    (ends,) = fetch_each([compose(EDGES, workspace=_workspace(), best=uuids(start), most=constant(MOST_EDGES))])
    return list(dict.fromkeys(one for pair in ends for one in pair if one not in start and one not in shown))


def related_among(
    linked: Sequence[UUID], found: Mapping[UUID, Item], view: Visible, labels: Sequence[str]
) -> tuple[Item, ...]:
    """One or two of the linked memories that may be seen (001 §2's related bullets).

    They need not be among those `found`; then they come without a score. `labels` are the sensitivities of evidence.
    """
    if missing := [one for one in linked if one not in found]:
        (seen,) = fetch_each([_seen_look(view, missing, labels)])
        found = {**found, **{item.id: item for item in read_unsearched(seen)}}
    related = (found[one] for one in linked if one in found)
    return tuple(item for item in related if item.memory_type == MemoryType.SEMANTIC)[:MOST_RELATED]


def _seen_look(view: Visible, ids: Iterable[UUID], labels: Sequence[str]) -> Sql:
    """Those of a few memories that may be seen."""
    return compose(
        SEEN,
        columns=unsearched_columns(labels),
        workspace=_workspace(),
        ids=uuids(ids),
        semantic=MemoryType.SEMANTIC,
        condition=view.memory_condition,
    )


def read_unsearched(rows: Iterable[tuple[Any, ...]]) -> tuple[Item, ...]:
    """Memories that nobody searched for, so without a score."""
    return tuple(unsearched_item(*row) for row in rows)


def turns_look(session: Sql) -> Sql:
    """The window of a session, newest first; `session` is a SELECT of its id."""
    return compose(TURNS, workspace=_workspace(), session=session, most=settings.WINDOW_TURNS)


def episodes_among(items: Sequence[Item]) -> tuple[EpisodeLine, ...]:
    """The episodes that are near enough to the question, each cut to what a context shows (002, R11)."""
    return tuple(_episode(item) for item in items if item.score >= settings.CONTEXT_EPISODE_SCORE)


def _workspace() -> Sql:
    return constant(scope.current_workspace_id())


def _episode(item: Item) -> EpisodeLine:
    text = " ".join((item.summary or item.content).split())
    most = settings.CONTEXT_EPISODE_CHARACTERS
    summary = text if len(text) <= most else f"{text[:most]}..."
    first, last = item.provenance.get("turn_start"), item.provenance.get("turn_end")
    return EpisodeLine(item.id, f"turns {first}-{last}" if first and last else "", summary, item.score)

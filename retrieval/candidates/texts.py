"""The candidates with what ranking needs of them, and of the turns around them."""

from collections.abc import Container, Iterable
from uuid import UUID

from retrieval.candidates.search import Candidate, Search
from retrieval.ranking import Text
from retrieval.sql import Sql, compose, fetch_each, uuids

# Words that place something in time, as lexemes of the content; the label's own weekday has another weight.
TIME_WORDS = " | ".join(
    f"'{word}':D"
    for word in (
        *("yesterday", "today", "tonight", "ago", "last", "next", "week", "weekend", "month", "year", "morn", "recent"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    )
)
TURNS = """
WITH hit AS MATERIALIZED (
    SELECT session_id, position FROM conversations_turn WHERE workspace_id = {workspace} AND id = ANY({ids})),
spot AS MATERIALIZED (
    SELECT DISTINCT session_id, position + step AS position FROM hit CROSS JOIN generate_series(-2, 2) AS step)
SELECT conversations_turn.id, NULL::uuid, 'turn', 'activity', session_id, position, speaker, role,
    right(rtrim(content), 1) = '?', search @@ {time_words}::tsquery, search::text, length(search),
    (SELECT 1 - min({distance}) FROM memories_chunk c
     JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
     WHERE c.workspace_id = {workspace} AND c.turn_id = conversations_turn.id),
    0::float8, 0::float8, '', extract(epoch FROM occurred_at)::float8, {turn_condition}, false
FROM spot JOIN conversations_turn USING (session_id, position) WHERE conversations_turn.workspace_id = {workspace}
"""
CHUNKS = """
SELECT c.id, memories_memory.id, memory_type, category, NULL::uuid, NULL, '', role,
    right(rtrim(c.text), 1) = '?', c.search @@ {time_words}::tsquery, c.search::text, length(c.search),
    (SELECT 1 - ({distance}) FROM memories_embedding e
     WHERE e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}),
    importance, confidence, trust, extract(epoch FROM updated_at)::float8, {memory_condition}, staleness <> ''
FROM memories_chunk c
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = c.memory_id
WHERE c.workspace_id = {workspace} AND c.id = ANY({ids})
"""


# Looked up by their first ends, so that each is found once.
EDGES = """
SELECT r.from_memory_id, r.to_memory_id, r.strength FROM memories_relation r
WHERE r.workspace_id = {workspace} AND r.from_memory_id = ANY({memories}) AND r.to_memory_id = ANY({memories})
"""


def texts_of(search: Search, candidates: Iterable[Candidate]) -> tuple[list[Text], dict[UUID, float]]:
    """Chunks of memories, and turns with those up to two places from them in their session; visible or not.

    Also the strength, 0..1, of the strongest edge that each of the memories has to another of them.
    """
    turns, chunks, memories = set[UUID](), set[UUID](), set[UUID]()
    for candidate in candidates:
        if candidate.turn_id:
            turns.add(candidate.turn_id)
        elif candidate.chunk_id and candidate.memory_id:
            chunks.add(candidate.chunk_id)
            memories.add(candidate.memory_id)
    statements = [_statement(TURNS, search, turns)] if turns else []
    if chunks:
        edges = compose(EDGES, memories=uuids(sorted(memories)), workspace=search.parts["workspace"])
        statements += [_statement(CHUNKS, search, chunks), edges]
    rows = fetch_each(statements)
    edges_found = rows.pop() if chunks else []
    texts = [Text(*row) for found in rows for row in found]
    return texts, _strongest(edges_found, {text.memory_id for text in texts if text.may_see})


def _strongest(edges: Iterable[tuple[UUID, UUID, float]], visible: Container[UUID | None]) -> dict[UUID, float]:
    """Edges to what may not be seen do not count: a score must not tell of it."""
    found: dict[UUID, float] = {}
    for first, second, strength in edges:
        if first in visible and second in visible:
            found[first] = max(strength, found.get(first, 0.0))
            found[second] = max(strength, found.get(second, 0.0))
    return found


def _statement(template: str, search: Search, ids: Iterable[UUID]) -> Sql:
    return compose(template, ids=uuids(sorted(ids)), time_words=TIME_WORDS, **search.measure, **search.parts)

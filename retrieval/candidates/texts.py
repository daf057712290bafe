"""The candidates with what ranking needs of them, and of the turns around them."""

from collections.abc import Iterable
from uuid import UUID

from retrieval.candidates.search import Candidate, Search
from retrieval.ranking import Text
from retrieval.sql import Sql, compose, fetch_each

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
    0::float8, 0::float8, '', extract(epoch FROM occurred_at)::float8, {turn_condition}
FROM spot JOIN conversations_turn USING (session_id, position) WHERE conversations_turn.workspace_id = {workspace}
"""
CHUNKS = """
SELECT c.id, memories_memory.id, memory_type, category, NULL::uuid, NULL, '', role,
    right(rtrim(c.text), 1) = '?', c.search @@ {time_words}::tsquery, c.search::text, length(c.search),
    (SELECT 1 - ({distance}) FROM memories_embedding e
     WHERE e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}),
    importance, confidence, trust, extract(epoch FROM updated_at)::float8, {memory_condition}
FROM memories_chunk c
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = c.memory_id
WHERE c.workspace_id = {workspace} AND c.id = ANY({ids})
"""


def texts_of(search: Search, candidates: Iterable[Candidate]) -> list[Text]:
    """Chunks of memories, and turns with those up to two places from them in their session; visible or not."""
    turns, chunks = set[UUID](), set[UUID]()
    for candidate in candidates:
        if candidate.turn_id:
            turns.add(candidate.turn_id)
        elif candidate.chunk_id:
            chunks.add(candidate.chunk_id)
    statements = [_statement(TURNS, search, turns)] if turns else []
    statements += [_statement(CHUNKS, search, chunks)] if chunks else []
    return [Text(*row) for rows in fetch_each(statements) for row in rows]


def _statement(template: str, search: Search, ids: Iterable[UUID]) -> Sql:
    return compose(template, ids=sorted(ids), time_words=TIME_WORDS, **search.parts)

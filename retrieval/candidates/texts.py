"""The candidates with what ranking needs of them, and of the turns around them."""

from collections.abc import Sequence

from retrieval.candidates.search import Candidate, Search
from retrieval.ranking import Text
from retrieval.sql import compose, fetch

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
    0::float8, 0::float8, '', occurred_at, {turn_condition}
FROM spot JOIN conversations_turn USING (session_id, position) WHERE conversations_turn.workspace_id = {workspace}
"""
CHUNKS = """
SELECT c.id, m.id, m.memory_type, m.category, NULL::uuid, NULL, '', m.role,
    right(rtrim(c.text), 1) = '?', c.search @@ {time_words}::tsquery, c.search::text, length(c.search),
    (SELECT 1 - ({distance}) FROM memories_embedding e
     WHERE e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}),
    m.importance, m.confidence, m.trust, m.updated_at, true
FROM memories_chunk c JOIN memories_memory m ON m.workspace_id = {workspace} AND m.id = c.memory_id
WHERE c.workspace_id = {workspace} AND c.id = ANY({ids})
"""


def texts_of(search: Search, candidates: Sequence[Candidate]) -> list[Text]:
    """Chunks of memories, and turns with those up to two places from them in their session."""
    turns = sorted({candidate.turn_id for candidate in candidates if candidate.turn_id})
    chunks = sorted({candidate.chunk_id for candidate in candidates if candidate.memory_id and candidate.chunk_id})
    texts = _fetch(TURNS, search, ids=turns) if turns else []
    return texts + (_fetch(CHUNKS, search, ids=chunks) if chunks else [])


def _fetch(statement: str, search: Search, **parts: object) -> list[Text]:
    parts |= {"time_words": TIME_WORDS, "turn_condition": search.visible.turn_condition}
    return [Text(*row) for row in fetch(compose(statement, **parts, **search.parts))]

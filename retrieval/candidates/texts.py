"""The candidates with what ranking needs of them, and of the turns around them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from retrieval.candidates.search import Search
from retrieval.ranking import Text
from retrieval.sql import Sql, compose

# Words that place something in time, as lexemes of the content; the label's own weekday has another weight.
TIME_WORDS = " | ".join(
    f"'{word}':D"
    for word in (
        *("yesterday", "today", "tonight", "ago", "last", "next", "week", "weekend", "month", "year", "morn", "recent"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    )
)
# All ways of searching, and what ranking needs of what they bring, as one statement: every further one costs the
# answer a millisecond. Edges are looked up by their first ends, so that each is found once.
LOOK = """
WITH by_meaning AS MATERIALIZED ({by_meaning}), by_words AS MATERIALIZED ({by_words}),
by_field AS MATERIALIZED ({by_field}), episodes AS MATERIALIZED ({episodes}),
found AS MATERIALIZED (
    SELECT turn_id, memory_id, CASE WHEN turn_id IS NULL THEN chunk_id END AS chunk_id,
        count(*) FILTER (WHERE way = 'meaning') AS by_meaning, count(*) FILTER (WHERE way = 'words') AS by_words,
        bool_or(way = 'field') AS by_field, 1 - min(distance) AS cosine
    FROM (SELECT 'meaning' AS way, turn_id, memory_id, chunk_id, distance FROM by_meaning
        UNION ALL SELECT 'words', turn_id, memory_id, chunk_id, NULL FROM by_words
        UNION ALL SELECT 'field', turn_id, memory_id, chunk_id, NULL FROM by_field
        UNION ALL SELECT 'episode', turn_id, memory_id, chunk_id, distance FROM episodes) AS ways
    GROUP BY 1, 2, 3),
spot AS MATERIALIZED (
    SELECT DISTINCT session_id, position + step AS position
    FROM conversations_turn CROSS JOIN generate_series(-2, 2) AS step
    WHERE workspace_id = {workspace} AND id = ANY(ARRAY(SELECT turn_id FROM found WHERE turn_id IS NOT NULL)))
SELECT conversations_turn.id, NULL::uuid, 'turn', 'activity', session_id, position, speaker, role,
    right(rtrim(content), 1) = '?', search @@ {time_words}::tsquery, search::text, length(search),
    coalesce(found.cosine, (SELECT 1 - min({distance}) FROM memories_chunk c
     JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
     WHERE c.workspace_id = {workspace} AND c.turn_id = conversations_turn.id)),
    0::float8, 0::float8, '', extract(epoch FROM occurred_at)::float8, {turn_condition}, false,
    coalesce(found.by_meaning, 0), coalesce(found.by_words, 0), false, NULL
FROM spot JOIN conversations_turn USING (session_id, position) LEFT JOIN found ON found.turn_id = conversations_turn.id
WHERE conversations_turn.workspace_id = {workspace}
UNION ALL
SELECT c.id, memories_memory.id, memory_type, category, NULL, NULL, '', role,
    right(rtrim(c.text), 1) = '?', c.search @@ {time_words}::tsquery, c.search::text, length(c.search),
    coalesce(found.cosine, (SELECT 1 - ({distance}) FROM memories_embedding e
     WHERE e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model})),
    importance, confidence, trust, extract(epoch FROM updated_at)::float8, {memory_condition}, staleness <> '',
    found.by_meaning, found.by_words, found.by_field,
    (SELECT jsonb_object_agg(r.to_memory_id, r.strength)::text FROM memories_relation r
     WHERE r.workspace_id = {workspace} AND r.from_memory_id = memories_memory.id
     AND r.to_memory_id = ANY(ARRAY(SELECT memory_id FROM found WHERE turn_id IS NULL)))
FROM found JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = found.chunk_id
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = c.memory_id
"""
NO_EDGES: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Ways:
    """The SELECTs of candidates by each way of searching, and the `hnsw.ef_search` of that by meaning."""

    by_meaning: Sql
    by_words: Sql
    by_field: Sql
    episodes: Sql
    width: int


class Hit(NamedTuple):
    """A text with how often it was found by meaning (once for each of its chunks) and by words, both 0 for a turn that
    stands beside one that was found, and whether it holds a field that the question names. `edges` are the strengths,
    0..1, of a memory's edges to others found.
    """

    text: Text
    by_meaning: int
    by_words: int
    by_field: bool
    edges: Mapping[str, float]

    @property
    def is_found(self) -> bool:
        return bool(self.by_meaning or self.by_words or self.by_field)


def look(search: Search, ways: Ways) -> Sql:
    """The SELECT of the candidates' texts, and of turns up to two places from them in their session; visible or not."""
    return compose(
        LOOK,
        by_meaning=ways.by_meaning,
        by_words=ways.by_words,
        by_field=ways.by_field,
        episodes=ways.episodes,
        time_words=TIME_WORDS,
        **search.measure,
        **search.parts,
    )


def read(rows: Sequence[tuple[Any, ...]]) -> list[Hit]:
    """What a look has found."""
    return [_hit(*row) for row in rows]


def related(hits: Sequence[Hit]) -> dict[UUID, float]:
    """The strength of the strongest edge that each memory has to another one found.

    Edges to what may not be seen do not count: a score must not tell of it.
    """
    if not any(hit.edges for hit in hits):
        return {}
    visible = {str(id_): id_ for hit in hits if hit.text.may_see and (id_ := hit.text.memory_id)}
    strongest: dict[UUID, float] = {}
    for hit in hits:
        edges = hit.edges if str(hit.text.memory_id) in visible else NO_EDGES
        for other in edges.keys() & visible.keys():
            for id_ in (visible[str(hit.text.memory_id)], visible[other]):
                strongest[id_] = max(edges[other], strongest.get(id_, 0.0))
    return strongest


def _hit(*row: Any) -> Hit:
    *text, by_meaning, by_words, by_field, edges = row
    return Hit(Text(*text), by_meaning, by_words, by_field, json.loads(edges) if edges else NO_EDGES)

"""Candidates by meaning: exact where there is little to compare, by the HNSW index where there is much."""

from retrieval.candidates.search import CANDIDATES, Candidate, Search, looked_far_enough
from retrieval.sql import compose, execute, fetch
from retrieval.statistics import MANY_TEXTS

# The sum keeps the planner from the HNSW index, which would return next to nothing of a small person's texts.
NEAREST_OF_PERSON = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id = {person} AND e.model_id = {model}
    ORDER BY ({distance}) + 0 LIMIT {first_look})
SELECT c.turn_id, c.memory_id, c.id, {may_see}
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
WHERE c.superseded_at IS NULL
ORDER BY nearest.distance, c.id
"""
NEAREST_OF_VISIBLE = """
SELECT turn_id, memory_id, id FROM (
    SELECT c.turn_id, c.memory_id, c.id, {distance} AS distance FROM ({memories}) seen
    JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = seen.id AND c.superseded_at IS NULL
    JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
    UNION ALL
    SELECT c.turn_id, c.memory_id, c.id, {distance} AS distance FROM ({turns}) seen
    JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.turn_id = seen.id
    JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
) AS compared ORDER BY distance, id LIMIT {k}
"""
# The subquery cannot be turned into a join, so the index leads and each neighbour is looked up as it comes.
NEAREST_BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id IS NOT DISTINCT FROM {person} AND e.model_id = {model}
    AND (SELECT {may_see} FROM memories_chunk c
         WHERE c.workspace_id = {workspace} AND c.id = e.chunk_id AND c.superseded_at IS NULL)
    ORDER BY {distance} LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
ORDER BY nearest.distance, c.id
"""


# How far the index's scan goes on past what the filters exclude; at first, and where that was not far enough.
FIRST_SCAN, LONG_SCAN = 2_000, 40_000
# hnsw.ef_search: with 200 the ten nearest among 100,000 were found to 98 %, with 300 to 99 % and more.
SCAN_CANDIDATES = 300
SCAN = """
SET LOCAL hnsw.ef_search = {candidates};
SET LOCAL hnsw.iterative_scan = relaxed_order;
SET LOCAL hnsw.max_scan_tuples = {scanned}
"""


def nearest(search: Search, *, is_small: bool) -> list[Candidate]:
    """`is_small` says that a whole person's vectors may be compared one by one.

    Else it depends on what the filters leave: little is compared one by one, much is left to the index. Without filters
    that is not counted beforehand, but seen from how much the index's first scan brings.
    """
    if is_small:
        found = _fetch(NEAREST_OF_PERSON, search)
        return found if looked_far_enough(found) else nearest_exactly(search)
    if search.is_narrowed and search.count_visible() <= MANY_TEXTS:
        return nearest_exactly(search)
    found = _by_index(search, FIRST_SCAN)
    if len(found) == CANDIDATES:
        return found
    return _by_index(search, LONG_SCAN) if search.count_visible() > MANY_TEXTS else nearest_exactly(search)


def nearest_exactly(search: Search) -> list[Candidate]:
    """Every vector that may be seen compared: about a microsecond and two look-ups for each."""
    return _fetch(NEAREST_OF_VISIBLE, search)


def _by_index(search: Search, scanned: int) -> list[Candidate]:
    execute(compose(SCAN, candidates=SCAN_CANDIDATES, scanned=scanned))
    return _fetch(NEAREST_BY_INDEX, search)


def _fetch(statement: str, search: Search) -> list[Candidate]:
    parts = search.filtered_parts if statement is NEAREST_OF_VISIBLE else search.parts
    return [Candidate(*row) for row in fetch(compose(statement, **parts))]

"""Candidates by meaning: exact where there is little to compare, by the HNSW index where there is much."""

from retrieval.candidates.search import Candidate, Search
from retrieval.sql import Sql, compose, fetch, fetch_each

# The sum keeps the planner from the HNSW index, which would return next to nothing of a small person's texts.
NEAREST_OF_PERSON = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id = {person} AND e.model_id = {model}
    ORDER BY ({distance}) + 0 LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
WHERE c.superseded_at IS NULL
ORDER BY nearest.distance, c.id
"""
NEAREST_BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id IS NOT DISTINCT FROM {person} AND e.model_id = {model}
    ORDER BY distance LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id
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
NEAREST_VISIBLE_BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id IS NOT DISTINCT FROM {person} AND e.model_id = {model}
    AND (SELECT {may_see} FROM memories_chunk c
         WHERE c.workspace_id = {workspace} AND c.id = e.chunk_id AND c.superseded_at IS NULL)
    ORDER BY distance LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
ORDER BY nearest.distance, c.id
"""


# How far the index's scan goes on past what belongs to others; at first, and where that was not far enough.
FIRST_SCAN, LONG_SCAN = 2_000, 40_000
# hnsw.ef_search: with 200 the ten nearest among 100,000 were found to 98 %, with 250 to 99 % and more.
SCAN_CANDIDATES = 250
SETTINGS = """
SET LOCAL hnsw.ef_search = {candidates}; SET LOCAL hnsw.iterative_scan = relaxed_order;
SET LOCAL hnsw.max_scan_tuples = {scanned}
"""


def settings(scanned: int = FIRST_SCAN) -> Sql:
    """What the searches of one transaction need to be set."""
    return compose(SETTINGS, candidates=SCAN_CANDIDATES, scanned=scanned)


def first_look(search: Search, *, is_small: bool) -> Sql | None:
    """The nearest of a person or namespace, visible or not; None where filters leave so little of much that only that
    is compared.

    `is_small` says that a whole person's vectors may be compared one by one.
    """
    if is_small:
        return compose(NEAREST_OF_PERSON, **search.measure, **search.parts)
    if search.is_narrowed and search.leaves_little:
        return None
    template = NEAREST_VISIBLE_BY_INDEX if search.is_narrowed else NEAREST_BY_INDEX
    return compose(template, **search.measure, **search.filtered_parts)


def second_look(search: Search, *, is_small: bool) -> list[Candidate]:
    """The nearest of what may be seen: one by one where that is little, else by a long scan of the index."""
    if is_small or search.leaves_little:
        return nearest_exactly(search)
    statement = compose(NEAREST_VISIBLE_BY_INDEX, **search.measure, **search.filtered_parts)
    return [Candidate(*row) for row in fetch_each([settings(LONG_SCAN), statement])[-1]]


def nearest_exactly(search: Search) -> list[Candidate]:
    """Every vector that may be seen compared: about a microsecond and two look-ups for each."""
    statement = compose(NEAREST_OF_VISIBLE, **search.measure, **search.filtered_parts)
    return [Candidate(*row) for row in fetch(statement)]

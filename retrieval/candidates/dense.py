"""Dense candidates: compared exactly if there are few, by the HNSW index if there are many."""

from retrieval.prepared_query import FOR_EACH, PreparedQuery
from retrieval.sql import Sql, compose, constant

NO_CANDIDATES = Sql(
    "SELECT NULL::uuid AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, NULL::float8 AS distance, "
    "NULL::boolean AS may_see WHERE false"
)

# All vectors of a small person are compared, visible or not, so that the time does not disclose hidden topics: it
# selects the nearest visible ones, and the nearest of all, of which hidden ones are only counted.
NEAREST_OF_PERSON = """
WITH seen AS MATERIALIZED ({memories}),
own AS MATERIALIZED (
    SELECT c.id, c.memory_id IN (SELECT id FROM seen) AS may_see FROM memories_chunk c
    WHERE c.workspace_id = {workspace} AND c.person_id = {person} AND c.superseded_at IS NULL AND c.turn_id IS NULL),
compared AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id = {person} AND e.model_id = {model}),
nearest AS MATERIALIZED (
    (SELECT chunk_id, distance, true AS may_see FROM compared WHERE {may_be_seen} ORDER BY distance LIMIT {k})
    UNION ALL
    (SELECT chunk_id, distance, false FROM (SELECT * FROM compared ORDER BY distance LIMIT {k}) AS of_all
     WHERE NOT ({may_be_seen})))
SELECT c.turn_id, c.memory_id, c.id AS chunk_id, nearest.distance, nearest.may_see
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
WHERE c.superseded_at IS NULL
ORDER BY nearest.distance, c.id
"""
# If all turns are visible, it is enough to exclude hidden memories: there is no index of the chunks of turns.
WITH_ALL_TURNS = Sql("chunk_id NOT IN (SELECT id FROM own WHERE NOT may_see)")
WITH_SOME_TURNS = """
chunk_id IN (SELECT id FROM own WHERE may_see UNION ALL SELECT c.id FROM ({turns}) seen_turns
    JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.turn_id = seen_turns.id)
"""
NEAREST_BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id IS NOT DISTINCT FROM {person} AND e.model_id = {model}
    ORDER BY distance LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id AS chunk_id, nearest.distance, NULL::boolean AS may_see
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
WHERE c.superseded_at IS NULL
ORDER BY nearest.distance, c.id
"""
NEAREST_OF_VISIBLE = """
SELECT turn_id, memory_id, id AS chunk_id, distance, true AS may_see FROM (
    SELECT c.turn_id, c.memory_id, c.id, {distance} AS distance FROM ({memories}) seen
    JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = seen.id AND {is_current}
    JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
    UNION ALL
    SELECT c.turn_id, c.memory_id, c.id, {distance} AS distance FROM ({turns}) seen
    JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.turn_id = seen.id
    JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
) AS compared ORDER BY distance, id LIMIT {k}
"""
# The subquery cannot become a join, so the index is scanned first and each neighbour is checked.
NEAREST_VISIBLE_BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = {workspace} AND e.person_id IS NOT DISTINCT FROM {person} AND e.model_id = {model}
    AND (SELECT {may_see} FROM memories_chunk c
         WHERE c.workspace_id = {workspace} AND c.id = e.chunk_id AND c.superseded_at IS NULL)
    ORDER BY distance LIMIT {k})
SELECT c.turn_id, c.memory_id, c.id AS chunk_id, nearest.distance, NULL::boolean AS may_see
FROM nearest JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = nearest.chunk_id
ORDER BY nearest.distance, c.id
"""
# Each episode's nearest chunk; the lateral join ensures look-ups by ids. The type is a literal, so that the plan may
# use the index of episodes.
NEAREST_EPISODES = """
SELECT NULL::uuid AS turn_id, seen.id AS memory_id, near.chunk_id, near.distance, true AS may_see
FROM (SELECT id FROM memories_memory WHERE {memory_condition} AND memory_type = 'episodic'
      ORDER BY updated_at DESC LIMIT {compared}) AS seen
CROSS JOIN LATERAL (
    SELECT c.id AS chunk_id, {distance} AS distance FROM memories_chunk c
    JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
    WHERE c.workspace_id = {workspace} AND c.memory_id = seen.id AND c.superseded_at IS NULL
    ORDER BY ({distance}) + 0, c.id LIMIT 1) AS near
ORDER BY near.distance, near.chunk_id LIMIT {k}
"""
# How many of a person's latest episodes are compared: as many as ten thousand turns have.
MOST_EPISODES = 1_000

# How many rows the index scan may skip that belong to others; at first, and if that was not enough.
FIRST_SCAN, LONG_SCAN = 2_000, 40_000
# hnsw.ef_search; the wide one if many scanned rows belong to others, or a first pass has missed something.
EF_SEARCH, EF_SEARCH_WIDE = 250, 400
# The person's share of all texts from which the narrow one is enough.
MOST_OF_CORPUS = 0.75


def scan_settings(scanned: int, ef_search: int) -> dict[str, str]:
    """Return the settings for the searches of one transaction."""
    return {
        "hnsw.ef_search": str(ef_search),
        "hnsw.iterative_scan": "relaxed_order",
        "hnsw.max_scan_tuples": str(scanned),
    }


def first_pass(prepared: PreparedQuery) -> Sql:
    """Return the SELECT of the nearest texts of a person or namespace, visible or not.

    For a small person also the nearest visible ones; if filters leave few texts of many, only visible ones.
    """
    distance, parts = prepared.distance, prepared.parts
    if prepared.request.as_of is not None:  # the index does not distinguish versions
        return nearest_exactly(prepared)
    if prepared.is_small:
        may_be_seen = WITH_ALL_TURNS if prepared.has_all_turns else compose(WITH_SOME_TURNS, **parts)
        # The person is a parameter: one statement, and one plan, for all small people.
        values = parts | {"person": prepared.authorized.person_id, "may_be_seen": may_be_seen}
        return compose(NEAREST_OF_PERSON, distance=distance, **values)
    if prepared.is_narrowed and prepared.leaves_little:
        return nearest_exactly(prepared)
    template = NEAREST_VISIBLE_BY_INDEX if prepared.is_narrowed else NEAREST_BY_INDEX
    return compose(template, distance=distance, **parts)


def fallback(prepared: PreparedQuery) -> Sql:
    """Return the SELECT of the nearest visible texts: compared exactly if they are few, else by a long scan."""
    if prepared.request.as_of is not None or prepared.leaves_little:
        return nearest_exactly(prepared)
    return compose(NEAREST_VISIBLE_BY_INDEX, distance=prepared.distance, **prepared.parts)


def nearest_exactly(prepared: PreparedQuery) -> Sql:
    """Return the SELECT that compares every visible vector: about a microsecond and two look-ups for each."""
    return compose(NEAREST_OF_VISIBLE, distance=prepared.distance, **prepared.parts)


def nearest_episodes(prepared: PreparedQuery) -> Sql:
    """Return the SELECT of the nearest visible episodes: they are few, and would be lost among the turns that they
    summarise."""
    if not prepared.episodes:
        return NO_CANDIDATES
    bounds = {"k": constant(FOR_EACH * prepared.episodes), "compared": constant(MOST_EPISODES)}
    return compose(NEAREST_EPISODES, distance=prepared.distance, **prepared.parts | bounds)

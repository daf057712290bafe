"""Fetches the candidates of all searches, with the columns that ranking needs, in one statement."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retrieval.candidates import dense
from retrieval.prepared_query import PreparedQuery
from retrieval.sql import Sql, compose, constant
from retrieval.text_patterns import HEAD_CHARACTERS, asks
from retrieval.texts import Text
from workspaces import scope

# Words of time, as lexemes of the content; the label's own weekday has another weight.
TIME_WORDS = " | ".join(
    f"'{word}':D"
    for word in (
        *("yesterday", "today", "tonight", "ago", "last", "next", "week", "weekend", "month", "year", "morn", "recent"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    )
)
# All searches and the columns for ranking in one statement: every further one costs the answer a millisecond. Edges are
# looked up by their first ends, so that each is found once. The last row counts hidden texts by reason: they are not
# loaded, which would take time.
HITS = """
WITH by_meaning AS MATERIALIZED ({by_meaning}), by_words AS MATERIALIZED ({by_words}),
by_field AS MATERIALIZED ({by_field}), episodes AS MATERIALIZED ({episodes}),
ways AS MATERIALIZED (
    SELECT 'meaning' AS way, turn_id, memory_id, chunk_id, distance, may_see FROM by_meaning
    UNION ALL SELECT 'words', turn_id, memory_id, chunk_id, NULL, may_see FROM by_words
    UNION ALL SELECT 'field', turn_id, memory_id, chunk_id, NULL, may_see FROM by_field
    UNION ALL SELECT 'episode', turn_id, memory_id, chunk_id, distance, may_see FROM episodes),
found AS MATERIALIZED (
    SELECT turn_id, memory_id, CASE WHEN turn_id IS NULL THEN chunk_id END AS chunk_id,
        count(*) FILTER (WHERE way = 'meaning') AS by_meaning, count(*) FILTER (WHERE way = 'words') AS by_words,
        bool_or(way = 'field') AS by_field, 1 - min(distance) AS cosine
    FROM ways WHERE may_see IS NOT false GROUP BY 1, 2, 3),
spot AS MATERIALIZED (
    SELECT DISTINCT session_id, position + step AS position
    FROM conversations_turn CROSS JOIN generate_series(-2, 2) AS step
    WHERE workspace_id = {workspace} AND id = ANY(ARRAY(SELECT turn_id FROM found WHERE turn_id IS NOT NULL)))
SELECT conversations_turn.id, NULL::uuid, 'turn', 'activity', session_id, position, speaker, role,
    right(rtrim(content), 1) = '?', {is_the_question}, search @@ {time_words}::tsquery,
    left(coalesce(retrievable, substr(content, spoken_from + 1)), {head}), search::text, length(search),
    coalesce(found.cosine, (SELECT 1 - min({distance}) FROM memories_chunk c
     JOIN memories_embedding e ON e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model}
     WHERE c.workspace_id = {workspace} AND c.turn_id = conversations_turn.id)),
    0::float8, 0::float8, '', extract(epoch FROM occurred_at)::float8, {turn_condition}, 0,
    coalesce(found.by_meaning, 0), coalesce(found.by_words, 0), false, NULL, NULL
FROM spot JOIN conversations_turn USING (session_id, position) LEFT JOIN found ON found.turn_id = conversations_turn.id
WHERE conversations_turn.workspace_id = {workspace}
UNION ALL
SELECT c.id, memories_memory.id, memory_type, category, NULL, NULL, '', role,
    right(rtrim(c.text), 1) = '?', false, c.search @@ {time_words}::tsquery, left(c.text, {head}),
    c.search::text, length(c.search),
    coalesce(found.cosine, (SELECT 1 - ({distance}) FROM memories_embedding e
     WHERE e.workspace_id = {workspace} AND e.chunk_id = c.id AND e.model_id = {model})),
    importance, confidence, trust, extract(epoch FROM updated_at)::float8, {memory_condition},
    CASE staleness WHEN '' THEN 0 WHEN 'outdated' THEN 3 ELSE 1 END,
    found.by_meaning, found.by_words, found.by_field, {reason},
    (SELECT jsonb_object_agg(r.to_memory_id, r.strength)::text FROM memories_relation r
     WHERE r.workspace_id = {workspace} AND r.from_memory_id = memories_memory.id
     AND r.to_memory_id = ANY(ARRAY(SELECT memory_id FROM found WHERE turn_id IS NULL)))
FROM found JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.id = found.chunk_id
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = c.memory_id
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, (SELECT jsonb_object_agg(reason, number)::text FROM (
        SELECT {reason} AS reason, count(DISTINCT memories_memory.id) AS number FROM ways
        JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = ways.memory_id
        WHERE NOT ways.may_see GROUP BY 1
        UNION ALL SELECT {turn}, count(DISTINCT turn_id) FROM ways WHERE NOT may_see) AS hidden WHERE reason <> '')
"""
TURN = "turn"  # the reason of hidden turns
# A turn that is a question without a word that the query lacks; only turns of about its length are compared.
IS_THE_QUESTION = """
CASE WHEN length(content) - spoken_from > length({query}::text) + {slack} THEN false
WHEN right(rtrim(content), 1) = '?' THEN tsvector_to_array(ts_filter(search, '{{d}}')) <@ {lexemes}::text[]
ELSE lower(regexp_replace(substr(content, spoken_from + 1), '\\W+', '', 'g'))
    = lower(regexp_replace({query}::text, '\\W+', '', 'g')) END
"""
SLACK = 24  # characters of "Do you know" and the like
LEADS_IN = ["know", "rememb", "tell", "remind"]  # lexemes of those
NO_EDGES: Mapping[str, float] = {}


class CandidateQueries(NamedTuple):
    """The SELECTs of candidates by each search, and the `hnsw.ef_search` of the dense one."""

    dense: Sql
    lexical: Sql
    facts: Sql
    episodes: Sql
    ef_search: int


class Hit(NamedTuple):
    """A text with how often it is among the dense candidates (once for each of its chunks) and the lexical ones, both 0
    for a turn adjacent to a found one, and whether it is a field that the question names. `reason` is the rule that
    hides a memory, None if it is not hidden or was not requested; `edges` are the strengths, 0..1, of a memory's edges
    to others found.
    """

    text: Text
    dense: int
    lexical: int
    is_named_field: bool
    reason: str | None
    edges: Mapping[str, float]


class Pass(NamedTuple):
    """The result of one pass; `hidden` counts hidden texts: memories by the reason that hides them, and turns."""

    hits: Sequence[Hit]
    hidden: Mapping[str, int]


def fetch_hits(
    prepared: PreparedQuery,
    queries: CandidateQueries,
    scanned: int,
    *,
    is_recurring: bool,
    meanwhile: Callable[[], object] | None = None,
) -> Pass:
    """Return the candidates' texts, and those of turns up to two positions away in their session; visible or not."""
    settings = dense.scan_settings(scanned, queries.ef_search)
    if is_recurring:  # one plan for all people: by indexes, regardless of the average number of texts
        settings |= {"enable_seqscan": "off"}
    statement = compose(
        HITS,
        by_meaning=queries.dense,
        by_words=queries.lexical,
        by_field=queries.facts,
        episodes=queries.episodes,
        time_words=TIME_WORDS,
        turn=TURN,
        head=HEAD_CHARACTERS,
        is_the_question=_is_the_question(prepared),
        distance=prepared.distance,
        **prepared.parts,
    )
    [rows] = scope.fetch_pipelined([statement], settings=settings, is_recurring=is_recurring, meanwhile=meanwhile)
    *found, (*_, hidden) = sorted(rows, key=lambda row: row[0] is None)
    hits = [
        Hit(Text(*text), by_meaning, by_words, by_field, reason, json.loads(edges) if edges else NO_EDGES)
        for *text, by_meaning, by_words, by_field, reason, edges in found
    ]
    return Pass(hits, json.loads(hidden))


def _is_the_question(prepared: PreparedQuery) -> Sql:
    """Return the condition that a turn is the question itself; false if the query is a statement, which is to be
    found."""
    query, lexemes = prepared.request.query, [*prepared.context.lexemes.documents, *LEADS_IN]
    if not asks(query):
        return Sql("false")
    return compose(IS_THE_QUESTION, query=query, slack=constant(SLACK), lexemes=lexemes)

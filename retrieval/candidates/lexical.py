"""Lexical candidates: texts with the most of the question's information, within a bound of rows."""

from collections.abc import Iterable, Sequence
from typing import Any

from retrieval import statistics
from retrieval.candidates.dense import NO_CANDIDATES
from retrieval.prepared_query import PreparedQuery
from retrieval.query_context import LexemeCounts
from retrieval.sql import Sql, compose, join, uuids

# Rows that one query may rank by words; with the rarest lexemes first, these include the best.
BOUND = 1_000
# If even the rarest word is in one text of so many, the first texts up to the bound contain enough matches; searching
# for as many matches as the bound would read thousands of texts without it.
COMMON = 20

# Hidden texts are separated before their words are weighed: else the time would disclose how many of them match.
SPLIT_BY_VISIBILITY = """
WITH seen AS MATERIALIZED ({memories})
(SELECT id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, search, {turn_condition} AS may_see
 FROM conversations_turn
 WHERE workspace_id = {workspace} AND person_id = {person} AND search @@ {words}::tsquery LIMIT {bound})
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search, c.memory_id IN (SELECT id FROM seen) FROM memories_chunk c
 WHERE c.workspace_id = {workspace} AND c.person_id = {person} AND c.superseded_at IS NULL AND c.turn_id IS NULL
 AND c.search @@ {words}::tsquery LIMIT {bound})
"""
OF_PERSON = """
(SELECT t.id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, t.search FROM conversations_turn t
 WHERE t.workspace_id = {workspace} AND t.person_id = {person} AND t.search @@ {words}::tsquery LIMIT {bound})
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search FROM memories_chunk c
 WHERE c.workspace_id = {workspace} AND c.person_id = {person} AND c.superseded_at IS NULL AND c.turn_id IS NULL
 AND c.search @@ {words}::tsquery LIMIT {bound})
"""
AMONG_FIRST = """
(SELECT t.id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, t.search FROM (
    SELECT id, search FROM conversations_turn WHERE workspace_id = {workspace} AND person_id = {person}
    LIMIT {bound}) AS t WHERE t.search @@ {words}::tsquery)
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search FROM (
    SELECT id, memory_id, search FROM memories_chunk WHERE workspace_id = {workspace} AND person_id = {person}
    AND superseded_at IS NULL AND turn_id IS NULL LIMIT {bound}) AS c WHERE c.search @@ {words}::tsquery)
"""
OF_VISIBLE = """
(SELECT t.id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, t.search, true AS may_see
 FROM ({turns}) seen JOIN conversations_turn t ON t.workspace_id = {workspace} AND t.id = seen.id
 WHERE t.search @@ {words}::tsquery LIMIT {bound})
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search, true FROM ({memories}) seen
 JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = seen.id
 WHERE {is_current} AND c.turn_id IS NULL AND c.search @@ {words}::tsquery LIMIT {bound})
"""
BEST = """
SELECT turn_id, memory_id, chunk_id, NULL::boolean AS may_see, NULL::bigint[] AS counts FROM ({matched}) AS matched
ORDER BY {weight} DESC, turn_id DESC, chunk_id DESC LIMIT {k}
"""
# Only visible texts are counted: a score must not disclose whether hidden texts contain a word. Some hidden ones are
# returned too, for the receipt.
BEST_AND_COUNTS = """
WITH matched AS MATERIALIZED ({matched}),
frequency AS MATERIALIZED (SELECT {counts} FROM matched WHERE may_see)
(SELECT turn_id, memory_id, chunk_id, may_see, ARRAY[{numbers}] AS counts
 FROM matched CROSS JOIN frequency WHERE may_see ORDER BY {weight} DESC, turn_id DESC, chunk_id DESC LIMIT {k})
UNION ALL
(SELECT turn_id, memory_id, chunk_id, may_see, ARRAY[{numbers}]
 FROM matched CROSS JOIN frequency WHERE NOT may_see LIMIT {k})
"""

GIVEN = """
SELECT * FROM unnest({turns}, {memories}, {chunks}, {may_see}::boolean[])
    AS given (turn_id, memory_id, chunk_id, may_see)
"""


def first_pass(prepared: PreparedQuery, counts: LexemeCounts) -> Sql:
    """Return the SELECT of a person's best texts: of many texts visible or not, of few the best visible and some hidden
    ones; of a shared namespace or the past only visible ones.

    Its column `counts` has for each lexeme the number of texts that contain it, if that was unknown.
    """
    if prepared.authorized.person_id is None or prepared.request.as_of is not None:
        return _best(OF_VISIBLE, prepared, counts)
    return _best(OF_PERSON if counts.are_counted else SPLIT_BY_VISIBILITY, prepared, counts)


def fallback(prepared: PreparedQuery, counts: LexemeCounts) -> Sql:
    """Return the SELECT of the best visible texts."""
    return _best(OF_VISIBLE, prepared, counts)


def read(rows: Sequence[tuple[Any, ...]], counts: LexemeCounts) -> tuple[Sql, LexemeCounts]:
    """Return the result of a pass as a SELECT of candidates, and the lexemes with the numbers that it found."""
    turns, memories, chunks = (uuids(row[column] for row in rows) for column in range(3))
    may_see = [row[3] for row in rows]
    given = compose(GIVEN, turns=turns, memories=memories, chunks=chunks, may_see=may_see)
    return given, counts.counted(rows[0][-1] if rows else None)


def _best(matched: str, prepared: PreparedQuery, counts: LexemeCounts) -> Sql:
    if not counts.documents:
        return compose("SELECT *, NULL::bigint[] AS counts FROM ({none}) AS none", none=NO_CANDIDATES)
    find = _best_of_counted if counts.are_counted else _best_and_counts
    return find(matched, prepared, counts)


def _best_of_counted(matched: str, prepared: PreparedQuery, counts: LexemeCounts) -> Sql:
    """Return the SELECT by the rarest lexemes only, as many as stay within the bound together."""
    lexemes, information = _rarest(counts), counts.information()
    weights = [compose("{has}::int * {idf}::float8", has=_has(one), idf=information[one]) for one in lexemes]
    if matched is OF_PERSON and counts.documents[lexemes[0]] * COMMON > max(counts.total, BOUND * COMMON):
        matched = AMONG_FIRST
    found = compose(matched, words=_any_of(lexemes), bound=BOUND, **prepared.parts)
    return compose(BEST, matched=found, weight=join(" + ", weights), k=prepared.parts["k"])


def _best_and_counts(matched: str, prepared: PreparedQuery, counts: LexemeCounts) -> Sql:
    """Return the SELECT by all lexemes, which also counts the matching texts of each."""
    idf = "{has}::int * ln(1 + (greatest({total}, {d}) - {d} + 0.5::float8) / ({d} + 0.5))"
    each = [(_has(lexeme), Sql(f"d{place}")) for place, lexeme in enumerate(counts.documents)]
    return compose(
        BEST_AND_COUNTS,
        matched=compose(matched, words=_any_of(counts.documents), bound=statistics.MANY_TEXTS, **prepared.parts),
        counts=join(", ", [compose("count(*) FILTER (WHERE {has}) AS {d}", has=has, d=d) for has, d in each]),
        weight=join(" + ", [compose(idf, has=has, d=d, total=counts.total) for has, d in each]),
        numbers=join(", ", [d for _, d in each]),
        k=prepared.parts["k"],
    )


def _rarest(counts: LexemeCounts) -> list[str]:
    """Return the rarest lexemes, as many as stay within the bound together."""
    chosen: list[str] = []
    total = 0
    for lexeme in sorted(counts.information(), key=lambda each: counts.documents[each]):
        total += counts.documents[lexeme]
        if chosen and total > BOUND:
            break
        chosen.append(lexeme)
    return chosen


def _has(lexeme: str) -> Sql:
    return Sql("(search @@ %s::tsquery)", (_any_of([lexeme]),))


def _any_of(lexemes: Iterable[str]) -> str:
    """Return a tsquery for texts with one of the lexemes."""
    escaped = (lexeme.replace("\\", "\\\\").replace("'", "''") for lexeme in lexemes)
    return " | ".join(f"'{one}'" for one in escaped)

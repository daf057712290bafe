"""Candidates by words: those that hold the most of the question's information, within a bound of rows."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retrieval.candidates.search import NO_CANDIDATES, Search
from retrieval.sql import Sql, compose, join, uuids
from retrieval.statistics import MANY_TEXTS

# Rows that one query may rank by words; with the rarest lexemes first, they hold what matters.
BOUND = 1_000
# Where even the rarest word stands in one text of so many, the first texts up to the bound hold enough that have it;
# looking for as many matches as the bound would read thousands that have not.
COMMON = 20
# Kept numbers are those of all texts, hidden ones too: a word of less than one text in so many counts as one of these,
# so that a score does not tell of the few hidden texts that have it.
RARELY = 1_000
# A long question's longest lexemes are enough to find what it asks for.
MOST_LEXEMES = 40

# One look-up for each lexeme: a join would read all of a person's statistics.
LEXEMES = """
SELECT jsonb_object_agg(asked.lexeme, (SELECT known.documents FROM retrieval_lexemestatistics known
    WHERE known.workspace_id = {workspace} AND known.person_id = {person} AND known.lexeme = asked.lexeme OFFSET 0))
FROM unnest(tsvector_to_array(to_tsvector('english', {query})) || ''::text) AS asked (lexeme)
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
(SELECT t.id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, t.search
 FROM ({turns}) seen JOIN conversations_turn t ON t.workspace_id = {workspace} AND t.id = seen.id
 WHERE t.search @@ {words}::tsquery LIMIT {bound})
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search FROM ({memories}) seen
 JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = seen.id
 WHERE c.superseded_at IS NULL AND c.turn_id IS NULL AND c.search @@ {words}::tsquery LIMIT {bound})
"""
BEST = """
SELECT turn_id, memory_id, chunk_id, {weight} AS weight, NULL::bigint[] AS counts FROM ({matched}) AS matched
ORDER BY weight DESC, turn_id DESC, chunk_id DESC LIMIT {k}
"""
# Only what may be seen is counted: a score must not tell whether a word stands in hidden texts.
BEST_AND_COUNTS = """
WITH matched AS MATERIALIZED ({matched}),
frequency AS MATERIALIZED (SELECT {counts} FROM matched AS c WHERE {counted})
SELECT turn_id, memory_id, chunk_id, {weight} AS weight, ARRAY[{numbers}] AS counts FROM matched CROSS JOIN frequency
ORDER BY weight DESC, turn_id DESC, chunk_id DESC LIMIT {k}
"""

GIVEN = "SELECT * FROM unnest({turns}, {memories}, {chunks}) AS given (turn_id, memory_id, chunk_id)"


@dataclass(frozen=True, slots=True)
class Words:
    """The question's lexemes with the number of texts each stands in; `total` is the number of all texts.

    `are_counted` False: the numbers are not known yet, and the lexical query finds them out.
    """

    documents: Mapping[str, int]
    total: int
    are_counted: bool

    def counted(self, counts: Sequence[int] | None) -> "Words":
        """With the numbers that a look has brought, in the lexemes' order."""
        if counts is None:
            return self
        return Words(dict(zip(self.documents, counts, strict=True)), self.total, are_counted=True)

    def information(self) -> dict[str, float]:
        """Each lexeme's inverse document frequency."""
        fewest = self.total // RARELY if self.total > MANY_TEXTS else 0
        return {lexeme: inverse_frequency(max(count, fewest), self.total) for lexeme, count in self.documents.items()}


def inverse_frequency(documents: int, total: int) -> float:
    """BM25's idf, never negative: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    return math.log1p((max(total, documents) - documents + 0.5) / (documents + 0.5))


def lexemes_of(query: str, *, workspace_id: UUID, person_id: UUID | None) -> Sql:
    """The SELECT of a question's lexemes with their numbers, where they are kept: a JSON object for `words_among`."""
    return compose(LEXEMES, query=query, workspace=workspace_id, person=person_id)


def words_among(lexemes_json: str, *, texts: int) -> Words:
    """The lexemes of a question. `texts` is the person's number of texts, as far as it was counted."""
    found: dict[str, int | None] = json.loads(lexemes_json)
    total = found.pop("", None)
    lexemes = sorted(found, key=lambda lexeme: (-len(lexeme), lexeme))[:MOST_LEXEMES]
    if texts > MANY_TEXTS and total is not None:
        return Words({lexeme: found[lexeme] or 0 for lexeme in lexemes}, total, are_counted=True)
    return Words(dict.fromkeys(lexemes, 0), texts, are_counted=False)


def first_look(search: Search, words: Words) -> Sql:
    """The SELECT of the best of a person, visible or not; of a shared namespace only of what is visible.

    `counts` says of each lexeme in how many texts it stands, where that was not known.
    """
    return _best(OF_VISIBLE if search.reach.person_id is None else OF_PERSON, search, words)


def second_look(search: Search, words: Words) -> Sql:
    """The SELECT of the best of what may be seen."""
    return _best(OF_VISIBLE, search, words)


def read(rows: Sequence[tuple[Any, ...]], words: Words) -> tuple[Sql, Words]:
    """What a look has found, as a SELECT of candidates, and the words with the numbers that it has brought."""
    turns, memories, chunks = (uuids(row[column] for row in rows) for column in range(3))
    return compose(GIVEN, turns=turns, memories=memories, chunks=chunks), words.counted(rows[0][-1] if rows else None)


def _best(matched: str, search: Search, words: Words) -> Sql:
    if not words.documents:
        return compose("SELECT *, NULL::bigint[] AS counts FROM ({none}) AS none", none=NO_CANDIDATES)
    return _best_of_counted(matched, search, words) if words.are_counted else _best_and_counts(matched, search, words)


def _best_of_counted(matched: str, search: Search, words: Words) -> Sql:
    """The rarest lexemes only, as many as stay within the bound together."""
    lexemes, information = _rarest(words), words.information()
    weights = [compose("{has}::int * {idf}::float8", has=_has(one), idf=information[one]) for one in lexemes]
    if matched is OF_PERSON and words.documents[lexemes[0]] * COMMON > max(words.total, BOUND * COMMON):
        matched = AMONG_FIRST
    return _statement(BEST, matched, search, lexemes, BOUND, weight=join(" + ", weights))


def _best_and_counts(matched: str, search: Search, words: Words) -> Sql:
    """All lexemes; in how many of the matching texts each stands is counted on the way."""
    lexemes = list(words.documents)
    idf = "ln(1 + (greatest({total}, {d}) - {d} + 0.5::float8) / ({d} + 0.5))"
    each = [(lexeme, Sql(f"d{place}")) for place, lexeme in enumerate(lexemes)]
    counts = [compose("count(*) FILTER (WHERE {has}) AS {d}", has=_has(one), d=d) for one, d in each]
    counted = Sql("true") if matched is OF_VISIBLE else search.filtered_parts["may_see"]
    weights = [compose("{has}::int * " + idf, has=_has(one), d=d, total=words.total) for one, d in each]
    numbers = Sql(", ".join(d.text for _, d in each))
    parts = {"counts": join(", ", counts), "counted": counted, "numbers": numbers, "weight": join(" + ", weights)}
    return _statement(BEST_AND_COUNTS, matched, search, lexemes, MANY_TEXTS, **parts)


def _statement(template: str, matched: str, search: Search, lexemes: Sequence[str], bound: int, **parts: Sql) -> Sql:
    any_word = " | ".join(map(_quote, lexemes))
    named = search.filtered_parts if matched is OF_VISIBLE else search.parts
    found = compose(matched, words=any_word, bound=bound, **named)
    return compose(template, matched=found, k=search.parts["k"], **parts)


def _rarest(words: Words) -> list[str]:
    """The rarest lexemes, as many as stay within the bound together."""
    chosen: list[str] = []
    total = 0
    for lexeme in sorted(words.documents, key=lambda each: words.documents[each]):
        total += words.documents[lexeme]
        if chosen and total > BOUND:
            break
        chosen.append(lexeme)
    return chosen


def _has(lexeme: str) -> Sql:
    return Sql("(search @@ %s::tsquery)", (_quote(lexeme),))


def _quote(lexeme: str) -> str:
    """A lexeme as a tsquery's operand."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"

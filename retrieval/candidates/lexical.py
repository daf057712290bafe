"""Candidates by words: those that hold the most of the question's information, within a bound of rows."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from retrieval.candidates.search import Candidate, Search, looked_far_enough
from retrieval.sql import Sql, compose, fetch, join
from retrieval.statistics import MANY_TEXTS

# Rows that one query may rank by words; with the rarest lexemes first, they hold what matters.
BOUND = 3_000
# A long question's longest lexemes are enough to find what it asks for.
MOST_LEXEMES = 40

LEXEMES = """
SELECT asked.lexeme, known.documents
FROM unnest(tsvector_to_array(to_tsvector('english', {query})) || ''::text) AS asked (lexeme)
LEFT JOIN retrieval_lexemestatistics known
    ON known.workspace_id = {workspace} AND known.person_id = {person} AND known.lexeme = asked.lexeme
"""
OF_PERSON = """
(SELECT t.id AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, t.search FROM conversations_turn t
 WHERE t.workspace_id = {workspace} AND t.person_id = {person} AND t.search @@ {words}::tsquery LIMIT {bound})
UNION ALL
(SELECT NULL, c.memory_id, c.id, c.search FROM memories_chunk c
 WHERE c.workspace_id = {workspace} AND c.person_id = {person} AND c.superseded_at IS NULL AND c.turn_id IS NULL
 AND c.search @@ {words}::tsquery LIMIT {bound})
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
WITH matched AS MATERIALIZED ({matched}),
frequency AS MATERIALIZED (SELECT {counts} FROM matched),
c AS MATERIALIZED (
    SELECT turn_id, memory_id, chunk_id, frequency.*, {weight} AS weight FROM matched CROSS JOIN frequency
    ORDER BY weight DESC, turn_id DESC, chunk_id DESC LIMIT {first_look})
SELECT turn_id, memory_id, chunk_id, {may_see}, {frequencies} FROM c ORDER BY weight DESC, turn_id DESC, chunk_id DESC
"""


@dataclass(frozen=True, slots=True)
class Words:
    """The question's lexemes with the number of texts each stands in; `total` is the number of all texts.

    `are_counted` False: the numbers are not known yet, and the lexical query finds them out.
    """

    documents: Mapping[str, int]
    total: int
    are_counted: bool

    def information(self) -> dict[str, float]:
        """Each lexeme's inverse document frequency."""
        return {lexeme: inverse_frequency(count, self.total) for lexeme, count in self.documents.items()}


def inverse_frequency(documents: int, total: int) -> float:
    """BM25's idf, never negative: ln(1 + (N - df + 0.5) / (df + 0.5))."""
    return math.log1p((max(total, documents) - documents + 0.5) / (documents + 0.5))


def words_of(search: Search, *, texts: int) -> Words:
    """The lexemes of a question. `texts` is the person's number of texts, as far as it was counted."""
    found = dict(fetch(compose(LEXEMES, query=search.query, **search.parts)))
    total = found.pop("")
    lexemes = sorted(found, key=lambda lexeme: (-len(lexeme), lexeme))[:MOST_LEXEMES]
    if texts > MANY_TEXTS and total is not None:
        return Words({lexeme: found[lexeme] or 0 for lexeme in lexemes}, total, are_counted=True)
    return Words(dict.fromkeys(lexemes, 0), texts, are_counted=False)


def matching(search: Search, words: Words) -> tuple[list[Candidate], Words]:
    """The candidates, best first, and the words with their numbers. A shared namespace's are always filtered first."""
    if not words.documents:
        return [], words
    if search.reach.person_id is not None:
        found, counted = _best(OF_PERSON, search, words)
        if looked_far_enough(found):
            return found, counted
    return _best(OF_VISIBLE, search, words)


def _best(matched: str, search: Search, words: Words) -> tuple[list[Candidate], Words]:
    lexemes = _rarest(words) if words.are_counted else list(words.documents)
    has = [Sql("(search @@ %s::tsquery)", (_quote(lexeme),)) for lexeme in lexemes]
    bound = BOUND if words.are_counted else MANY_TEXTS
    any_word = " | ".join(map(_quote, lexemes))
    statement = compose(
        BEST,
        matched=compose(matched, words=any_word, bound=bound, **search.parts),
        counts=_counts(has, words),
        weight=_weight(has, lexemes, words),
        frequencies=Sql(", ".join(f"d{i}" for i in range(len(has))) if not words.are_counted else "d0"),
        **{name: search.parts[name] for name in ("may_see", "first_look")},
    )
    rows = fetch(statement)
    return [_candidate(row) for row in rows], _with_counts(words, rows, lexemes)


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


def _counts(has: Sequence[Sql], words: Words) -> Sql:
    if words.are_counted:
        return Sql("count(*) AS d0")
    return join(
        ", ", [compose("count(*) FILTER (WHERE {has}) AS {name}", has=h, name=Sql(f"d{i}")) for i, h in enumerate(has)]
    )


def _weight(has: Sequence[Sql], lexemes: Sequence[str], words: Words) -> Sql:
    """The information found: the sum of the idf of the lexemes that a text holds."""
    if words.are_counted:
        known = words.information()
        return join(
            " + ", [compose("{has}::int * {idf}", has=h, idf=known[one]) for h, one in zip(has, lexemes, strict=True)]
        )
    idf = "ln(1 + (greatest({total}, d%(i)s) - d%(i)s + 0.5::float8) / (d%(i)s + 0.5))"
    parts = [compose("{has}::int * " + idf % {"i": i}, has=h, total=words.total) for i, h in enumerate(has)]
    return join(" + ", parts)


def _candidate(row: Sequence[object]) -> Candidate:
    turn_id, memory_id, chunk_id, may_see = row[:4]
    assert isinstance(turn_id, UUID | None) and isinstance(memory_id, UUID | None) and isinstance(chunk_id, UUID | None)
    return Candidate(turn_id, memory_id, chunk_id, bool(may_see))


def _with_counts(words: Words, rows: Sequence[Sequence[int]], lexemes: Sequence[str]) -> Words:
    if words.are_counted or not rows:
        return words
    return Words(dict(zip(lexemes, rows[0][4:], strict=True)), words.total, are_counted=True)


def _quote(lexeme: str) -> str:
    """A lexeme as a tsquery's operand."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"

"""One search: dense, lexical and by the fields that the question names; a fallback where too little of what the first
pass finds may be seen."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from retrieval.candidates import dense, lexical
from retrieval.candidates.dense import NO_CANDIDATES
from retrieval.candidates.needs import FOUND, find_needs
from retrieval.need_shares import Need
from retrieval.prepared import PreparedQuery
from retrieval.query_context import LexemeCounts
from retrieval.ranking import Text
from retrieval.recording import FALLBACK, SEARCH, Stopwatch
from retrieval.sql import Sql, compose, constant, fetch, join, uuids
from retrieval.wording import HEAD_CHARACTERS, asks
from workspaces import scope

MOST_FACTS = 20  # allergies first
# The share of a first pass's candidates that must be visible; else it is repeated among what is visible.
ENOUGH = 0.8
NAMED_FACTS = """
SELECT NULL::uuid AS turn_id, c.memory_id, c.id AS chunk_id, true AS may_see FROM memories_fact f
JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = f.memory_id AND {is_current}
WHERE f.workspace_id = {workspace} AND f.person_id = {person} AND {holds}
AND ({addresses}) AND f.memory_id IN ({memories})
ORDER BY f.importance DESC, f.valid_from DESC LIMIT {most}
"""
HELD = "f.valid_from <= {as_of} AND coalesce(f.valid_to > {as_of}, true)"
# Words that place something in time, as lexemes of the content; the label's own weekday has another weight.
TIME_WORDS = " | ".join(
    f"'{word}':D"
    for word in (
        *("yesterday", "today", "tonight", "ago", "last", "next", "week", "weekend", "month", "year", "morn", "recent"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    )
)
# All ways of searching, and what ranking needs of what they bring, as one statement: every further one costs the
# answer a millisecond. Edges are looked up by their first ends, so that each is found once. The last row counts by
# reason what was told apart as hidden: it is not loaded, for that would take time.
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
TURN = "turn"  # beside the reasons that hide memories
# A turn that asks, and has no word that the question has not; only turns of about its length are compared.
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
    """The SELECTs of candidates by each way of searching, and the `hnsw.ef_search` of the dense one."""

    dense: Sql
    lexical: Sql
    facts: Sql
    episodes: Sql
    ef_search: int


class Hit(NamedTuple):
    """A text with how often it is among the dense candidates (once for each of its chunks) and the lexical ones, both 0
    for a turn that stands beside one that was found, and whether it holds a field that the question names. `reason` is
    the rule that hides a memory, None of those that are not hidden or were not requested; `edges` are the strengths,
    0..1, of a memory's edges to others found.
    """

    text: Text
    dense: int
    lexical: int
    is_named_field: bool
    reason: str | None
    edges: Mapping[str, float]


class Pass(NamedTuple):
    """What one pass finds; `hidden` counts what it told apart: memories by the reason that hides them, and turns."""

    hits: Sequence[Hit]
    hidden: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the first pass finds, what is found in the end, and the question's lexemes with their numbers."""

    first: Pass
    last: Pass
    lexemes: LexemeCounts
    told_needs: Mapping[UUID, str] = field(default_factory=dict)

    @property
    def hits(self) -> Sequence[Hit]:
        return self.last.hits

    @property
    def hidden(self) -> Mapping[str, int]:
        """How many were found but may not be shown: memories by the reason that hides them, and turns."""
        found = [hit for one in (self.first, self.last) for hit in one.hits if hit.dense or hit.lexical]
        hidden = {hit.text.memory_id or hit.text.id: hit for hit in found if not hit.text.may_see}
        reasons = (hit.reason if hit.text.memory_id else TURN for hit in hidden.values())
        return Counter(reason for reason in reasons if reason) + Counter(self.first.hidden)

    def needs(self, asked: Collection[str]) -> dict[UUID, Need]:
        """By chunk the needs that the question asks for."""
        named = [hit.text for hit in self.hits if hit.is_named_field]
        told = {text.id: Need(*self._told(text), text.cosine) for text in named}
        return {chunk_id: need for chunk_id, need in told.items() if need.key in asked}

    def _told(self, text: Text) -> tuple[str, str, bool]:
        """The field of the need that a text tells of, the text, and whether it is that fact."""
        key = self.told_needs.get(text.id)
        return (key, text.head, False) if key else (text.head.partition(":")[0], text.head, True)

    @property
    def related(self) -> dict[UUID, dict[UUID, float]]:
        """By memory, the strengths of its edges to others found.

        Edges to what may not be seen do not count: a score must not disclose it.
        """
        visible = {str(id_): id_ for hit in self.hits if hit.text.may_see and (id_ := hit.text.memory_id)}
        related: dict[UUID, dict[UUID, float]] = {}
        for hit in self.hits:
            edges = hit.edges if str(hit.text.memory_id) in visible else NO_EDGES
            for other in edges.keys() & visible.keys():
                one, two = visible[str(hit.text.memory_id)], visible[other]
                strength = max(edges[other], related.get(one, {}).get(two, 0.0))  # there may be one each way
                related.setdefault(one, {})[two] = related.setdefault(two, {})[one] = strength
        return related


def search(prepared: PreparedQuery, clock: Stopwatch, *, meanwhile: Callable[[], object] | None = None) -> SearchResult:
    """Lexical candidates while the question is embedded, then the rest; a fallback where too little may be seen, or the
    index has missed something. `meanwhile` is called while PostgreSQL works.
    """
    lexical_candidates, lexemes = _search_lexically(prepared, clock)
    needs = find_needs(prepared, prepared.context.needs)
    told = {chunk_id: key for chunk_id, (_, key) in needs.items()}
    is_broad = prepared.context.corpus_share >= dense.MOST_OF_CORPUS
    queries = CandidateQueries(
        dense=dense.first_pass(prepared),
        lexical=lexical_candidates,
        facts=_named(prepared, needs),
        episodes=dense.nearest_episodes(prepared),
        ef_search=dense.EF_SEARCH if is_broad else dense.EF_SEARCH_WIDE,
    )
    is_recurring = not prepared.is_narrowed
    first = _fetch_hits(prepared, queries, dense.FIRST_SCAN, is_recurring=is_recurring, meanwhile=meanwhile)
    clock.lap(SEARCH)
    fallback, lexemes = _fallback(prepared, queries, first.hits, lexemes)
    if fallback == queries:
        return SearchResult(first, first, lexemes, told)
    last = _fetch_hits(prepared, fallback, dense.LONG_SCAN, is_recurring=False)
    clock.lap(FALLBACK)
    return SearchResult(first, last, lexemes, told)


def _search_lexically(prepared: PreparedQuery, clock: Stopwatch) -> tuple[Sql, LexemeCounts]:
    """Lexical candidates, found while the question is embedded; a remote model is called before (R25)."""

    def embed() -> None:
        assert len(prepared.vector)
        clock.lap("embedding")

    is_local = prepared.model.is_local
    if not is_local:
        embed()
    lexemes = prepared.context.lexemes
    # A small person's words are found by a list of theirs or by the words' own, whichever is shorter: by their values.
    [rows] = scope.fetch_pipelined(
        [lexical.first_pass(prepared, lexemes)],
        is_recurring=not (prepared.is_small or prepared.is_narrowed),
        meanwhile=embed if is_local else None,
    )
    clock.lap("words")
    return lexical.read(rows, lexemes)


def _named(prepared: PreparedQuery, needs: Mapping[UUID, tuple[UUID, str]]) -> Sql:
    """The SELECT of what the question names: facts, and the texts that tell of needs it asks for."""
    facts = _named_facts(prepared)
    if not needs:
        return facts
    told = compose(FOUND, memories=uuids(one for one, _ in needs.values()), chunks=uuids(needs))
    return compose("({facts}) UNION ALL ({told})", facts=facts, told=told)


def _named_facts(prepared: PreparedQuery) -> Sql:
    """The SELECT of the active facts that the question names and that may be seen, most important first (002)."""
    fields = prepared.context.fields
    if not fields or prepared.authorized.person_id is None:
        return NO_CANDIDATES
    either = [compose("f.category = {category} AND f.key = {key}", category=c, key=k) for c, k in fields]
    if prepared.context.needs:  # whatever their category is
        either.append(compose("f.key = ANY({needs})", needs=list(prepared.context.needs)))
    as_of = prepared.request.as_of
    holds = compose(HELD, as_of=as_of) if as_of else Sql("f.valid_to IS NULL")
    return compose(NAMED_FACTS, addresses=join(" OR ", either), holds=holds, most=MOST_FACTS, **prepared.parts)


def _fetch_hits(
    prepared: PreparedQuery,
    queries: CandidateQueries,
    scanned: int,
    *,
    is_recurring: bool,
    meanwhile: Callable[[], object] | None = None,
) -> Pass:
    """The candidates' texts, and those of turns up to two places from them in their session; visible or not."""
    settings = dense.scan_settings(scanned, queries.ef_search)
    if is_recurring:  # one plan for all people: by indexes, however many texts they have on average
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
    """Only what asks can be the question: who searches for a statement wants to find it."""
    query, lexemes = prepared.request.query, [*prepared.context.lexemes.documents, *LEADS_IN]
    if not asks(query):
        return Sql("false")
    return compose(IS_THE_QUESTION, query=query, slack=constant(SLACK), lexemes=lexemes)


def _fallback(
    prepared: PreparedQuery, queries: CandidateQueries, hits: Sequence[Hit], lexemes: LexemeCounts
) -> tuple[CandidateQueries, LexemeCounts]:
    """The same queries, but for those whose first pass brought too little that may be seen: they ask for that alone;
    and a wider dense search where the first has missed something. Of a small person nothing was missed.
    """
    if prepared.is_small:
        return queries, lexemes
    limit = prepared.candidate_limit
    if _has_missed(hits):
        queries = queries._replace(ef_search=dense.EF_SEARCH_WIDE)
    if _is_too_little([(hit.dense, hit.text.may_see) for hit in hits], limit):
        queries = queries._replace(dense=dense.fallback(prepared), ef_search=dense.EF_SEARCH_WIDE)
    if _is_too_little([(hit.lexical, hit.text.may_see) for hit in hits], limit):
        candidates, lexemes = lexical.read(fetch(lexical.fallback(prepared, lexemes)), lexemes)
        queries = queries._replace(lexical=candidates)
    return queries, lexemes


def _has_missed(hits: Sequence[Hit]) -> bool:
    """Whether a lexical candidate should have been a dense one: it is nearer than half of those.

    An index of neighbours may miss a whole group of texts that are alike, for it is reached by few links. Hidden texts
    do not count: where filters narrow the search, it was not to find them.
    """
    near = sorted((hit.text.cosine or 0.0 for hit in hits if hit.dense), reverse=True)
    others = [hit.text.cosine or 0.0 for hit in hits if hit.lexical and not hit.dense and hit.text.may_see]
    return bool(near and others) and max(others) > near[len(near) // 2]


def _is_too_little(found: Sequence[tuple[int, bool]], limit: int) -> bool:
    """Whether a search among the visible would bring more: the pass was full, and too many may not be seen."""
    visible = sum(times for times, may_see in found if may_see)
    return visible < ENOUGH * limit and sum(times for times, _ in found) == limit

"""One search: dense, lexical and by the fields that the question names; with a fallback if too few results of the first
pass are visible."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from retrieval.candidates import dense, lexical
from retrieval.candidates.dense import NO_CANDIDATES
from retrieval.candidates.hits import NO_EDGES, TURN, CandidateQueries, Hit, Pass, fetch_hits
from retrieval.candidates.needs import FOUND, find_needs
from retrieval.needs.shares import Need
from retrieval.prepared_query import PreparedQuery
from retrieval.query_context import LexemeCounts
from retrieval.recording import FALLBACK, SEARCH, Stopwatch
from retrieval.sql import Sql, compose, constant, fetch, join, uuids
from retrieval.texts import Text
from workspaces import scope

MOST_FACTS = 20  # of the fields that the question names
MOST_NEEDS = 500  # facts of the needs that it asks for: an upper bound
# The share of a first pass's candidates that must be visible; else it is repeated among visible texts.
ENOUGH = 0.8
NAMED_FACTS = """
SELECT NULL::uuid AS turn_id, c.memory_id, c.id AS chunk_id, true AS may_see FROM memories_fact f
JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = f.memory_id AND {is_current}
WHERE f.workspace_id = {workspace} AND f.person_id = {person} AND {holds}
AND ({addresses}) AND f.memory_id IN ({memories})
ORDER BY f.importance DESC, f.valid_from DESC LIMIT {most}
"""
HELD = "f.valid_from <= {as_of} AND coalesce(f.valid_to > {as_of}, true)"


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of the first pass, the final one, and the question's lexemes with their numbers."""

    first: Pass
    last: Pass
    lexemes: LexemeCounts
    stated_needs: Mapping[UUID, str] = field(default_factory=dict)

    @property
    def hits(self) -> Sequence[Hit]:
        return self.last.hits

    @property
    def hidden(self) -> Mapping[str, int]:
        """How many hidden texts were found: memories by the reason that hides them, and turns."""
        found = [hit for one in (self.first, self.last) for hit in one.hits if hit.dense or hit.lexical]
        hidden = {hit.text.memory_id or hit.text.id: hit for hit in found if not hit.text.may_see}
        reasons = (hit.reason if hit.text.memory_id else TURN for hit in hidden.values())
        return Counter(reason for reason in reasons if reason) + Counter(self.first.hidden)

    def needs(self, requested: Collection[str]) -> dict[UUID, Need]:
        """Return the needs in the requested fields, by chunk."""
        named = [hit.text for hit in self.hits if hit.is_named_field]
        stated = {text.id: Need(*self._stated_need(text), text.cosine) for text in named}
        return {chunk_id: need for chunk_id, need in stated.items() if need.key in requested}

    def _stated_need(self, text: Text) -> tuple[str, str, bool]:
        """Return the field of the need that a text states, the text, and whether it is that fact."""
        key = self.stated_needs.get(text.id)
        return (key, text.head, False) if key else (text.head.partition(":")[0], text.head, True)

    @property
    def related(self) -> dict[UUID, dict[UUID, float]]:
        """The strengths of the edges to other memories found, by memory.

        Edges to hidden ones do not count: a score must not disclose them.
        """
        visible = {str(id_): id_ for hit in self.hits if hit.text.may_see and (id_ := hit.text.memory_id)}
        related: dict[UUID, dict[UUID, float]] = {}
        for hit in self.hits:
            edges = hit.edges if str(hit.text.memory_id) in visible else NO_EDGES
            for other in edges.keys() & visible.keys():
                one, two = visible[str(hit.text.memory_id)], visible[other]
                strength = max(edges[other], related.get(one, {}).get(two, 0.0))  # there may be one in each direction
                related.setdefault(one, {})[two] = related.setdefault(two, {})[one] = strength
        return related


def search(prepared: PreparedQuery, clock: Stopwatch, *, meanwhile: Callable[[], object] | None = None) -> SearchResult:
    """Search lexically while the question is embedded, then by the rest; fall back if too few results are visible, or
    the index has missed something. `meanwhile` is called while PostgreSQL works.
    """
    lexical_candidates, lexemes = _search_lexically(prepared, clock)
    needs = find_needs(prepared, prepared.context.needs)
    stated = {chunk_id: key for chunk_id, (_, key) in needs.items()}
    is_broad = prepared.context.corpus_share >= dense.MOST_OF_CORPUS
    queries = CandidateQueries(
        dense=dense.first_pass(prepared),
        lexical=lexical_candidates,
        facts=_named(prepared, needs),
        episodes=dense.nearest_episodes(prepared),
        ef_search=dense.EF_SEARCH if is_broad else dense.EF_SEARCH_WIDE,
    )
    is_recurring = not prepared.is_narrowed
    first = fetch_hits(prepared, queries, dense.FIRST_SCAN, is_recurring=is_recurring, meanwhile=meanwhile)
    clock.lap(SEARCH)
    fallback, lexemes = _fallback(prepared, queries, first.hits, lexemes)
    if fallback == queries:
        return SearchResult(first, first, lexemes, stated)
    last = fetch_hits(prepared, fallback, dense.LONG_SCAN, is_recurring=False)
    clock.lap(FALLBACK)
    return SearchResult(first, last, lexemes, stated)


def _search_lexically(prepared: PreparedQuery, clock: Stopwatch) -> tuple[Sql, LexemeCounts]:
    """Find lexical candidates while the question is embedded; a remote model is called before (R25)."""

    def embed() -> None:
        assert len(prepared.vector)
        clock.lap("embedding")

    is_local = prepared.model.is_local
    if not is_local:
        embed()
    lexemes = prepared.context.lexemes
    # Planned for the values: a small person's words are found by the person's list or the words', whichever is shorter.
    [rows] = scope.fetch_pipelined(
        [lexical.first_pass(prepared, lexemes)],
        is_recurring=not (prepared.is_small or prepared.is_narrowed),
        meanwhile=embed if is_local else None,
    )
    clock.lap("words")
    return lexical.read(rows, lexemes)


def _named(prepared: PreparedQuery, needs: Mapping[UUID, tuple[UUID, str]]) -> Sql:
    """Return the SELECT of what the question names: facts, and texts that state needs it asks for."""
    if prepared.authorized.person_id is None:
        return NO_CANDIDATES
    selects, context = [], prepared.context
    if context.fields:
        either = [compose("f.category = {category} AND f.key = {key}", category=c, key=k) for c, k in context.fields]
        selects.append(_facts(prepared, join(" OR ", either), MOST_FACTS))
    if context.needs:  # whatever their category is
        selects.append(_facts(prepared, compose("f.key = ANY({needs})", needs=list(context.needs)), MOST_NEEDS))
    if needs:
        selects.append(compose(FOUND, memories=uuids(one for one, _ in needs.values()), chunks=uuids(needs)))
    return join(" UNION ALL ", [compose("({one})", one=one) for one in selects]) if selects else NO_CANDIDATES


def _facts(prepared: PreparedQuery, addresses: Sql, most: int) -> Sql:
    """Return the SELECT of the valid, visible facts, most important first (002)."""
    as_of = prepared.request.as_of
    holds = compose(HELD, as_of=as_of) if as_of else Sql("f.valid_to IS NULL")
    return compose(NAMED_FACTS, addresses=addresses, holds=holds, most=constant(most), **prepared.parts)


def _fallback(
    prepared: PreparedQuery, queries: CandidateQueries, hits: Sequence[Hit], lexemes: LexemeCounts
) -> tuple[CandidateQueries, LexemeCounts]:
    """Return the queries with fallbacks for those whose first pass found too few visible texts, which search only
    visible ones, and a wider dense search if the first has missed something. For a small person nothing was missed.
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

    A neighbour index may miss a whole group of similar texts, because few links lead to it. Hidden texts do not count:
    a filtered search was not to find them.
    """
    near = sorted((hit.text.cosine or 0.0 for hit in hits if hit.dense), reverse=True)
    others = [hit.text.cosine or 0.0 for hit in hits if hit.lexical and not hit.dense and hit.text.may_see]
    return bool(near and others) and max(others) > near[len(near) // 2]


def _is_too_little(found: Sequence[tuple[int, bool]], limit: int) -> bool:
    """Whether a search of visible texts would find more: the pass was full, and too many results are hidden."""
    visible = sum(times for times, may_see in found if may_see)
    return visible < ENOUGH * limit and sum(times for times, _ in found) == limit

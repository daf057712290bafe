"""All ways of searching together: a first look, and a second only where too little of it may be seen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from retrieval.candidates import dense, facts, lexical, texts
from retrieval.candidates.lexical import Words
from retrieval.candidates.search import ENOUGH, Search
from retrieval.candidates.texts import Hit, Ways
from retrieval.ranking import Text
from retrieval.recording import SEARCH, SECOND_LOOK, Stopwatch
from retrieval.sql import Sql, fetch, fetch_each

Hits = Sequence[Hit]
Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Gathered:
    """`texts` may be ranked, with their surroundings; `hidden` are memories that were found but may not be shown,
    `hidden_turns` the number of such turns.

    `words` are the question's with their numbers, `fields` the chunks of facts that the question names, `related` the
    strength of each memory's strongest edge to another one found.
    """

    texts: Sequence[Text]
    hidden: frozenset[UUID]
    hidden_turns: int
    words: Words
    fields: frozenset[UUID]
    related: Mapping[UUID, float]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a first look brings, what is found in the end, and the question's words with their numbers."""

    first: Hits
    found: Hits
    words: Words

    def hidden(self) -> list[Hit]:
        """What was found but may not be shown."""
        return [hit for hit in (*self.first, *self.found) if hit.is_found and not hit.text.may_see]


def gather(
    search: Search, words: Words, *, is_small: bool, clock: Stopwatch, meanwhile: Task | None = None
) -> Gathered:
    """Candidates by meaning, by words and by the names of fields, with what ranking needs of them.

    `is_small` says that a whole person's vectors may be compared one by one; `meanwhile` is called during the search.
    """
    looked = look(search, words, is_small=is_small, clock=clock, meanwhile=meanwhile)
    hidden = looked.hidden()
    # Hidden turns stay as surroundings of others; hidden memories go.
    return Gathered(
        texts=[hit.text for hit in looked.found if hit.text.may_see or hit.text.memory_id is None],
        hidden=frozenset(hit.text.memory_id for hit in hidden if hit.text.memory_id),
        hidden_turns=len({hit.text.id for hit in hidden if hit.text.memory_id is None}),
        words=looked.words,
        fields=frozenset(hit.text.id for hit in looked.found if hit.by_field),
        related=texts.related(looked.found),
    )


def look(search: Search, words: Words, *, is_small: bool, clock: Stopwatch, meanwhile: Task | None = None) -> Looked:
    """Words while the question is embedded, then the rest; a second time where too little may be seen, or the index has
    missed something.
    """
    # A small person's words are found by a list of theirs or by the words' own, whichever is shorter: by their values.
    by_words, words = _words_of(search, words, clock, is_recurring=not (is_small or search.is_narrowed))
    by_meaning = dense.first_look(search, is_small=is_small)
    episodes = dense.nearest_episodes(search)
    ways = Ways(by_meaning, by_words, facts.look(search), episodes, dense.first_width(search))
    first = _texts_of(search, ways, dense.FIRST_SCAN, is_recurring=not search.is_narrowed, meanwhile=meanwhile)
    clock.lap(SEARCH)
    again, words = _widened(ways, first, search, words, is_small=is_small)
    if again == ways:
        return Looked(first, first, words)
    found = _texts_of(search, again, dense.LONG_SCAN, is_recurring=False)
    clock.lap(SECOND_LOOK)
    return Looked(first, found, words)


def _words_of(search: Search, words: Words, clock: Stopwatch, *, is_recurring: bool) -> tuple[Sql, Words]:
    """Candidates by words, found while the question is embedded; a remote model is asked before (R25)."""

    def embed() -> None:
        assert len(search.vector)
        clock.lap("embedding")

    if not search.model.is_local:
        embed()
    meanwhile = embed if search.model.is_local else None
    (rows,) = fetch_each([lexical.first_look(search, words)], is_recurring=is_recurring, meanwhile=meanwhile)
    found = lexical.read(rows, words)
    clock.lap("words")
    return found


def _texts_of(search: Search, ways: Ways, scanned: int, *, is_recurring: bool, meanwhile: Task | None = None) -> Hits:
    settings = dense.settings(scanned, ways.width)
    if is_recurring:  # one plan for all people: by indexes, however many texts they have on average
        settings |= {"enable_seqscan": "off"}
    statement = texts.look(search, ways)
    (rows,) = fetch_each([statement], settings=settings, is_recurring=is_recurring, meanwhile=meanwhile)
    return texts.read(rows)


def _widened(ways: Ways, found: Hits, search: Search, words: Words, *, is_small: bool) -> tuple[Ways, Words]:
    """The same ways, but for those whose first look brought too little that may be seen: they ask for that alone; and a
    wider search by meaning where the first has missed something.
    """
    if _has_missed(found):
        ways = replace(ways, width=dense.GREAT_WIDTH)
    if _is_too_little([(hit.by_meaning, hit.text.may_see) for hit in found], search.most):
        ways = replace(ways, by_meaning=dense.second_look(search, is_small=is_small), width=dense.GREAT_WIDTH)
    if _is_too_little([(hit.by_words, hit.text.may_see) for hit in found], search.most):
        by_words, words = lexical.read(fetch(lexical.second_look(search, words)), words)
        ways = replace(ways, by_words=by_words)
    return ways, words


def _has_missed(found: Hits) -> bool:
    """Whether words have found what meaning should have: a text nearer than half of those found by meaning.

    An index of neighbours may miss a whole group of texts that are alike, for it is reached by few links. Hidden texts
    do not count: where filters narrow the search, it was not to find them.
    """
    near = sorted((hit.text.cosine or 0.0 for hit in found if hit.by_meaning), reverse=True)
    seen = [hit for hit in found if hit.by_words and not hit.by_meaning and hit.text.may_see]
    others = [hit.text.cosine or 0.0 for hit in seen]
    return bool(near and others) and max(others) > near[len(near) // 2]


def _is_too_little(found: Sequence[tuple[int, bool]], most: int) -> bool:
    """Whether a search among the visible would bring more: of all that were wanted too many may not be seen."""
    visible = sum(times for times, may_see in found if may_see)
    return visible < ENOUGH * most and sum(times for times, _ in found) == most

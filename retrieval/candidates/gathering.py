"""All ways of searching together: a first look, and a second only where too little of it may be seen."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retrieval.candidates import dense, facts, lexical
from retrieval.candidates.lexical import Words
from retrieval.candidates.search import Candidate, Search, looked_far_enough
from retrieval.candidates.texts import texts_of
from retrieval.ranking import Text
from retrieval.recording import Stopwatch
from retrieval.sql import fetch_each

Rows = list[tuple[Any, ...]]


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


def gather(search: Search, words: Words, *, is_small: bool, clock: Stopwatch) -> Gathered:
    """Candidates by words and by the names of fields while the question is embedded, then those by meaning; and what
    ranking needs of them.

    `is_small` says that a whole person's vectors may be compared one by one.
    """
    by_words, named = _look_for_words(search, words)
    worded, words = lexical.read(by_words, words)
    clock.lap("words")
    wait([search.embedding])
    clock.lap("embedding")
    meant = _look_for_meaning(search, is_small=is_small)
    near = dense.nearest_exactly(search) if meant is None else meant
    clock.lap("meaning")
    found = [*near, *worded, *_candidates(named)]
    texts, related = texts_of(search, found)
    clock.lap("texts")
    again: list[Candidate] = []
    if meant is not None and not looked_far_enough(near, _visible(near, texts)):
        again += dense.second_look(search, is_small=is_small)
    if not looked_far_enough(worded, _visible(worded, texts)):
        more, words = lexical.second_look(search, words)
        again += more
    if again:
        texts, related = texts_of(search, [*found, *again])
        clock.lap("second look")
    # Hidden turns stay as surroundings of others; hidden memories go.
    return Gathered(
        texts=[text for text in texts if text.may_see or text.memory_id is None],
        hidden=frozenset(text.memory_id for text in texts if text.memory_id and not text.may_see),
        hidden_turns=_hidden_turns([*found, *again], texts),
        words=words,
        fields=frozenset(fact.chunk_id for fact in _candidates(named) if fact.chunk_id),
        related=related,
    )


def _look_for_words(search: Search, words: Words) -> tuple[Rows, Rows]:
    """Rows by words, and by field."""
    looks = (lexical.first_look(search, words), facts.look(search, search.fields))
    answers: Iterator[Rows] = iter(fetch_each([look for look in looks if look is not None]))
    by_words, by_field = ([] if look is None else next(answers) for look in looks)
    return by_words, by_field


def _look_for_meaning(search: Search, *, is_small: bool) -> list[Candidate] | None:
    """None: only what may be seen is to be compared."""
    look = dense.first_look(search, is_small=is_small)
    return None if look is None else _candidates(fetch_each([dense.settings(), look])[-1])


def _candidates(rows: Rows) -> list[Candidate]:
    return [Candidate(*row) for row in rows]


def _hidden_turns(candidates: Sequence[Candidate], texts: Sequence[Text]) -> int:
    """How many were found themselves, not as surroundings of others."""
    turns = {one.turn_id for one in candidates if one.turn_id}
    return len(turns) - sum(text.may_see for text in texts if text.id in turns)


def _visible(candidates: Sequence[Candidate], texts: Sequence[Text]) -> int:
    may_see = {text.id for text in texts if text.may_see}
    return sum((one.turn_id or one.chunk_id) in may_see for one in candidates)

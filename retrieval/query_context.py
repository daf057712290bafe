"""The context of a question, read before the search: the fields, keys and names that it mentions, its lexemes, and how
the person's categories are shown."""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from conversations.revisions import REVISION, bounds_of
from conversations.speaker_labels import NOT_NAMES
from memories.embedding_models import active_model
from memories.models import EmbeddingModel
from memories.models.embedding import ModelState
from providers.glossary import in_english
from providers.language import ENGLISH, choose_language, detect_language
from providers.statements import Address
from retrieval import statistics
from retrieval.authorization import Authorized, UnknownPerson
from retrieval.needs.questions import need_words_for, requested_needs, searched_needs
from retrieval.question_fields import keys_named, requested_fields
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, compose, constant
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import default_thread

MAX_SPEAKERS = 500
# Stored numbers include hidden texts: a word in fewer than one of so many texts counts as if it were in one of so many,
# so that a score does not disclose the few hidden texts that contain it.
RARELY = 1_000
# A long question's longest lexemes are enough for the search.
MOST_LEXEMES = 40

MODEL = (
    "id", "name", "version", "dimensions", "max_tokens", "is_local", "state", "query_prompt", "passage_prompt",
    "calibration",
)  # fmt: skip
# By language, each lexeme with its word's position and the number of texts that contain it; the empty one has the
# total. One look-up for each: a join would read all of a person's statistics.
LEXEMES = """
SELECT jsonb_object_agg(language, (
    SELECT jsonb_object_agg(asked.lexeme, jsonb_build_array(asked.place, (
        SELECT known.documents FROM retrieval_lexemestatistics known WHERE known.workspace_id = {workspace}
        AND known.person_id = {person} AND known.lexeme = asked.lexeme OFFSET 0)))
    FROM (SELECT lexeme, positions[1] FROM unnest(text_vector(language, {query}))
          UNION ALL SELECT '', NULL) AS asked (lexeme, place)))
FROM unnest({default}::text[] || coalesce(
    (SELECT languages::text[] FROM workspaces_person WHERE workspace_id = {workspace} AND id = {person}),
    {detected}::text[])) AS language
"""
# The number of texts is stored if there are many (retrieval.statistics), else counted.
CONTEXT = """
SELECT (SELECT name FROM workspaces_person
        WHERE workspace_id = {workspace} AND id = {person} AND erasure_asked_at IS NULL),
       ARRAY(SELECT name FROM conversations_speaker
             WHERE workspace_id = {workspace} AND person_id = {person} ORDER BY name LIMIT {most}),
       (SELECT jsonb_object_agg(name, rag_length) FROM workspaces_category
        WHERE workspace_id = {workspace} AND context = 'rag'),
       ARRAY(SELECT name FROM workspaces_category WHERE workspace_id = {workspace} AND context = 'all'),
       coalesce({revision}, 0),
       coalesce(
            (SELECT documents FROM retrieval_lexemestatistics
             WHERE workspace_id = {workspace} AND person_id = {person} AND lexeme = '' AND documents > {many}),
            (SELECT count(*) FROM (
                SELECT 1 FROM memories_embedding
                WHERE workspace_id = {workspace} AND person_id = {person} AND model_id = model.id
                LIMIT {many} + 1) AS texts)),
       ARRAY(SELECT DISTINCT category || '.' || key FROM memories_fact
             WHERE workspace_id = {workspace} AND person_id = {person} AND valid_to IS NULL AND key = ANY({keys})),
       (SELECT reltuples FROM pg_class WHERE oid = 'memories_embedding'::regclass), ({lexemes}), {columns}
FROM memories_embeddingmodel model WHERE {which}
"""
COLUMNS = Sql(", ".join(f"model.{name}" for name in MODEL) + "::text")


# The position of a lexeme's word in the question, and the number of texts with it; null if unknown.
Forms = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class LexemeCounts:
    """The question's lexemes with the number of texts that contain each; `total` is the number of all texts.

    `are_counted` False: the numbers are unknown yet, and the lexical query counts them. `places` is the position of the
    word of which each lexeme is a form, if the question was read in several languages.
    """

    documents: Mapping[str, int]
    total: int
    are_counted: bool
    places: Mapping[str, int] = field(default_factory=dict)

    def counted(self, counts: Sequence[int] | None) -> "LexemeCounts":
        """Return the counts with the numbers found by a search, in the lexemes' order."""
        if counts is None:
            return self
        documents = dict(zip(self.documents, counts, strict=True))
        return LexemeCounts(documents, self.total, are_counted=True, places=self.places)

    def information(self) -> dict[str, float]:
        """Return each lexeme's inverse document frequency: BM25's, never negative: ln(1 + (N - df + 0.5) / (df + 0.5)).

        Without forms that no text contains if a text contains another form of the word: they would make each text look
        like half of an answer.
        """
        found = {self.places.get(lexeme) for lexeme, count in self.documents.items() if count} - {None}
        fewest = self.total // RARELY if self.total > statistics.MANY_TEXTS else 0
        documents = {
            lexeme: max(count, fewest)
            for lexeme, count in self.documents.items()
            if count or self.places.get(lexeme) not in found
        }
        return {one: math.log1p((max(self.total, n) - n + 0.5) / (n + 0.5)) for one, n in documents.items()}


@dataclass(frozen=True, slots=True)
class QueryContext:
    """What one round trip reads. `names` are those known in the person's conversations, including their own;
    `category_limits` says how many items a category of mode `rag` may have, `always_shown` are the categories of mode
    `all` (001 §5); `revision` is the thread's; `text_count` is the number of embedded texts about the person, as stored
    if there are many, and `corpus_share` their share of all embedded texts, if known; `fields` are the person's own
    fields that the question mentions, `needs` those of them about what harms the person; of these, `only_named` are
    limited to texts with a word of the question.
    """

    names: tuple[str, ...]
    category_limits: Mapping[str, int]
    always_shown: Sequence[str]
    revision: int
    text_count: int
    corpus_share: float
    lexemes: LexemeCounts
    fields: Sequence[Address]
    model: EmbeddingModel
    person_name: str = ""
    needs: Sequence[str] = ()
    only_named: bool = False


def load_query_context(
    request: QueryRequest, authorized: Authorized, *, actor: Actor, now: datetime, model: EmbeddingModel | None
) -> QueryContext:
    """Load the context in one round trip, outside any scope. `model` None means the serving one. Raises
    UnknownPerson."""
    person_id, workspace_id = authorized.person_id, actor.workspace_id
    words = " ".join(filter(None, (request.query, in_english(request.query), need_words_for(request.query))))
    statement = compose(
        CONTEXT,
        workspace=workspace_id,
        person=person_id,
        most=constant(MAX_SPEAKERS),
        revision=_revision(request, person_id, actor=actor, now=now),
        many=constant(statistics.MANY_TEXTS),
        keys=keys_named(words),
        lexemes=_lexemes_of(words, workspace_id, person_id),
        columns=COLUMNS,
        which=compose("model.id = {id}", id=model.pk) if model else compose("model.state = {s}", s=ModelState.ACTIVE),
    )
    [found] = scope.pipelined_read(workspace_id, [statement])
    if not found:  # a new database has no model yet
        return load_query_context(request, authorized, actor=actor, now=now, model=active_model())
    name, speakers, limits, always_shown, revision, text_count, fields, corpus, lexemes, *columns = found[0]
    if person_id is not None and name is None:
        raise UnknownPerson
    needs = _needs_of(request.query, name or "")
    return QueryContext(
        names=tuple(dict.fromkeys([*speakers, *([name] if name else [])])),
        category_limits=json.loads(limits or "{}"),
        always_shown=always_shown,
        revision=revision,
        text_count=text_count,
        corpus_share=min(1.0, text_count / max(corpus, 1.0)),
        lexemes=_lexeme_counts(words, json.loads(lexemes), text_count),
        fields=list(dict.fromkeys([*_fields_of(request.query, name or ""), *(_address(one) for one in fields)])),
        model=_model(*columns),
        person_name=name or "",
        needs=needs or _searched(request.query, name or ""),
        only_named=not needs,
    )


def _fields_of(query: str, name: str) -> list[Address]:
    """Return the fields that a question asks for, also by its words in English."""
    return [one for each in _also_in_english(query) for one in requested_fields(each, name)]


def _needs_of(query: str, name: str) -> Sequence[str]:
    return next((keys for each in _also_in_english(query) if (keys := requested_needs(each, name))), ())


def _searched(query: str, name: str) -> Sequence[str]:
    return next((keys for each in _also_in_english(query) if (keys := searched_needs(each, name))), ())


def _also_in_english(query: str) -> Sequence[str]:
    return (query, english) if (english := in_english(query)) else (query,)


def _address(field: str) -> Address:
    return Address(*field.split(".", 1))


def _revision(request: QueryRequest, person_id: UUID | None, *, actor: Actor, now: datetime) -> Sql:
    """Return the query of the thread's revision, counting the changes that the caller may know of."""
    thread_id = request.thread_id or (default_thread(person_id) if person_id else "")
    bounds = bounds_of(actor, person_id, now=now)._asdict()
    return compose(REVISION, workspace=actor.workspace_id, person=person_id, thread=thread_id, **bounds)


def _model(*columns: Any) -> EmbeddingModel:
    *others, calibration = columns
    values = dict(zip(MODEL, others, strict=False))
    return EmbeddingModel(**values, calibration=json.loads(calibration) if calibration else None)


def _lexemes_of(query: str, workspace_id: UUID, person_id: UUID | None) -> Sql:
    """Return the query of lexemes in English and the languages of the person's texts; for a shared namespace, in the
    question's own."""
    detected = [] if person_id or (language := detect_language(query)) == ENGLISH else [language]
    languages = {"default": [ENGLISH], "detected": detected}
    return compose(LEXEMES, query=query, workspace=workspace_id, person=person_id, **languages)


def _lexeme_counts(query: str, found: Mapping[str, Mapping[str, Forms]], text_count: int) -> LexemeCounts:
    """Return the longest lexemes of a question, with their stored numbers if the person has many texts."""
    _, total = found[ENGLISH][""]
    forms, places = _forms(query, found)
    lexemes = sorted(forms, key=lambda lexeme: (-len(lexeme), lexeme))[:MOST_LEXEMES]
    if text_count > statistics.MANY_TEXTS and total is not None:
        return LexemeCounts({lexeme: forms[lexeme] or 0 for lexeme in lexemes}, total, True, places)
    return LexemeCounts(dict.fromkeys(lexemes, 0), text_count, False, places)


def _forms(query: str, found: Mapping[str, Mapping[str, Forms]]) -> tuple[dict[str, int | None], dict[str, int]]:
    """Return the question's lexemes with their numbers, and the positions of their words if there are several
    languages.

    Its most probable language decides which words count: "die" is an article in German.
    """
    language = choose_language(query, found) if len(found) > 1 else ENGLISH
    counting = {place for place, _ in found[language].values()} - {None}
    forms = {lexeme: form for lexemes in found.values() for lexeme, form in lexemes.items() if form[0] in counting}
    places = {lexeme: place for lexeme, (place, _) in forms.items() if place is not None and len(found) > 1}
    return {lexeme: documents for lexeme, (_, documents) in forms.items()}, places


def names_mentioned(query: str, names: Iterable[str]) -> frozenset[str]:
    """Return the names that a question contains, in lower case."""
    return frozenset(name.lower() for name in names if _name_pattern(name).search(query))


def without_names(query: str, names: Iterable[str]) -> str:
    """Return the question as it is embedded, without names, which would attract every short greeting."""
    for name in names:
        query = _name_pattern(name).sub(" ", query)
    rest = " ".join(query.split())
    return rest if re.search(r"\w", rest) else query


@lru_cache(maxsize=10_000)
def _name_pattern(name: str) -> re.Pattern[str]:
    """Return the pattern of a whole name, or the first word of a longer one, with or without a genitive."""
    first, _, rest = name.partition(" ")
    forms = [name, first] if rest and len(first) > 2 and first.lower() not in NOT_NAMES else [name]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})(?:['’]s)?(?!\w)", re.IGNORECASE)

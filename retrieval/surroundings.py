"""What is looked up before the question is embedded: who speaks with whom, and how categories are shown."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.embedding_models import active_model
from memories.models import EmbeddingModel
from memories.models.embedding import ModelState
from providers.statements import Address
from retrieval.candidates.facts import keys_named
from retrieval.candidates.lexical import Words, lexemes_of, words_among
from retrieval.reach import Reach, UnknownPerson
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, compose, constant, fetch_each
from retrieval.statistics import MANY_TEXTS
from workspaces import scope
from workspaces.namespaces import default_thread

MAX_SPEAKERS = 500
MODEL = ("id", "name", "version", "dimensions", "max_tokens", "is_local", "state")
# The number of texts is kept where they are many (retrieval.statistics), and counted where they may be few.
LOOK = """
SELECT (SELECT name FROM workspaces_person
        WHERE workspace_id = {workspace} AND id = {person} AND erasure_asked_at IS NULL),
       ARRAY(SELECT name FROM conversations_speaker
             WHERE workspace_id = {workspace} AND person_id = {person} ORDER BY name LIMIT {most}),
       (SELECT jsonb_object_agg(name, rag_length) FROM workspaces_category
        WHERE workspace_id = {workspace} AND context = 'rag'),
       ARRAY(SELECT name FROM workspaces_category WHERE workspace_id = {workspace} AND context = 'all'),
       coalesce((SELECT rev FROM conversations_threadrevision
                 WHERE workspace_id = {workspace} AND person_id = {person} AND thread_id = {thread}), 0),
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
COLUMNS = Sql(", ".join(f"model.{name}" for name in MODEL))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`names` are those known in the person's conversations, their own among them; `most_items` says how many items a
    category of mode `rag` may bring, `standing` the categories of mode `all` (001 §5); `revision` is the thread's;
    `texts` is the number of embedded texts about the person, as it is kept where they are many, and `share` that of all
    embedded texts, as far as it is known; `words` are the question's, `fields` those of the person's own that it names.
    """

    names: tuple[str, ...]
    most_items: Mapping[str, int]
    standing: Sequence[str]
    revision: int
    texts: int
    share: float
    words: Words
    fields: Sequence[Address]
    model: EmbeddingModel


def look_around(
    request: QueryRequest, reach: Reach, *, workspace_id: UUID, model: EmbeddingModel | None
) -> Surroundings:
    """One round trip, outside any scope. `model` None means the one that serves. Raises UnknownPerson."""
    look = compose(
        LOOK,
        workspace=workspace_id,
        person=reach.person_id,
        most=constant(MAX_SPEAKERS),
        thread=request.thread_id or (default_thread(reach.person_id) if reach.person_id else ""),
        many=constant(MANY_TEXTS),
        keys=keys_named(request.query),
        lexemes=lexemes_of(request.query, workspace_id=workspace_id, person_id=reach.person_id),
        columns=COLUMNS,
        which=compose("model.id = {id}", id=model.pk) if model else compose("model.state = {s}", s=ModelState.ACTIVE),
    )
    with scope.pipelined_scope(workspace_id):
        (found,) = fetch_each([look])
    if not found:  # a new database has no model yet
        return look_around(request, reach, workspace_id=workspace_id, model=active_model())
    name, speakers, most_items, standing, revision, texts, fields, everything, lexemes, *columns = found[0]
    if reach.person_id is not None and name is None:
        raise UnknownPerson
    return Surroundings(
        names=tuple(dict.fromkeys([*speakers, *([name] if name else [])])),
        most_items=json.loads(most_items or "{}"),
        standing=standing,
        revision=revision,
        texts=texts,
        share=min(1.0, texts / max(everything, 1.0)),
        words=words_among(lexemes, texts=texts),
        fields=[Address(*field.split(".", 1)) for field in fields],
        model=EmbeddingModel(**dict(zip(MODEL, columns, strict=True))),
    )

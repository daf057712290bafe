"""What is looked up before the question is embedded: who speaks with whom, and how categories are shown."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from conversations.speaker_labels import NOT_NAMES
from memories.models import EmbeddingModel
from retrieval.reach import Reach, UnknownPerson
from retrieval.requests import QueryRequest
from retrieval.sql import compose, fetch
from retrieval.statistics import MANY_TEXTS
from workspaces import scope

MAX_SPEAKERS = 500
LOOK = """
SELECT (SELECT name FROM workspaces_person WHERE workspace_id = {workspace} AND id = {person}),
       ARRAY(SELECT name FROM conversations_speaker
             WHERE workspace_id = {workspace} AND person_id = {person} ORDER BY name LIMIT {most}),
       (SELECT jsonb_object_agg(name, rag_length) FROM workspaces_category
        WHERE workspace_id = {workspace} AND context = 'rag'),
       coalesce((SELECT rev FROM conversations_threadrevision
                 WHERE workspace_id = {workspace} AND person_id = {person} AND thread_id = {thread}), 0),
       (SELECT count(*) FROM (
            SELECT 1 FROM memories_embedding
            WHERE workspace_id = {workspace} AND person_id = {person} AND model_id = {model} LIMIT {many}) AS texts)
"""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`names` are those known in the person's conversations, their own among them; `most_items` says how many items a
    category of mode `rag` may bring (001 §5); `revision` is the thread's; `texts` is the number of embedded texts about
    the person, counted no further than to know that they are many.
    """

    names: tuple[str, ...]
    most_items: Mapping[str, int]
    revision: int
    texts: int

    def named_in(self, query: str) -> frozenset[str]:
        """The names that a question contains, in lower case."""
        return frozenset(name.lower() for name in self.names if _pattern(name).search(query))

    def without_names(self, query: str) -> str:
        """The question as it is embedded: a name would pull every short greeting towards it."""
        for name in self.names:
            query = _pattern(name).sub(" ", query)
        kept = " ".join(query.split())
        return kept if re.search(r"\w", kept) else query


def look_around(request: QueryRequest, reach: Reach, model: EmbeddingModel) -> Surroundings:
    """One statement in the entered scope. Raises UnknownPerson."""
    thread = request.thread_id or f"person-{reach.person_id}"
    ((name, speakers, most_items, revision, texts),) = fetch(
        compose(
            LOOK,
            workspace=scope.current_workspace_id(),
            person=reach.person_id,
            most=MAX_SPEAKERS,
            thread=thread,
            model=model.pk,
            many=MANY_TEXTS + 1,
        )
    )
    if reach.person_id is not None and name is None:
        raise UnknownPerson
    return Surroundings(
        tuple(dict.fromkeys([*speakers, *([name] if name else [])])), json.loads(most_items or "{}"), revision, texts
    )


def _pattern(name: str) -> re.Pattern[str]:
    """A name as a whole, or the first word of a longer one, with or without a genitive."""
    first, _, rest = name.partition(" ")
    forms = [name, first] if rest and len(first) > 2 and first.lower() not in NOT_NAMES else [name]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})(?:['’]s)?(?!\w)", re.IGNORECASE)

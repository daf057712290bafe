"""Finds memories that state the person's own allergies, diet and illnesses, in any words and language."""

from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from providers.statements import NEED_KEYS, own_need
from retrieval.prepared_query import PreparedQuery
from retrieval.sql import Sql, compose, constant
from workspaces import scope
from workspaces.wire import Rows

MOST_READ: Final = 60  # texts, the plainest and newest first: reading one takes milliseconds
_PLAIN: Final = (
    "allerg alerg alérg allérg intoler unverträg unvertrag vegan vegeta végét veggi pescat pescet coelia celia celía"
    " cœlia zöliak zoliak anaphyl epipen halal kosher koscher ausschlag"
)
# Less plain words: too many texts have one.
_OTHERS: Final = """
    avoid react tolerat toler vertrag verträg vertragt diet diät dieta régim rash hive itch swell ill sick eat drink
    ess isst trink darf com comer beb tomar mang boir prendr free nut peanut walnut almond gluten lactos dairi milk
    wheat egg shellfish sesam soy pork alcohol erdnuss erdnus haselnuss haselnus nuss nus milch laktos weiz soja
    hund katz poll penicillin fisch krank medicin medikament prescri tablet pill asthma diabet epileps insulin
"""
TEXTS: Final = """
SELECT c.memory_id, c.id, c.text FROM memories_chunk c
WHERE c.workspace_id = {workspace} AND c.person_id = {person} AND {is_current} AND c.turn_id IS NULL
    AND NOT c.is_heading AND c.search @@ {words}::tsquery AND c.memory_id IN ({memories})
    AND NOT EXISTS (SELECT 1 FROM memories_fact f
        WHERE f.workspace_id = {workspace} AND f.memory_id = c.memory_id AND f.key = ANY({needs}))
ORDER BY (c.search @@ {plain}::tsquery) DESC, c.id DESC LIMIT {most}
"""
FOUND: Final = """
SELECT NULL::uuid AS turn_id, memory_id, chunk_id, true AS may_see
FROM unnest({memories}::uuid[], {chunks}::uuid[]) AS needs (memory_id, chunk_id)
"""


def find_needs(prepared: PreparedQuery, keys: Collection[str]) -> Mapping[UUID, tuple[UUID, str]]:
    """Return by chunk its memory and the field of the person's need that it states, one of `keys`. One query, none
    without keys or person. In the entered scope."""
    if not keys or prepared.authorized.person_id is None:
        return {}
    [texts] = scope.fetch_pipelined([texts_of_needs(prepared, is_broad=prepared.is_small)], is_recurring=False)
    return own_needs(texts, prepared, keys)


def own_needs(texts: Rows, prepared: PreparedQuery, keys: Collection[str]) -> dict[UUID, tuple[UUID, str]]:
    """Return the same from the rows of `texts_of_needs`."""
    names = (prepared.context.person_name,)
    stated = {chunk_id: (memory_id, own_need(text, names)) for memory_id, chunk_id, text in texts}
    return {chunk_id: one for chunk_id, one in stated.items() if one[1] in keys}


def texts_of_needs(prepared: PreparedQuery, *, is_broad: bool = False) -> Sql:
    """Return the SELECT of the visible texts that may state a need.

    Plain words are looked up in the index; `is_broad` adds others and reads each text of the person: 25 ms for 5,000.
    """
    words = f"{_PLAIN} {_OTHERS}" if is_broad else _PLAIN
    parts = prepared.parts | {"needs": list(NEED_KEYS)}  # these facts are found by their keys
    return compose(TEXTS, words=_any_of(words), plain=_any_of(_PLAIN), most=constant(MOST_READ), **parts)


def _any_of(beginnings: str) -> str:
    return " | ".join(f"{one}:*" for one in beginnings.split())

"""Facts by exact lookup: a question that names a field of the person brings what stands there (002, stage 1)."""

import re
from itertools import pairwise

from providers.statements import DEFAULT_ALIASES, Address
from retrieval.candidates.search import NO_CANDIDATES, Search
from retrieval.sql import Sql, compose, join

MOST_FACTS = 5
MOST_WORDS = 3  # of a field's name: "date of birth"
READ_WORDS = 200  # of a question, for the names of fields
# Whose field it is, just before its name: "my city", "the user's city", "Ana's city"; or who does it: "does she speak".
_OWNER = re.compile(r"(?:my|your|his|her|their|our|i|you|he|she|they|user|person|\w+['’]s)", re.IGNORECASE)
_WORD = re.compile(r"[\w'’]+")

ACTIVE = """
SELECT NULL::uuid AS turn_id, c.memory_id, c.id AS chunk_id FROM memories_fact f
JOIN memories_chunk c ON c.workspace_id = {workspace} AND c.memory_id = f.memory_id AND c.superseded_at IS NULL
WHERE f.workspace_id = {workspace} AND f.person_id = {person} AND f.valid_to IS NULL
AND ({addresses}) AND f.memory_id IN ({memories})
ORDER BY f.importance DESC, f.valid_from DESC LIMIT {most}
"""


def fields_named(query: str) -> list[Address]:
    """The fields whose name, or an alias of it, follows an owner: "What is my name?" names identity.preferred_name."""
    words = _WORD.findall(query)
    named: dict[Address, None] = {}
    for place, (owner, _) in enumerate(pairwise(words)):
        if _OWNER.fullmatch(owner):
            named |= dict.fromkeys(_addresses_at(words, place + 1))
    return list(named)


def keys_named(query: str) -> list[str]:
    """What a question may name as a key that only this person has: "desk plant", "coding_style", "my mascot".

    Two or three words of any place; a single one after an owner, or where it is spelt as a key.
    """
    words = [word.lower() for word in _WORD.findall(query)[:READ_WORDS]]
    several = ["_".join(words[i : i + n]) for n in range(2, MOST_WORDS + 1) for i in range(len(words) - n + 1)]
    owned = [word for owner, word in pairwise(words) if _OWNER.fullmatch(owner)]
    return list(dict.fromkeys([*several, *owned, *(word for word in words if "_" in word)]))


def look(search: Search) -> Sql:
    """The SELECT of the active facts that the question names and that may be seen, most important first."""
    if not search.fields or search.reach.person_id is None:
        return NO_CANDIDATES
    either = [compose("f.category = {category} AND f.key = {key}", category=c, key=k) for c, k in search.fields]
    return compose(ACTIVE, addresses=join(" OR ", either), most=MOST_FACTS, **search.filtered_parts)


def _addresses_at(words: list[str], start: int) -> list[Address]:
    """The longest field name that begins at a word."""
    for size in range(MOST_WORDS, 0, -1):
        spelling = "".join(words[start : start + size]).lower()
        if len(words) >= start + size and spelling in DEFAULT_ALIASES:
            return [DEFAULT_ALIASES[spelling]]
    return []

"""The file of the reference memory server of MCP: JSON lines, entities with their observations, and relations.

The memories are those that `/mcp/graph` would have written, so its tools find them.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_noop as _
from pydantic import ValidationError

from memories.knowledge_graph import (
    GRAPH,
    Entity,
    GraphMemory,
    Relation,
    entity_memory,
    observation_memory,
    relation_memory,
)
from operations.importing.formats.files import lines, some_of
from operations.importing.problems import Problem, of_validation
from operations.importing.records import Import, ImportedMemory, Record, Records, UnknownFormat, Unreadable

NEITHER = _("Line %(number)s is neither an entity nor a relation.")
BROKEN = _("Line %(number)s cannot be read: %(what)s")


def read(source: Import) -> Records:
    """Yield entities first, since relations are derived from them. Raises UnknownFormat, OSError."""
    yield from some_of(_records(source))


def _records(source: Import) -> Records:
    keys: dict[str, str] = {}
    for number, line in lines(source):
        if isinstance(line, UnknownFormat):
            yield Unreadable("", line.problem, number)
        elif line.get("type") == "entity":
            yield from _entity(line, number, keys)
        elif line.get("type") != "relation":
            yield Unreadable("", Problem(NEITHER, {"number": number}), number)
    for number, line in lines(source):
        if not isinstance(line, UnknownFormat) and line.get("type") == "relation":
            yield _relation(line, number, keys)


def _entity(line: dict[str, Any], number: int, keys: dict[str, str]) -> Records:
    """Yield the entity and its observations; its key is recorded by name."""
    try:
        entity = Entity.model_validate(line)
    except ValidationError as error:
        yield _broken(line, number, error)
        return
    keys[entity.name] = (head := entity_memory(entity)).key
    yield _memory(head, number)
    for text in dict.fromkeys(entity.observations):
        yield _memory(observation_memory(entity.name, text), number)


def _relation(line: dict[str, Any], number: int, keys: Mapping[str, str]) -> Record:
    try:
        relation = Relation.model_validate(line)
    except ValidationError as error:
        return _broken(line, number, error)
    ends = dict.fromkeys((relation.from_, relation.to))
    return _memory(relation_memory(relation), number, tuple(keys[name] for name in ends if name in keys))


def _broken(line: dict[str, Any], number: int, error: ValidationError) -> Unreadable:
    problem = Problem(BROKEN, {"number": number, "what": of_validation(error)})
    return Unreadable(str(line.get("name") or ""), problem, number)


def _memory(memory: GraphMemory, line: int, ends: tuple[str, ...] = ()) -> ImportedMemory:
    fields = asdict(memory)
    key, content = fields.pop("key"), fields.pop("content")
    return ImportedMemory(key, key, content, (GRAPH,), fields, ends, line)

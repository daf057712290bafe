"""The file of the reference memory server of MCP: JSON lines, entities with their observations, and relations.

The memories are those that `/mcp/graph` would have written, so its tools find them.
"""

from collections.abc import Iterator
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
from operations.importing.records import Import, ImportedMemory, Records, UnknownFormat, Unreadable

NEITHER = _("Line %(number)s is neither an entity nor a relation.")
BROKEN = _("Line %(number)s cannot be read: %(what)s")


def read(source: Import) -> Records:
    """Entities first, wherever they stand, for relations are derived from them. Raises UnknownFormat, OSError."""
    yield from some_of(_records(source))


def _records(source: Import) -> Records:
    keys: dict[str, str] = {}
    yield from _neither(source)
    for number, entity in _parsed(source, "entity", Entity):
        if isinstance(entity, Unreadable):
            yield entity
            continue
        keys[entity.name] = (head := entity_memory(entity)).key
        yield _memory(head, number)
        for text in dict.fromkeys(entity.observations):
            yield _memory(observation_memory(entity.name, text), number)
    for number, relation in _parsed(source, "relation", Relation):
        if isinstance(relation, Unreadable):
            yield relation
            continue
        ends = dict.fromkeys((relation.from_, relation.to))
        yield _memory(relation_memory(relation), number, tuple(keys[name] for name in ends if name in keys))


def _neither(source: Import) -> Iterator[Unreadable]:
    for number, line in lines(source):
        if isinstance(line, UnknownFormat):
            yield Unreadable("", line.problem, number)
        elif line.get("type") not in ("entity", "relation"):
            yield Unreadable("", Problem(NEITHER, {"number": number}), number)


def _parsed(source: Import, kind: str, model: Any) -> Iterator[tuple[int, Any]]:
    """Those of one kind, with Unreadable in place of one that is broken."""
    for number, line in lines(source):
        if isinstance(line, UnknownFormat) or line.get("type") != kind:
            continue
        try:
            yield number, model.model_validate(line)
        except ValidationError as error:
            problem = Problem(BROKEN, {"number": number, "what": of_validation(error)})
            yield number, Unreadable(str(line.get("name") or ""), problem, number)


def _memory(memory: GraphMemory, line: int, ends: tuple[str, ...] = ()) -> ImportedMemory:
    fields = asdict(memory)
    key, content = fields.pop("key"), fields.pop("content")
    return ImportedMemory(key, key, content, (GRAPH,), fields, ends, line)

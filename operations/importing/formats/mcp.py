"""The file of the reference memory server of MCP: JSON lines, entities with their observations, and relations.

The memories are those that `/mcp/graph` would have written, so its tools find them.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

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
from operations.importing.formats.files import read_lines
from operations.importing.records import Import, ImportedMemory, Records, UnknownFormat


def read(source: Import) -> Records:
    """Entities first, wherever they stand, for relations are derived from them. Raises UnknownFormat, OSError."""
    keys: dict[str, str] = {}
    for entity in _parsed(source, "entity", Entity):
        keys[entity.name] = (head := entity_memory(entity)).key
        yield _memory(head)
        for text in dict.fromkeys(entity.observations):
            yield _memory(observation_memory(entity.name, text))
    for relation in _parsed(source, "relation", Relation):
        ends = dict.fromkeys((relation.from_, relation.to))
        yield _memory(relation_memory(relation), tuple(keys[name] for name in ends if name in keys))


def _parsed(source: Import, kind: str, model: Any) -> Iterator[Any]:
    for number, line in read_lines(source.path):
        if line.get("type") not in ("entity", "relation"):
            raise UnknownFormat(f"Line {number} is neither an entity nor a relation.")
        if line["type"] == kind:
            try:
                yield model.model_validate(line)
            except ValidationError as error:
                raise UnknownFormat(f"Line {number}: {error.errors()[0]['msg']}") from error


def _memory(memory: GraphMemory, ends: tuple[str, ...] = ()) -> ImportedMemory:
    fields = asdict(memory)
    key, content = fields.pop("key"), fields.pop("content")
    return ImportedMemory(key, key, content, (GRAPH,), fields, ends)

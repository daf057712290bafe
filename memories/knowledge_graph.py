"""Entities and relations of MCP's reference server, and the memories that represent them.

Each entity, observation and relation is a memory in the person's namespace `graph`. Its metadata says which it is, by
names that are no fields of a person. Its key is derived from its content, so two writers of the same get one memory.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from memories.limits import TITLE_CHARACTERS

GRAPH = "graph"


class Shape(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, frozen=True)

    def shown(self) -> dict[str, Any]:
        return self.model_dump(by_alias=True)


class Entity(Shape):
    """Something with a name, and what is known of it."""

    name: str = Field(min_length=1)
    entity_type: str
    observations: tuple[str, ...]


class Relation(Shape):
    """An edge, in active voice: `from_` does something to `to`."""

    from_: str = Field(alias="from", min_length=1)
    to: str = Field(min_length=1)
    relation_type: str = Field(min_length=1)

    @classmethod
    def of(cls, from_: str, relation_type: str, to: str) -> Self:
        return cls.model_validate({"from": from_, "relation_type": relation_type, "to": to})


class Observations(Shape):
    """More that is known of an entity."""

    entity_name: str
    contents: tuple[str, ...]


class Deletion(Shape):
    """Observations that are to go."""

    entity_name: str
    observations: tuple[str, ...]


class Graph(NamedTuple):
    entities: list[Entity]
    relations: list[Relation]

    def around(self, entities: Iterable[Entity]) -> "Graph":
        """Return these entities, and every relation of one of them."""
        kept = list(entities)
        names = {entity.name for entity in kept}
        return Graph(kept, [each for each in self.relations if each.from_ in names or each.to in names])

    def shown(self) -> dict[str, Any]:
        return {
            "entities": [entity.shown() for entity in self.entities],
            "relations": [relation.shown() for relation in self.relations],
        }


@dataclass(frozen=True, slots=True)
class GraphMemory:
    """The memory of an entity, an observation or a relation; its namespace is the person's, and GRAPH."""

    key: str
    content: str
    title: str
    metadata: dict[str, str]

    @classmethod
    def of(cls, content: str, metadata: dict[str, str], *, title: str, identity: str) -> Self:
        digest = hashlib.sha256(identity.encode(errors="surrogatepass")).hexdigest()
        return cls(f"{metadata[GRAPH]}/{digest}", content, title[:TITLE_CHARACTERS], metadata)


def entity_memory(entity: Entity) -> GraphMemory:
    known = {GRAPH: "entity", "entity": entity.name, "entity_type": entity.entity_type}
    return GraphMemory.of(f"{entity.name} ({entity.entity_type})", known, title=entity.name, identity=entity.name)


def observation_memory(name: str, text: str) -> GraphMemory:
    return GraphMemory.of(text, {GRAPH: "observation", "entity": name}, title=name, identity=f"{name}\0{text}")


def relation_memory(relation: Relation) -> GraphMemory:
    triple = (relation.from_, relation.relation_type, relation.to)
    known = {GRAPH: "relation", "from": relation.from_, "to": relation.to, "relation_type": relation.relation_type}
    return GraphMemory.of(" ".join(triple), known, title=relation.relation_type, identity="\0".join(triple))

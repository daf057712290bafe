"""The graph in the store: a memory for each entity, observation and relation, in the person's namespace `graph`.

Its metadata says which it is, by names that are no fields of a person. A key made of what it says lets two writers of
the same thing meet at one memory.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interfaces.mcp.calls import Calls
from interfaces.mcp.graph.shapes import Entity, Graph, Relation
from memories.limits import TITLE_CHARACTERS

PAGE = 100
GRAPH = "graph"


@dataclass
class StoredGraph:
    """Ids by what they stand for, oldest first."""

    person: str
    entities: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    observations: dict[tuple[str, str], str] = field(default_factory=dict)
    relations: dict[Relation, str] = field(default_factory=dict)

    def add(self, memory: dict[str, Any]) -> None:
        known = memory["metadata"]
        match known.get(GRAPH):
            case "entity":
                self.entities[known["entity"]] = memory["id"]
                self.types[known["entity"]] = known["entity_type"]
            case "observation":
                self.observations[known["entity"], memory["content"]] = memory["id"]
            case "relation":
                relation = Relation.of(known["from"], known["relation_type"], known["to"])
                self.relations[relation] = memory["id"]

    def graph(self) -> Graph:
        entities = [
            Entity(name=name, entity_type=self.types[name], observations=tuple(self.observations_of(name)))
            for name in self.entities
        ]
        return Graph(entities, list(self.relations))

    def observations_of(self, name: str) -> Iterator[str]:
        return (text for owner, text in self.observations if owner == name)

    def entity(self, entity: Entity) -> dict[str, Any]:
        """An entity as a memory to write."""
        known = {GRAPH: "entity", "entity": entity.name, "entity_type": entity.entity_type}
        return self._memory(f"{entity.name} ({entity.entity_type})", known, title=entity.name, identity=entity.name)

    def observation(self, name: str, text: str) -> dict[str, Any]:
        return self._memory(text, {GRAPH: "observation", "entity": name}, title=name, identity=f"{name}\0{text}")

    def relation(self, relation: Relation) -> dict[str, Any]:
        """Its ends, where they are entities, are what it was derived from."""
        told = (relation.from_, relation.relation_type, relation.to)
        known = {GRAPH: "relation", "from": relation.from_, "to": relation.to, "relation_type": relation.relation_type}
        ends = {self.entities[name] for name in (relation.from_, relation.to) if name in self.entities}
        memory = self._memory(" ".join(told), known, title=relation.relation_type, identity="\0".join(told))
        return memory | {"derived_from": sorted(ends)}

    def _memory(self, content: str, metadata: dict[str, str], *, title: str, identity: str) -> dict[str, Any]:
        digest = hashlib.sha256(identity.encode(errors="surrogatepass")).hexdigest()
        return {
            "namespace": ["memories", self.person, GRAPH],
            "key": f"{metadata[GRAPH]}/{digest}",
            "content": content,
            "title": title[:TITLE_CHARACTERS],
            "metadata": metadata,
        }


async def load_graph(calls: Calls) -> StoredGraph:
    """The whole graph of the person whom the connection is for."""
    stored = StoredGraph(await calls.person(None))
    memories: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = await calls.get("memories", namespace=f"memories/{stored.person}/{GRAPH}", limit=PAGE, cursor=cursor)
        memories += page["results"]
        if (cursor := page["next_cursor"]) is None:
            break
    for memory in sorted(memories, key=lambda memory: (memory["created_at"], memory["id"])):
        stored.add(memory)
    return stored

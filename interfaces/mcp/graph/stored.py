"""The stored graph, with the ids of its memories."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from interfaces.mcp.calls import Calls
from memories.knowledge_graph import (
    GRAPH,
    Entity,
    Graph,
    GraphMemory,
    Relation,
    entity_memory,
    observation_memory,
    relation_memory,
)

PAGE = 100


@dataclass
class StoredGraph:
    """Ids of memories by the part of the graph that they store, oldest first."""

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
        """Return an entity as a memory to write."""
        return self._stored_parts(entity_memory(entity))

    def observation(self, name: str, text: str) -> dict[str, Any]:
        return self._stored_parts(observation_memory(name, text))

    def relation(self, relation: Relation) -> dict[str, Any]:
        """Return a relation as a memory to write; its ends, where they are entities, are its sources."""
        ends = {self.entities[name] for name in (relation.from_, relation.to) if name in self.entities}
        return self._stored_parts(relation_memory(relation)) | {"derived_from": sorted(ends)}

    def _stored_parts(self, memory: GraphMemory) -> dict[str, Any]:
        return {"namespace": ["memories", self.person, GRAPH], **asdict(memory)}


async def load_graph(calls: Calls) -> StoredGraph:
    """Load the whole graph of the connection's person."""
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

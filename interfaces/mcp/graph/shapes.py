"""Entities and relations as the reference server writes them."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


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
        """These entities, and every relation that one of them has."""
        kept = list(entities)
        names = {entity.name for entity in kept}
        return Graph(kept, [each for each in self.relations if each.from_ in names or each.to in names])

    def shown(self) -> dict[str, Any]:
        return {
            "entities": [entity.shown() for entity in self.entities],
            "relations": [relation.shown() for relation in self.relations],
        }

"""The names of the assistants that may read at a place: a namespace, category and sensitivity."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from consent.models import Proposal
from interfaces.pages.texts.actors import Faces
from memories.models import Memory
from workspaces.actors import Actor


class Place(NamedTuple):
    """The properties that decide who may read a memory."""

    person_id: UUID | None
    namespace_path: str
    category: str
    sensitivity_rank: int

    @classmethod
    def of(cls, row: Proposal | Memory) -> "Place":
        return cls(row.person_id, row.namespace_path, row.category, row.sensitivity_rank)


def names_of_readers(place: Place, agents: Sequence[Actor], faces: Faces, *, now: datetime) -> Sequence[str]:
    """Return the names of the assistants that may read at the place."""
    return sorted({faces.of(agent.label, agent.id).name for agent in agents if _may_read(agent, place, now)})


def _may_read(agent: Actor, place: Place, now: datetime) -> bool:
    ceiling = agent.reading_ceiling(person_id=place.person_id, namespace_path=place.namespace_path, now=now)
    return agent.may_see(place.category) and ceiling is not None and place.sensitivity_rank <= ceiling

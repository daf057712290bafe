"""One question in the forms in which the database is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from providers.embedding import FloatArray
from retrieval.reach import Reach
from retrieval.sql import Sql, compose, fetch
from retrieval.statistics import MANY_TEXTS
from retrieval.visibility import Visible

# How many candidates each way of searching may bring.
CANDIDATES = 40
# The nearest, or the best by words, before visibility is looked at: enough of them are nearly always visible.
FIRST_LOOK = 120

# Whether one may see the text that a chunk `c` belongs to. OFFSET keeps the row's lookup by its id apart from the
# conditions, which would tempt the planner to walk through all of the person's rows for each.
MAY_SEE = """
coalesce((SELECT {memory_condition} FROM (SELECT * FROM memories_memory
    WHERE workspace_id = {workspace} AND id = c.memory_id OFFSET 0) AS memories_memory), false)
OR coalesce((SELECT {turn_condition} FROM (SELECT * FROM conversations_turn
    WHERE workspace_id = {workspace} AND id = c.turn_id OFFSET 0) AS conversations_turn), false)
"""
COUNT_VISIBLE = """
SELECT count(*) FROM (
    (SELECT 1 FROM ({turns}) AS turns LIMIT {most}) UNION ALL (SELECT 1 FROM ({memories}) AS memories LIMIT {most})
    LIMIT {most}) AS visible
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn, or a chunk of a memory, that one way of searching proposes; `may_see` False is counted, never shown."""

    turn_id: UUID | None
    memory_id: UUID | None
    chunk_id: UUID | None
    may_see: bool = True


@dataclass(frozen=True)
class Search:
    """`vector` is the question's under `model_id`, unit length; `visible` what may be found.

    `is_narrowed` says that the filters or an allowlist may leave little of it.
    """

    workspace_id: UUID
    reach: Reach
    query: str
    vector: FloatArray
    model_id: int
    visible: Visible
    is_narrowed: bool

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What every statement may name."""
        return {
            "workspace": self.workspace_id,
            "person": self.reach.person_id,
            "model": self.model_id,
            "may_see": self._may_see(),
            "distance": self._distance(),
            "k": CANDIDATES,
            "first_look": FIRST_LOOK,
        }

    @cached_property
    def filtered_parts(self) -> dict[str, Any]:
        """What statements may name that begin with what may be seen."""
        return self.parts | {"memories": self.visible.memories, "turns": self.visible.turns}

    def count_visible(self) -> int:
        """How many memories and turns the filters leave, at most one more than may be compared one by one."""
        return int(fetch(compose(COUNT_VISIBLE, **self.filtered_parts, most=MANY_TEXTS + 1))[0][0])

    def _may_see(self) -> Sql:
        return compose(
            MAY_SEE,
            workspace=self.workspace_id,
            memory_condition=self.visible.memory_condition,
            turn_condition=self.visible.turn_condition,
        )

    def _distance(self) -> Sql:
        """Cosine distance of an embedding `e`, in the very expression that the model's index is built on."""
        dimensions = len(self.vector)
        numbers = "[" + ",".join(f"{number:.5g}" for number in self.vector.tolist()) + "]"
        return Sql(f"e.vector::halfvec({dimensions}) <=> %s::halfvec({dimensions})", (numbers,))


def visible_only(found: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in found if candidate.may_see][:CANDIDATES]


def looked_far_enough(found: Sequence[Candidate]) -> bool:
    """Whether a first look has brought all that a filtered search would bring."""
    return len(visible_only(found)) == CANDIDATES or len(found) < FIRST_LOOK

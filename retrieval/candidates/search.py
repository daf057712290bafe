"""One question in the forms in which the database is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import cached_property
from pgvector import HalfVector

from memories.embedding_models import embed_query
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from providers.statements import Address
from retrieval.reach import Reach
from retrieval.sql import Sql, compose, constant, fetch
from retrieval.statistics import MANY_TEXTS
from retrieval.visibility import Visible

# How many candidates each way of searching may bring: so many for each result wanted, within these bounds.
FOR_EACH, AT_LEAST, AT_MOST = 4, 12, 40
# The share of a first look's that must be visible; else it is repeated among what is visible.
ENOUGH = 0.8
NO_CANDIDATES = Sql(
    "SELECT NULL::uuid AS turn_id, NULL::uuid AS memory_id, NULL::uuid AS chunk_id, NULL::float8 AS distance "
    "WHERE false"
)

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


@dataclass(frozen=True)
class Search:
    """`question` is what is embedded, under `model`; `visible` is what may be found.

    `share` of all texts are the person's. `is_narrowed` says that the filters or an allowlist may leave little of it;
    `wanted` is the number of results, `episodes` how many of them must be episodes where there are any; `fields` are
    those that the question names.
    """

    workspace_id: UUID
    reach: Reach
    query: str
    question: str
    model: EmbeddingModel
    visible: Visible
    share: float
    is_narrowed: bool
    wanted: int
    fields: Sequence[Address] = ()
    episodes: int = 0

    @property
    def most(self) -> int:
        """How many candidates each way of searching may bring."""
        return min(AT_MOST, max(AT_LEAST, FOR_EACH * self.wanted))

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What every statement may name."""
        return {
            "workspace": constant(self.workspace_id),
            "person": constant(self.reach.person_id),
            "model": constant(self.model.pk),
            "k": constant(self.most),
            "memory_condition": self.visible.memory_condition,
            "turn_condition": self.visible.turn_condition,
        }

    @cached_property
    def filtered_parts(self) -> dict[str, Any]:
        """What statements may name that search among what may be seen."""
        memories, turns = self.visible.memories, self.visible.turns
        return self.parts | {"memories": memories, "turns": turns, "may_see": compose(MAY_SEE, **self.parts)}

    @cached_property
    def vector(self) -> FloatArray:
        """The question's, unit length. Raises what `providers.embedding.embed` raises."""
        return embed_query(self.question, model=self.model)

    @cached_property
    def measure(self) -> dict[str, Sql]:
        """What statements may name besides that measure how near a text is.

        Cosine distance of an embedding `e`, in the very expression that the model's index is built on.
        """
        dimensions = len(self.vector)
        vector = HalfVector(self.vector)
        return {"distance": Sql(f"e.vector::halfvec({dimensions}) <=> %s::halfvec({dimensions})", (vector,))}

    @cached_property
    def leaves_little(self) -> bool:
        """Whether the filters leave so little that it may be compared one by one."""
        return int(fetch(compose(COUNT_VISIBLE, **self.filtered_parts, most=MANY_TEXTS + 1))[0][0]) <= MANY_TEXTS

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from memories.models import Merge


class MergeOut(BaseModel):
    """That a memory stands for another one that says the same (001 §4). `cosine` is that of the two, -1 to 1."""

    id: UUID
    kept_id: UUID
    absorbed_id: UUID
    band: Literal["auto", "update", "recreate"]
    judge: str = Field(description="Who found that both say the same: rules, or a model and its prompt.")
    cosine: float
    created_at: datetime
    undone_at: datetime | None


class MergeList(BaseModel):
    results: list[MergeOut]


def merge_out(row: Merge) -> MergeOut:
    return MergeOut(**{name: getattr(row, name) for name in MergeOut.model_fields})

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.parsing import Input


class ErasureIn(Input):
    """`confirmation` is the person's name as `GET /users/{id}` answers it."""

    confirmation: str = Field(max_length=200)


class ErasureReceipt(BaseModel):
    """What was erased, by table. `proof` shows that the sealed history says so in `row`; null until it is sealed."""

    format: str
    version: int
    receipt: UUID
    user_id: UUID
    workspace_id: UUID
    status: Literal["erasing", "erased"]
    requested_at: datetime
    erased_at: datetime | None
    erased: dict[str, int]
    history_id: UUID | None
    row: dict[str, Any] | None
    proof: dict[str, Any] | None

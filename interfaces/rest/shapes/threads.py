from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from conversations.models import ChangeLog
from interfaces.rest.parsing import Input
from memories.importance import to_level

# PostgreSQL's bigint.
MAX_REVISION = 2**63 - 1


class ChangesQuery(Input):
    since: Annotated[int, Field(ge=0, le=MAX_REVISION)] = Field(
        default=0, description="The revision that the caller saw last."
    )
    user_id: UUID | None = Field(default=None, description="Needed where several people have a thread of that name.")


class Change(BaseModel):
    """One change as the delta header tells it."""

    rev: int
    event: str
    memory_id: UUID
    category: str
    importance: float
    importance_level: int
    text: str
    ts: datetime


class Changes(BaseModel):
    """What changed on a thread after revision `since`; `header` is 001 §1's text, empty when nothing did."""

    thread_id: str
    user_id: UUID | None
    since: int
    revision: int
    header: str
    changes: list[Change]


def change(row: ChangeLog) -> Change:
    copied = ("rev", "event", "memory_id", "category", "importance", "text")
    return Change(
        **{name: getattr(row, name) for name in copied},
        importance_level=to_level(row.importance),
        ts=row.created_at,
    )

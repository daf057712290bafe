from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from conversations.delta_header import DeltaHeader, HeaderChange
from interfaces.rest.parsing import Input

# PostgreSQL's bigint.
MAX_REVISION = 2**63 - 1


class ChangesQuery(Input):
    since: Annotated[int, Field(ge=0, le=MAX_REVISION)] | None = Field(
        default=None, description="The revision seen last; left out, what this caller was not told before."
    )
    user_id: UUID | None = Field(default=None, description="Needed where several people have a thread of that name.")


class ThreadChange(BaseModel):
    """What became of one memory."""

    memory_id: UUID
    event: str
    category: str
    importance: float
    importance_level: int
    text: str
    rev: int


class ThreadChanges(BaseModel):
    """What changed on a thread after revision `since`, most important first.

    `header` is 001 §1's text, empty when nothing changed; `is_truncated` says that the log no longer reaches back
    that far.
    """

    thread_id: str
    user_id: UUID
    since: int
    revision: int
    is_truncated: bool
    header: str
    changes: list[ThreadChange]


def thread_changes(header: DeltaHeader, *, thread_id: str, user_id: UUID) -> ThreadChanges:
    return ThreadChanges(
        thread_id=thread_id,
        user_id=user_id,
        since=header.since,
        revision=header.revision,
        is_truncated=header.is_truncated,
        header=header.text,
        changes=[_change(change) for change in header.changes],
    )


def _change(change: HeaderChange) -> ThreadChange:
    return ThreadChange(**{name: getattr(change, name) for name in ThreadChange.model_fields})

"""A turn before it is stored."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from conversations.models.turn import TurnRole

CONTENT_CHARACTERS = 100_000


class TurnDraft(BaseModel):
    """One message as it came in.

    `occurred_at` None means now; `external_id` makes appending it twice change nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: TurnRole
    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(default="", max_length=200)
    occurred_at: datetime | None = None
    external_id: str = Field(default="", max_length=256)

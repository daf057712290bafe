"""Bodies and queries of mem0's clients."""

import ast
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from interfaces.compat.mem0.identity import Identity, marked
from interfaces.compat.views import Known
from interfaces.rest.problems import Invalid
from interfaces.rest.schemas import Timestamp
from memories import limits
from memories.drafts import Metadata


def _text(content: Any) -> Any:
    """Return the texts of a content with several parts."""
    if not isinstance(content, list):
        return content
    return "\n".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))


def _timestamp(value: Any) -> Any:
    """Accept a Unix timestamp as a time, too."""
    return datetime.fromtimestamp(value, UTC) if isinstance(value, int | float) and abs(value) < 10**11 else value


def _mapping(value: Any) -> Any:
    """Accept a mapping in a query string in Python's notation, which Python clients send."""
    try:
        return ast.literal_eval(value) if isinstance(value, str) and len(value) <= limits.QUERY_CHARACTERS else value
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value


Filters = Annotated[dict[str, Any], BeforeValidator(_mapping)]
TimeOrUnix = Annotated[Timestamp, BeforeValidator(_timestamp)]


class Message(Known):
    role: Literal["user", "assistant", "system", "tool"] = "user"
    content: Annotated[str, BeforeValidator(_text)] = Field(min_length=1, pattern=r"\S")
    name: str = Field(default="", max_length=200)


class NewMemories(Identity):
    """`infer` false stores each message unchanged; otherwise memories are extracted from them.

    Identities may be in `filters`, as the newest clients send them.
    """

    messages: Annotated[list[Message], Field(min_length=1, max_length=limits.TURNS_PER_CALL)]
    infer: bool | None = None
    metadata: Metadata | None = None
    timestamp: TimeOrUnix | None = None
    expiration_date: date | None = None

    @model_validator(mode="before")
    @classmethod
    def _out_of_filters(cls, data: Any) -> Any:
        filters = data.get("filters") if isinstance(data, dict) else None
        return marked(filters) | data if isinstance(filters, dict) else data

    @property
    def expires_at(self) -> datetime | None:
        return _end_of(self.expiration_date)


class Wanted(Identity):
    """Conditions on memories, in addition to `filters`."""

    filters: Filters = Field(default_factory=dict)
    categories: list[str] | None = None
    start_date: TimeOrUnix | None = None
    end_date: TimeOrUnix | None = None

    def all_filters(self) -> dict[str, Any]:
        within = {name: moment for name, moment in (("gte", self.start_date), ("lte", self.end_date)) if moment}
        asked = marked(self.model_dump()) | ({"categories": {"in": self.categories}} if self.categories else {})
        found = [self.filters, asked, {"created_at": within} if within else {}]
        if not any(found):
            raise Invalid([{"field": "filters", "code": "missing", "detail": "Say whose memories: name a user_id."}])
        return {"AND": [each for each in found if each]}


class Page(Known):
    page: int = Field(default=1, ge=1, le=100_000)
    page_size: int = Field(default=limits.LIST_ITEMS, ge=1, le=limits.LIST_ITEMS)


class Listed(Wanted, Page):
    """Both in one query string."""


class Changed(Known):
    """`expiration_date` null means that it does not expire."""

    text: Annotated[str, Field(min_length=1, pattern=r"\S")] | None = None
    data: Annotated[str, Field(min_length=1, pattern=r"\S")] | None = None
    metadata: Metadata | None = None
    timestamp: TimeOrUnix | None = None
    expiration_date: date | None = None

    @property
    def provided(self) -> dict[str, Any]:
        values = {"content": self.text or self.data, "metadata": self.metadata, "occurred_at": self.timestamp}
        values["expires_at"] = _end_of(self.expiration_date)
        cleared = ["expires_at"] if "expiration_date" in self.model_fields_set and not self.expiration_date else []
        return {name: value for name, value in values.items() if value is not None} | {"cleared": cleared}


def _end_of(day: date | None) -> datetime | None:
    """Return the end of a day, in UTC."""
    return datetime.combine(day, time(), UTC) + timedelta(days=1) if day else None

"""Lists in pages, by a cursor with the position of the last row, so that rows added or removed in between shift
nothing."""

import base64
import binascii
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from django.db.models import DateTimeField, Model, Q, QuerySet
from pydantic import BaseModel, Field

from interfaces.rest.problems import Invalid
from interfaces.rest.schemas import Input
from memories.limits import LIST_ITEMS

DEFAULT_LIMIT = 50
MAX_LIMIT = LIST_ITEMS

R = TypeVar("R", bound=Model)
T = TypeVar("T")
P = TypeVar("P", bound="Page[Any]")


class PageQuery(Input):
    """What every list takes."""

    cursor: str = Field(default="", max_length=256, description="The `next_cursor` of the previous page.")
    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT


class Page(BaseModel, Generic[T]):
    """One page; `next_cursor` is null on the last."""

    results: list[T]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a list: by a field that is a time or a number, then by id."""

    field: str
    descending: bool = True

    def slice(self, rows: QuerySet[R], page: PageQuery) -> tuple[list[R], str | None]:
        """One page of rows and the cursor of the next; one query however long the list is. Raises Invalid."""
        sign = "-" if self.descending else ""
        rows = rows.order_by(f"{sign}{self.field}", f"{sign}id")
        if page.cursor:
            rows = rows.filter(self._beyond(self._place(rows, page.cursor)))
        found = list(rows[: page.limit + 1])
        if len(found) <= page.limit:
            return found, None
        last = found[page.limit - 1]
        return found[: page.limit], _encode(getattr(last, self.field), last.pk, self._list_of(rows))

    def page(
        self, rows: QuerySet[R], query: PageQuery, kind: type[P], render: Callable[[R], BaseModel] | None = None
    ) -> P:
        """Return one page of rows as its schema, built from the rows' attributes or by `render`. Raises Invalid."""
        found, following = self.slice(rows, query)
        results = [render(row) for row in found] if render else found
        return kind.model_validate({"results": results, "next_cursor": following})

    def _place(self, rows: QuerySet[R], cursor: str) -> tuple[datetime | int, UUID]:
        """Return the position of a cursor. Raises Invalid, also for the cursor of another list."""
        value, row_id, origin = _decode(cursor)
        is_by_time = isinstance(rows.model._meta.get_field(self.field), DateTimeField)
        if origin != self._list_of(rows) or isinstance(value, datetime) != is_by_time:
            raise _bad_cursor()
        return value, row_id

    def _list_of(self, rows: QuerySet[R]) -> str:
        """Return a key of the list: its filters and its order."""
        return f"{rows.model._meta.label_lower}.{self.field}"

    def _beyond(self, place: tuple[datetime | int, UUID]) -> Q:
        value, row_id = place
        sign = "lt" if self.descending else "gt"
        # The index uses only the first bound.
        return Q(**{f"{self.field}__{sign}e": value}) & (
            Q(**{f"{self.field}__{sign}": value}) | Q(**{f"id__{sign}": row_id})
        )


NEWEST = Order("created_at")
RECENTLY_CHANGED = Order("updated_at")


def _encode(value: datetime | int, row_id: Any, origin: str) -> str:
    raw = json.dumps([value.isoformat() if isinstance(value, datetime) else value, str(row_id), origin])
    return base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")


def _decode(cursor: str) -> tuple[datetime | int, UUID, object]:
    try:
        value, row_id, origin = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if isinstance(value, str):
            return _timestamp(value), UUID(row_id), origin
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31:
            return value, UUID(row_id), origin
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError, binascii.Error) as error:
        raise _bad_cursor() from error
    raise _bad_cursor()


def _timestamp(text: str) -> datetime:
    timestamp = datetime.fromisoformat(text)
    if timestamp.tzinfo is None:
        raise ValueError("naive")
    return timestamp.astimezone(UTC)


def _bad_cursor() -> Invalid:
    return Invalid([{"field": "cursor", "code": "invalid_cursor", "detail": "This is not a cursor from this list."}])

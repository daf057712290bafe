"""Paging by the position of the last row, so that page 500 costs as much as page 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Count, Model, Q, QuerySet
from django.http import QueryDict

PAGE_SIZE = 20
CURSOR = "before"
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, newest first. The links are query strings; empty where there is no other page."""

    rows: Sequence[Row]
    older: str
    newest: str


@dataclass(frozen=True, slots=True)
class Span:
    """The position of a page's rows among all rows, counted from 1."""

    first: int
    last: int
    total: int


def page_of(
    rows: QuerySet[Row],
    field: str,
    query: QueryDict,
    *,
    size: int = PAGE_SIZE,
    at_most: int = 0,
    most_of_time: int = 0,
) -> Page[Row]:
    """Return the page that `query` asks for, ordered by a date field and the id.

    An unreadable cursor means the first page. Where no more than `at_most` rows are left, the page has all of them. It
    also has the other rows with its last timestamp, up to `most_of_time` rows; this takes one more query.
    """
    place = _read(query.get(CURSOR, ""))
    left = _after(rows, field, place).order_by(f"-{field}", "-pk")
    found = list(left[: max(size, at_most) + 1])
    size = size if len(found) > at_most else at_most
    if most_of_time and len(found) > size and getattr(found[size], field) == getattr(found[size - 1], field):
        found[size:] = left[size : size + most_of_time + 1]
        same_time = sum(getattr(row, field) == getattr(found[size - 1], field) for row in found[size:])
        size += same_time if same_time <= most_of_time else 0
    more = len(found) > size
    return Page(
        rows=found[:size],
        older=_link(query, _write(found[size - 1], field)) if more else "",
        newest=_link(query, None) if place else "",
    )


def span_of(rows: QuerySet[Row], field: str, page: Page[Row]) -> Span | None:
    """Return the position of the page; None where it has all rows. One query where there are more."""
    if not page.rows or not (page.older or page.newest):
        return None
    end = page.rows[-1]
    place = Q(**{f"{field}__gt": getattr(end, field)}) | Q(**{field: getattr(end, field), "pk__gte": end.pk})
    counts = rows.order_by().aggregate(total=Count("pk"), last=Count("pk", filter=place))
    return Span(counts["last"] - len(page.rows) + 1, counts["last"], counts["total"])


def _after(rows: QuerySet[Row], field: str, place: tuple[datetime, UUID] | None) -> QuerySet[Row]:
    if place is None:
        return rows
    at, row_id = place
    return rows.filter(Q(**{f"{field}__lt": at}) | Q(**{field: at, "pk__lt": row_id}))


def _write(row: Any, field: str) -> str:
    return f"{getattr(row, field).isoformat()}_{row.pk}"


def _read(cursor: str) -> tuple[datetime, UUID] | None:
    at, _, row_id = cursor.rpartition("_")
    try:
        at_time, found = datetime.fromisoformat(at), UUID(row_id)
        return (at_time.astimezone(UTC), found) if at_time.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _link(query: QueryDict, cursor: str | None) -> str:
    changed = query.copy()
    changed.pop(CURSOR, None)
    if cursor:
        changed[CURSOR] = cursor
    return "?" + changed.urlencode()

"""Everything that happened to the memories, by day, and what others did since the last visit."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages.entries import entries_for
from interfaces.pages.filters import PERSON, STAFF, SYSTEM, TimelineFilters
from interfaces.pages.memory_list import containing
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import History
from memories.models.choices import Event

# What the line on top counts, in this order.
COUNTED = (
    Event.ADD,
    Event.UPDATE,
    Event.DELETE,
    Event.RESTORE,
    Event.TTL,
    Event.CONSENT,
    Event.EXPORT,
    Event.ACCESS,
    Event.RULE,
)
COOKIE = "timeline_seen"
COOKIE_DAYS = 180
# Within one visit the mark stays where it was, so that reloading a page does not make its news old.
VISIT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Visits:
    """`since` is when the visit before this one ended, None at the first; `seen_at` is the latest view.

    Kept in a cookie, because reading changes nothing on the server.
    """

    since: datetime | None
    seen_at: datetime

    @classmethod
    def of(cls, request: HttpRequest, *, now: datetime) -> "Visits":
        """A cookie that cannot be read is none."""
        since, _, seen = request.COOKIES.get(COOKIE, "").partition("_")
        seen_at = _parse_timestamp(seen)
        if seen_at is None or seen_at > now:
            return cls(None, now)
        return cls(_parse_timestamp(since) if now - seen_at < VISIT else seen_at, now)

    def save(self, response: HttpResponse) -> None:
        response.set_cookie(
            COOKIE,
            f"{self.since.timestamp() if self.since else ''}_{self.seen_at.timestamp()}",
            max_age=COOKIE_DAYS * 86_400,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


class TimelineView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters, visits = TimelineFilters(request.GET), Visits.of(request, now=self.now)
        page = page_of(self.rows(filters.chosen), "created_at", request.GET)
        context = {
            "filters": filters,
            "page": page,
            "entries": entries_for(page.rows, new_since=visits.since),
            "since": visits.since,
            "news": self.news(visits.since) if visits.since else [],
        }
        response = self.page("timeline/list.html", context)
        visits.save(response)
        return response

    def rows(self, chosen: dict[str, str]) -> QuerySet[History]:
        named: dict[str, str] = {name: chosen[name] for name in ("category", "event") if name in chosen}
        if "who" in chosen:
            is_kind = chosen["who"] in (PERSON, STAFF, SYSTEM)
            named["actor_kind" if is_kind else "actor_label"] = chosen["who"]
        rows = self.history.filter(**named)
        if "q" not in chosen:
            return rows
        return rows.filter(memory_id__in=containing(chosen["q"], person_id=self.actor.person_id))

    def news(self, since: datetime) -> list[tuple[str, int]]:
        """How often others did each thing since then."""
        rows = self.history.filter(~Q(actor_kind=PERSON), created_at__gt=since)
        counts = dict(rows.order_by().values_list("event").annotate(count=Count("*")))
        return [(event, counts[event]) for event in COUNTED if event in counts]


def _parse_timestamp(text: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(float(text), UTC)
    except (ValueError, OverflowError, OSError):
        return None

from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages.entries import entries_for
from interfaces.pages.filters import PERSON, STAFF, SYSTEM, TimelineFilters
from interfaces.pages.last_visit import Visits
from interfaces.pages.memory_list import containing
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import History
from memories.models.choices import Event

# What the line on top counts, in this order.
TOLD = (Event.ADD, Event.UPDATE, Event.DELETE, Event.RESTORE, Event.TTL, Event.CONSENT, Event.EXPORT)


class TimelineView(PersonView):
    """Everything that happened to what is remembered, by day; on top what did since the last visit."""

    def get(self, request: HttpRequest) -> HttpResponse:
        filters, visits = TimelineFilters(request.GET), Visits.of(request, now=self.now)
        page = page_of(self.rows(filters.wanted), "created_at", request.GET)
        context = {
            "filters": filters,
            "page": page,
            "entries": entries_for(page.rows, new_since=visits.since),
            "since": visits.since,
            "news": self.news(visits.since) if visits.since else [],
        }
        response = self.page("timeline/list.html", context)
        visits.keep(response)
        return response

    def rows(self, wanted: dict[str, str]) -> QuerySet[History]:
        rows = History.objects.authorized_for(self.actor, now=self.now)
        named: dict[str, str] = {name: wanted[name] for name in ("category", "event") if name in wanted}
        if "who" in wanted:
            is_kind = wanted["who"] in (PERSON, STAFF, SYSTEM)
            named["actor_kind" if is_kind else "actor_label"] = wanted["who"]
        rows = rows.filter(**named)
        found = containing(wanted.get("q", ""), person_id=self.actor.person_id)
        return rows.filter(memory_id__in=found) if "q" in wanted else rows

    def news(self, since: datetime) -> list[tuple[str, int]]:
        """How often each thing happened since then, by the others."""
        rows = History.objects.authorized_for(self.actor, now=self.now).filter(
            ~Q(actor_kind=PERSON), created_at__gt=since
        )
        counts = dict(rows.order_by().values_list("event").annotate(count=Count("*")))
        return [(event, counts[event]) for event in TOLD if event in counts]

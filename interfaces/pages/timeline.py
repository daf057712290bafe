from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages.entries import entries_for
from interfaces.pages.filters import TimelineFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import History


class TimelineView(PersonView):
    """Everything that happened to what is remembered, by day."""

    def get(self, request: HttpRequest) -> HttpResponse:
        filters = TimelineFilters(request.GET)
        page = page_of(self.rows(filters.wanted), "created_at", request.GET)
        context = {"filters": filters, "page": page, "entries": entries_for(page.rows)}
        return self.page("timeline/list.html", context)

    def rows(self, wanted: dict[str, str]) -> QuerySet[History]:
        return History.objects.within_reach(self.actor, now=self.now).filter(**wanted)

"""Browsing what is remembered."""

from typing import Any

from django.contrib.postgres.search import SearchQuery
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages.filters import MemoryFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import Chunk, Memory
from memories.models.choices import LifecycleState


class MemoriesView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = MemoryFilters(request.GET)
        page = page_of(self.rows(filters.wanted).select_related("current"), "updated_at", request.GET)
        return self.page("memories/list.html", {"filters": filters, "page": page})

    def rows(self, wanted: dict[str, str]) -> QuerySet[Memory]:
        """The person's memories in force, or those forgotten and not yet erased."""
        if wanted.get("state") == "forgotten":
            rows = Memory.objects.within_reach(self.actor, now=self.now).filter(state=LifecycleState.SOFT_DELETED)
        else:
            rows = Memory.objects.visible_to(self.actor, now=self.now)
        if "category" in wanted:
            rows = rows.filter(category=wanted["category"])
        return rows.filter(id__in=self.found(wanted["q"])) if "q" in wanted else rows

    def found(self, words: str) -> QuerySet[Chunk, Any]:
        """Ids of memories that contain all the words, in any form of theirs."""
        query = SearchQuery(words, config="english", search_type="websearch")
        chunks = Chunk.objects.current().filter(person_id=self.actor.person_id, turn__isnull=True, search=query)
        return chunks.values("memory_id")

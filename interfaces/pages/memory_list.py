"""Browsing and searching memories."""

from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import CombinedSearchQuery, SearchQuery
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages.filters import BANDS, MemoryFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import Chunk, Memory
from memories.models.choices import LifecycleState
from providers.language import DICTIONARIES, ENGLISH
from workspaces.models import Person


class MemoriesView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = MemoryFilters(request.GET)
        page = page_of(self.rows(filters.chosen), "updated_at", request.GET)
        return self.page("memories/list.html", {"filters": filters, "page": page})

    def rows(self, chosen: dict[str, str]) -> QuerySet[Memory]:
        """Active memories, or those forgotten and not yet erased, or those marked as wrong."""
        mine = self.authorized_memories
        # `purge_at` is implied; it selects a partial index.
        forgotten = mine.filter(state=LifecycleState.SOFT_DELETED, purge_at__isnull=False)
        of_state = {"forgotten": forgotten, "wrong": mine.rejected()}
        rows = of_state.get(chosen.get("state", ""), mine.alive(now=self.now))
        for name in ("category", "trust"):
            if name in chosen:
                rows = rows.filter(**{name: chosen[name]})
        if "certainty" in chosen:
            rows = rows.filter(BANDS[chosen["certainty"]])
        if "q" not in chosen:
            return rows
        return rows.filter(id__in=containing(chosen["q"], person_id=self.actor.person_id))


def containing(words: str, *, person_id: UUID | None) -> QuerySet[Chunk, Any]:
    """Ids of memories that contain all the words, in any form of theirs, today or when they were forgotten.

    Only current chunks are in the index; the texts of older versions would be read one by one.
    """
    query = search_query(words, person_id=person_id)
    chunks = Chunk.objects.current().filter(person_id=person_id, turn__isnull=True, search=query)
    return chunks.values("memory_id")


def search_query(words: str, *, person_id: UUID | None) -> CombinedSearchQuery | SearchQuery:
    """The words in any form of theirs, in English and the languages of the person's texts."""
    people = Person.objects.filter(id=person_id) if person_id else Person.objects.none()
    languages = people.values_list("languages", flat=True).first() or []
    in_each = (SearchQuery(words, config=DICTIONARIES[one], search_type="websearch") for one in (ENGLISH, *languages))
    return reduce(or_, in_each)

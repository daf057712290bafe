"""Browsing memories by subject, and searching them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import CombinedSearchQuery, SearchQuery
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse

from consent.proposals.undone import approval_undone
from interfaces.pages.chips import chips_of, query_with
from interfaces.pages.filters import BANDS, MemoryFilters
from interfaces.pages.otherwise import tell_otherwise
from interfaces.pages.paging import Page, page_of
from interfaces.pages.person_view import PersonView
from interfaces.spelling import is_unspaced, spelt_like
from memories.models import Chunk, Memory
from memories.models.choices import LifecycleState
from providers.language import DICTIONARIES, ENGLISH
from workspaces.models import Person

# Of each subject, on the page that shows all of them.
SHOWN_OF_SUBJECT = 4
MOST_SUBJECTS = 30
# All others are behind one chip, which a phone shows alone.
SUBJECT_CHIPS = 7
LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is remembered under one category: how many memories, and the latest of them."""

    name: str
    count: int
    address: str
    is_chosen: bool = False
    memories: Sequence[Memory] = ()


class MemoriesView(PersonView):
    """Without filters the latest memories of each subject, else the matching ones, newest first."""

    def get(self, request: HttpRequest) -> HttpResponse:
        filters = MemoryFilters(request.GET)
        subjects = self.subjects(filters.chosen.get("category", ""))
        is_grouped = not filters.chosen and request.GET.get("view") != LATEST and len(subjects) <= MOST_SUBJECTS
        groups = self.with_memories(subjects) if is_grouped else []
        page, is_partial = self.found(filters.chosen) if not is_grouped else (_page_of_groups(groups), False)
        tell_otherwise(page.rows, self.actor.person_id, only_outdated=True)
        context = {
            "filters": filters,
            "chips": chips_of(filters, request.GET, "trust", "certainty", "state"),
            "kept": [(name, value) for name, value in filters.chosen.items() if name != "q"],
            "subjects": subjects,
            "most_chips": SUBJECT_CHIPS,
            "total": sum(subject.count for subject in subjects),
            "all_address": query_with(request.GET, category=""),
            "is_grouped": is_grouped,
            "is_mixed": "category" not in filters.chosen,
            "is_partial": is_partial,
            "groups": groups,
            "page": page,
        }
        return self.page("memories/list.html", context)

    def subjects(self, chosen: str) -> list[Subject]:
        """Categories with what is remembered under them, the largest first; one query."""
        counted = self.authorized_memories.alive(now=self.now).order_by().values_list("category")
        counts = sorted(counted.annotate(count=Count("*")), key=lambda row: (-row[1], row[0]))
        query = self.request.GET
        return [Subject(name, count, query_with(query, category=name), name == chosen) for name, count in counts]

    def with_memories(self, subjects: Sequence[Subject]) -> list[Subject]:
        """The subjects with their latest memories; one query for all."""
        newest_first = [F("updated_at").desc(), F("id").desc()]
        place = Window(RowNumber(), partition_by=F("category"), order_by=newest_first)
        ranked = self.authorized_memories.alive(now=self.now).order_by().annotate(place=place)
        latest = ranked.filter(place__lte=SHOWN_OF_SUBJECT).order_by("-updated_at", "-id") if subjects else []
        by_name: dict[str, list[Memory]] = {}
        for memory in latest:
            by_name.setdefault(memory.category, []).append(memory)
        return [
            Subject(subject.name, subject.count, subject.address, memories=by_name.get(subject.name, []))
            for subject in subjects
        ]

    def found(self, chosen: dict[str, str]) -> tuple[Page[Memory], bool]:
        """The page, and whether its memories hold only some of the words, because none holds all of them."""
        page = page_of(self.rows(chosen), "updated_at", self.request.GET)
        if page.rows or len(chosen.get("q", "").split()) < 2:
            return page, False
        return page_of(self.rows(chosen, any_word=True), "updated_at", self.request.GET), True

    def rows(self, chosen: dict[str, str], *, any_word: bool = False) -> QuerySet[Memory]:
        """Active memories, or those of the chosen status."""
        rows = self.of_state(chosen.get("state", ""))
        for name in ("category", "trust"):
            if name in chosen:
                rows = rows.filter(**{name: chosen[name]})
        if "certainty" in chosen:
            rows = rows.filter(BANDS[chosen["certainty"]])
        if "q" not in chosen:
            return rows
        words = " or ".join(chosen["q"].split()) if any_word else chosen["q"]
        return rows.filter(id__in=containing(words, person_id=self.actor.person_id))

    def of_state(self, state: str) -> QuerySet[Memory]:
        """Forgotten and not yet erased, gone with an undone approval, marked as wrong; else active."""
        mine = self.authorized_memories
        # `purge_at` is implied; it selects a partial index.
        gone = mine.filter(state=LifecycleState.SOFT_DELETED, purge_at__isnull=False)
        match state:
            case "forgotten":
                return gone.filter(~approval_undone())
            case "undone":
                return gone.filter(approval_undone())
            case "wrong":
                return mine.rejected()
        return mine.alive(now=self.now)


def containing(words: str, *, person_id: UUID | None) -> QuerySet[Chunk, Any]:
    """Ids of memories that contain all the words, in any form of theirs, today or when they were forgotten; where none
    does, of those that are spelt like them.

    Only current chunks are in the index; the texts of older versions would be read one by one.
    """
    chunks = Chunk.objects.current().filter(person_id=person_id, turn__isnull=True)
    found = chunks.filter(search=search_query(words, person_id=person_id))
    if is_unspaced(words):
        either = chunks.filter(Q(id__in=found.values("id")) | Q(id__in=spelt_like(chunks, words).values("id")))
        return either.values("memory_id")
    return (found if found.exists() else spelt_like(chunks, words)).values("memory_id")


def search_query(words: str, *, person_id: UUID | None) -> CombinedSearchQuery | SearchQuery:
    """The words in any form of theirs, in English and the languages of the person's texts."""
    people = Person.objects.filter(id=person_id) if person_id else Person.objects.none()
    languages = people.values_list("languages", flat=True).first() or []
    in_each = (SearchQuery(words, config=DICTIONARIES[one], search_type="websearch") for one in (ENGLISH, *languages))
    return reduce(or_, in_each)


def _page_of_groups(groups: Sequence[Subject]) -> Page[Memory]:
    return Page([memory for group in groups for memory in group.memories], "", "")

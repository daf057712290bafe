"""The list of memories: by subject, filtered, or searched."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from consent.proposals.undone_decisions import approval_undone
from interfaces.pages.conversations.derived_memories import note_origins
from interfaces.pages.filters.filter_links import filter_links, query_with
from interfaces.pages.filters.filters import BANDS, MemoryFilters, of_origin
from interfaces.pages.memories.contradictions import note_contradictions
from interfaces.pages.memories.earlier_texts import Earlier, earlier_texts
from interfaces.pages.memories.field_names import chunks_naming
from interfaces.pages.memories.health_needs import dangerous_first, needs_answering
from interfaces.pages.memories.restored_texts import note_first_written
from interfaces.pages.memories.similar_memories import MOST, related, similar_to
from interfaces.pages.paging import CURSOR, Page, page_of
from interfaces.pages.person_view import PersonView
from interfaces.spelling import is_unspaced, spelt_like, starting_like
from interfaces.spelling_suggestions import suggested_words
from memories import limits
from memories.models import Chunk, Memory
from memories.models.choices import LifecycleState
from memories.models.memory import MemoryQuerySet
from providers.glossary import in_english
from providers.language import DICTIONARIES, ENGLISH
from retrieval.answers import Item
from workspaces.models import Person

# Memories of each subject, on the page of all subjects.
SHOWN_OF_SUBJECT = 4
MOST_SUBJECTS = 30
WORD_ALONE = re.compile(r"\w+")
# All other subjects are behind one chip, the only one on a phone.
SUBJECT_CHIPS = 7
LATEST = "latest"
# Number of items to search; the filters may leave out most of them.
MOST_SIMILAR = 20


@dataclass(frozen=True, slots=True)
class Subject:
    """One category: its number of memories, and the latest of them."""

    name: str
    count: int
    address: str
    is_chosen: bool = False
    memories: Sequence[Memory] = ()


class MemoriesView(PersonView):
    """Without filters the latest memories of each subject, else the matching ones, newest first, followed by memories
    similar in meaning to a search."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        is_first = CURSOR not in request.GET and not request.GET.get("state")
        self.words = request.GET.get("q", "").replace("\x00", "").strip()[: limits.QUERY_CHARACTERS] if is_first else ""
        self.reads_in_scope = not self.words  # the words are embedded outside the scope (R25)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        if self.reads_in_scope:
            return self.result([])
        is_person = self.actor.person_id is not None
        items = similar_to(self.words, actor=self.actor, now=self.now, most=MOST_SIMILAR) if is_person else []
        return self.in_scope(lambda: self.result(items))

    def result(self, items: Sequence[Item]) -> HttpResponse:
        request, filters = self.request, MemoryFilters(self.request.GET)
        subjects = self.subjects(filters.chosen)
        is_grouped = not filters.chosen and request.GET.get("view") != LATEST and len(subjects) <= MOST_SUBJECTS
        groups = self.with_memories(subjects) if is_grouped else []
        page, is_partial = self.found(filters.chosen) if not is_grouped else (_page_of_groups(groups), False)
        needs = self.needs(filters.chosen)
        if needs or self.words:
            page = replace(page, rows=dangerous_first(one for one in page.rows if one not in needs))
        shown = [*needs, *page.rows]
        earlier = self.earlier(filters.chosen, shown)
        has_words = bool(shown or earlier) and not is_partial
        is_missed = bool(self.words) and not shown and not earlier
        english, corrected, spelt = self.alternatives(filters.chosen) if is_missed else ("", "", [])
        listed = [*shown, *spelt, *(one.memory for one in earlier)]
        similar = self.similar(items, filters.chosen, listed, has_words=has_words or bool(spelt))
        note_first_written([*shown, *spelt, *similar])
        note_contradictions([*shown, *spelt, *similar], self.actor.person_id, only_outdated=True)
        note_origins([*shown, *spelt, *similar])
        context = {
            "filters": filters,
            "chips": filter_links(filters, request.GET, "trust", "certainty", "state"),
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
            "needs": needs,
            "earlier": earlier,
            "found": self.rows(filters.chosen).count() if page.rows and self.words and not is_partial else 0,
            "similar": similar,
            "english": english,
            "meant": corrected,
            "spelt": spelt,
            "meant_address": query_with(request.GET, q=corrected),
        }
        return self.page("memories/list.html", context)

    def alternatives(self, chosen: dict[str, str]) -> tuple[str, str, list[Memory]]:
        """Return the English words and the corrected spelling to search for instead, with the memories of the first
        that finds some."""
        if (english := in_english(self.words)) and (found := self.newest(chosen | {"q": english})):
            return english, "", found
        words = suggested_words(self.words, self.authorized_memories, now=self.now)
        return "", words, self.newest(chosen | {"q": words}) if words else []

    def newest(self, chosen: dict[str, str]) -> list[Memory]:
        return list(self.rows(chosen).order_by("-updated_at", "-id")[:MOST])

    def subjects(self, filters: dict[str, str]) -> list[Subject]:
        """Return categories with their number of memories under the other filters, the largest first; one query."""
        chosen = filters.get("category", "")
        other_filters = {name: value for name, value in filters.items() if name not in ("category", "q")}
        counted = self.rows(other_filters).order_by().values_list("category")
        counts = sorted(counted.annotate(count=Count("*")), key=lambda row: (-row[1], row[0]))
        query = self.request.GET
        return [Subject(name, count, query_with(query, category=name), name == chosen) for name, count in counts]

    def with_memories(self, subjects: Sequence[Subject]) -> list[Subject]:
        """Add the latest memories of each subject; one query for all."""
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
        """Return the page, and whether its memories have only some of the words, because none has all of them."""
        page = page_of(self.rows(chosen), "updated_at", self.request.GET)
        if page.rows or len(chosen.get("q", "").split()) < 2:
            return page, False
        return page_of(self.rows(chosen, any_word=True), "updated_at", self.request.GET), True

    def needs(self, chosen: dict[str, str]) -> list[Memory]:
        """Return the allergies, diets and illnesses that a question asks for, whatever its words."""
        if not self.words or self.actor.person_id is None:
            return []
        filters = {name: value for name, value in chosen.items() if name != "q"}
        return needs_answering(self.words, self.rows(filters), self.actor.person_id)

    def earlier(self, chosen: dict[str, str], shown: Sequence[Memory]) -> list[Earlier]:
        if not self.words:
            return []
        filters = {name: value for name, value in chosen.items() if name != "q"}
        return earlier_texts(
            self.words, self.rows(filters), person_id=self.actor.person_id, shown=[one.id for one in shown]
        )

    def similar(
        self, items: Sequence[Item], chosen: dict[str, str], shown: Sequence[Memory], *, has_words: bool
    ) -> list[Memory]:
        """Return the similar memories that pass the filters and are not shown already."""
        ids = [item.id for item in related(items, self.words, has_words=has_words) if item.source is None]
        filters = {name: value for name, value in chosen.items() if name != "q"}
        found = self.rows(filters).exclude(id__in=[memory.id for memory in shown]).in_bulk(ids) if ids else {}
        return [found[one] for one in ids if one in found][:MOST]

    def rows(self, chosen: dict[str, str], *, any_word: bool = False) -> MemoryQuerySet:
        """Active memories, or those of the chosen status."""
        rows = self.of_state(chosen.get("state", ""))
        if "category" in chosen:
            rows = rows.filter(category=chosen["category"])
        if "trust" in chosen:
            rows = rows.filter(of_origin(chosen["trust"]))
        if "certainty" in chosen:
            rows = rows.filter(BANDS[chosen["certainty"]])
        if "q" not in chosen:
            return rows
        words = " or ".join(chosen["q"].split()) if any_word else chosen["q"]
        return rows.filter(id__in=containing(words, person_id=self.actor.person_id))

    def of_state(self, state: str) -> MemoryQuerySet:
        """Return the memories of a state: forgotten and not yet erased, removed by undoing an approval, marked as
        wrong; by default active."""
        mine = self.authorized_memories
        # `purge_at` is implied; it selects a partial index.
        forgotten = mine.filter(state=LifecycleState.SOFT_DELETED, purge_at__isnull=False)
        match state:
            case "forgotten":
                return forgotten.filter(~approval_undone())
            case "undone":
                return forgotten.filter(approval_undone())
            case "wrong":
                return mine.rejected()
        return mine.alive(now=self.now)


def containing(words: str, *, person_id: UUID | None) -> QuerySet[Chunk, Any]:
    """Return ids of memories with all the words, in any inflection, in their present text or the last before
    forgetting; or of the field or relative that the words name in any page language; else of those with a similar
    spelling.

    Only current chunks are in the index; texts of older versions would be read one by one.
    """
    chunks = Chunk.objects.current().filter(person_id=person_id, turn__isnull=True)
    found = chunks.filter(matching("text", words, person_id=person_id) | chunks_naming(words))
    if is_unspaced(words):
        found_in_either = chunks.filter(Q(id__in=found.values("id")) | Q(id__in=spelt_like(chunks, words).values("id")))
        return found_in_either.values("memory_id")
    return (found if found.exists() else spelt_like(chunks, words)).values("memory_id")


def matching(column: str, words: str, *, person_id: UUID | None) -> Q:
    """Match the words in any inflection, in English and the languages of the person's texts. For a single word, another
    language counts only where a word of the column has the same beginning."""
    others = [one for one in languages_of(person_id) if one != ENGLISH]
    english, *foreign = (
        Q(search=SearchQuery(words, config=DICTIONARIES[one], search_type="websearch")) for one in (ENGLISH, *others)
    )
    if WORD_ALONE.fullmatch(words) and not is_unspaced(words):
        foreign = [one & starting_like(column, words) for one in foreign]
    return reduce(or_, foreign, english)


def languages_of(person_id: UUID | None) -> Sequence[str]:
    """Return the languages of the person's texts; one query, none without a person."""
    people = Person.objects.filter(id=person_id) if person_id else Person.objects.none()
    return people.values_list("languages", flat=True).first() or ()


def _page_of_groups(groups: Sequence[Subject]) -> Page[Memory]:
    return Page([memory for group in groups for memory in group.memories], "", "")

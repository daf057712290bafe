"""The overview of the person's data: counts by kind, facts, deletions and erasures."""

from collections import Counter
from typing import Any

from django.db.models import Count, F, QuerySet, Sum, Value
from django.http import HttpRequest, HttpResponse

from conversations.models import Session
from interfaces.pages.conversations.derived_memories import is_inferred, note_origins
from interfaces.pages.filters.filters import BANDS
from interfaces.pages.my_data.deletion_receipts import listed_deletions
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.field_values import fields_of
from interfaces.pages.texts.wording import INFERRED
from memories.models import Artifact, Fact, Memory
from memories.models.choices import Trust
from memories.models.memory import MemoryQuerySet
from operations.authorship import STAFF, by_import, by_staff
from operations.models import Tombstone

MOST_FACTS = 50
ALL = "all"


class MyDataView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        mine = Memory.objects.visible_to(self.actor, now=self.now)
        facts = Fact.objects.active().filter(self.actor.people_condition(now=self.now), memory__in=mine)
        # By the memory's subject, which decides who may read it.
        in_order = facts.select_related("memory").order_by("memory__category", "key", "item")
        rows = list(in_order if request.GET.get("facts") == ALL else in_order[: MOST_FACTS + 1])
        is_cut = request.GET.get("facts") != ALL and len(rows) > MOST_FACTS
        shown = rows[:MOST_FACTS] if is_cut else rows
        note_origins([fact.memory for fact in shown])
        context = {
            **tallies(mine),
            "facts": shown,
            "fields": fields_of(shown),
            "fact_count": facts.count() if is_cut else len(rows),
            "erasures": Tombstone.objects.filter(requested_by=self.membership.account_id).order_by("-requested_at"),
            "deletions": listed_deletions(self.membership),
            **self.others(),
        }
        return self.page("my_data/overview.html", context)

    def others(self) -> dict[str, int]:
        """Return the counts of conversations, messages and files."""
        own = self.actor.people_condition(now=self.now)
        kept = F("turn_count") - F("erased_turns")
        begun = Session.objects.filter(own, turn_count__gt=F("erased_turns"))
        counts = begun.aggregate(conversations=Count("*"), turns=Sum(kept, default=0))
        return {**counts, "files": Artifact.objects.filter(own).count()}


def tallies(memories: MemoryQuerySet) -> dict[str, Any]:
    """Count memories by category, origin and certainty, largest first; three queries at most."""
    categories, origins, certainties = Counter[str](), Counter[str](), Counter[str]()
    for row in by_kind(memories):
        categories[row["category"]] += row["count"]
        origins[row["trust"]] += row["count"]
        certainties.update({name: row[name] for name in BANDS})
    return {
        "total": categories.total(),
        "categories": categories.most_common(),
        "origins": _by_author(memories, origins).most_common(),
        "certainties": [(name, count) for name, count in certainties.items() if count],
    }


def _by_author(memories: MemoryQuerySet, by_trust: Counter[str]) -> Counter[str]:
    """Return the counts by origin, with what was inferred from messages, and what staff and imports wrote, counted
    separately."""
    counts = Counter(by_trust)
    conditions = {INFERRED: is_inferred(), STAFF: by_staff(), Trust.SOURCE.value: by_import()}
    if not counts[Trust.DERIVED] and not counts[Trust.AGENT]:
        return +counts
    parts = [
        memories.order_by().filter(one).values("trust").annotate(origin=Value(name), count=Count("*"))
        for name, one in conditions.items()
    ]
    for row in parts[0].union(*parts[1:], all=True):
        counts[row["trust"]] -= row["count"]
        counts[row["origin"]] += row["count"]
    return +counts


def by_kind(memories: MemoryQuerySet) -> QuerySet[Memory, Any]:
    """Count memories by category, origin and band of certainty.

    The index `memory_by_kind` answers it alone, so rows may only be compared by its columns.
    """
    bands = {name: Count("category", filter=band) for name, band in BANDS.items()}
    return memories.order_by().values("category", "trust").annotate(count=Count("*"), **bands)

"""What is known about me: how much of what kind, in one place, and what I can do with it."""

from collections import Counter
from typing import Any

from django.db.models import Case, CharField, Count, Value, When
from django.http import HttpRequest, HttpResponse

from conversations.models import Session, Turn
from interfaces.pages.filters import BANDS
from interfaces.pages.person_view import PersonView
from memories.models import Artifact, Fact, Memory

MOST_FACTS = 200
Tally = list[tuple[str, int]]


class MyDataView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        mine = Memory.objects.visible_to(self.actor, now=self.now)
        facts = Fact.objects.active().filter(self.actor.people_condition(now=self.now), memory__in=mine)
        context = {
            **tallies(mine),
            "facts": list(facts.select_related("memory").order_by("category", "key", "item")[:MOST_FACTS]),
            **self.others(),
        }
        return self.page("my_data/overview.html", context)

    def others(self) -> dict[str, int]:
        """What there is besides memories."""
        own = self.actor.people_condition(now=self.now)
        return {
            "conversations": Session.objects.filter(own).count(),
            "turns": Turn.objects.filter(own).count(),
            "files": Artifact.objects.filter(own).count(),
        }


def tallies(memories: Any) -> dict[str, Any]:
    """How many memories of each category, certainty and origin, the most first; one query."""
    bands = [When(confidence__range=band, then=Value(name)) for name, band in BANDS.items()]
    band = Case(*bands, default=Value("middle"), output_field=CharField())
    rows = memories.order_by().values_list("category", "trust", band).annotate(Count("id"))
    counters: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
    for *kinds, count in rows:
        for counter, kind in zip(counters, kinds, strict=True):
            counter[kind] += count
    categories, origins, certainties = counters
    return {
        "total": categories.total(),
        "categories": categories.most_common(),
        "origins": origins.most_common(),
        "certainties": [(name, certainties[name]) for name in BANDS if certainties[name]],
    }

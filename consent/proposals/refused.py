"""What was approved, taken back and then refused: staff read its value nowhere, as little as on the question."""

from django.db.models import Exists, OuterRef, QuerySet

from consent.models import Decision
from consent.models.decision import Verdict
from consent.models.proposal import REFUSED
from memories.models import History, MemoryVersion

AGREEING = (Verdict.APPROVE, Verdict.AMEND)


def says_refused(*, memory: str, version: str) -> Exists:
    """A condition on rows that name a memory and one of its versions: an answer made that version whose question is
    refused by now. In the entered scope.
    """
    answers = Decision.objects.filter(id=OuterRef("decision_id"), verdict__in=AGREEING, proposal__state__in=REFUSED)
    made = History.objects.filter(memory_id=OuterRef(memory), new_version_id=OuterRef(version))
    return Exists(made.filter(Exists(answers)))


def versions_told() -> QuerySet[MemoryVersion]:
    """With their memories; each with whether it says what was refused, as `is_refused`."""
    rows = MemoryVersion.objects.select_related("memory")
    return rows.annotate(is_refused=says_refused(memory="memory_id", version="id"))

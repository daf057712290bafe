"""Who wrote a memory's current text. Its `trust` does not say: staff count as agents, and imports as inferred by the
server."""

from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from consent.models import Decision
from consent.models.decision import Verdict
from memories.models import History
from memories.models.choices import Event, Trust
from operations.importing.records import IMPORT_LABEL
from workspaces.actors import ActorKind

STAFF, IMPORT = "staff", "import"
UNASKED = Q(decision_id=None)


def by_staff() -> Q:
    """Return a condition on memories: staff wrote their current text, amended a request to it, or requested it and a
    reviewer agreed."""
    theirs = Q(verdict=Verdict.AMEND) | Q(proposal__actor_label__startswith=f"{ActorKind.STAFF}:")
    wrote = _wrote().filter(UNASKED | _answered(theirs), actor_kind=ActorKind.STAFF)
    return Q(Exists(wrote), trust=Trust.AGENT)


def by_import() -> Q:
    """Return a condition on memories: an import wrote their current text, directly or after a reviewer agreed."""
    by_request = Q(proposal__actor_label=IMPORT_LABEL) & ~Q(verdict=Verdict.AMEND)
    wrote = _wrote().filter(Q(UNASKED, actor_label=IMPORT_LABEL) | _answered(by_request))
    return Q(Exists(wrote), trust__in=(Trust.AGENT, Trust.DERIVED))


def written_by() -> Case:
    """Return the author as a value: one of `Trust`, STAFF or IMPORT."""
    return Case(When(by_staff(), then=Value(STAFF)), When(by_import(), then=Value(IMPORT)), default=F("trust"))


def _wrote() -> QuerySet[History, Any]:
    """Return the history rows that wrote the current text; later ones changed only attributes, and merging writes no
    text."""
    rows = History.objects.filter(memory_id=OuterRef("id"), new_version_id=OuterRef("current_id"))
    return rows.exclude(old_version_id=F("new_version_id")).exclude(event=Event.MERGE)


def _answered(answer: Q) -> Q:
    return Q(Exists(Decision.objects.filter(answer, id=OuterRef("decision_id"))))

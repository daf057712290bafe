"""Who wrote what a memory says now. Its `trust` says how far that counts, not who it was: staff count as agents do, and
imports as what the server infers."""

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
    """A condition on memories: staff wrote their text of now, put it in the place of what was asked for, or asked for
    it and a reviewer agreed."""
    theirs = Q(verdict=Verdict.AMEND) | Q(proposal__actor_label__startswith=f"{ActorKind.STAFF}:")
    wrote = _wrote().filter(UNASKED | _answered(theirs), actor_kind=ActorKind.STAFF)
    return Q(Exists(wrote), trust=Trust.AGENT)


def by_import() -> Q:
    """A condition on memories: an import brought their text of now, by itself or once a reviewer agreed."""
    asked = Q(proposal__actor_label=IMPORT_LABEL) & ~Q(verdict=Verdict.AMEND)
    wrote = _wrote().filter(Q(UNASKED, actor_label=IMPORT_LABEL) | _answered(asked))
    return Q(Exists(wrote), trust__in=(Trust.AGENT, Trust.DERIVED))


def written_by() -> Case:
    """The same as a value: one of `Trust`, STAFF or IMPORT."""
    return Case(When(by_staff(), then=Value(STAFF)), When(by_import(), then=Value(IMPORT)), default=F("trust"))


def _wrote() -> QuerySet[History, Any]:
    """The rows by which the text of now came; later ones of it changed attributes alone, and merging writes nothing."""
    rows = History.objects.filter(memory_id=OuterRef("id"), new_version_id=OuterRef("current_id"))
    return rows.exclude(old_version_id=F("new_version_id")).exclude(event=Event.MERGE)


def _answered(answer: Q) -> Q:
    return Q(Exists(Decision.objects.filter(answer, id=OuterRef("decision_id"))))

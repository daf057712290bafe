"""Single numbers, each a link to the rows behind it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, Sum
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Turn
from memories.models import Artifact, Memory
from memories.models.choices import LifecycleState
from operations.models import JobRun
from workspaces.models import Person
from workspaces.scope import current_workspace_id

SOON = timedelta(days=1)
CONSOLIDATION = "consolidate"


@dataclass(frozen=True, slots=True)
class Card:
    """`is_alarm` marks what needs attention."""

    label: str
    value: str
    note: str
    url: str
    is_alarm: bool = False


def all_cards(*, now: datetime) -> list[Card]:
    return [_memories(), *_consent(now), _jobs(), _turns(), _duplicates(now), _artifacts()]


def _memories() -> Card:
    people = Person.objects.count()
    note = ngettext("about %d person", "about %d people", people) % people
    count = Memory.objects.filter(state=LifecycleState.ACTIVE).count()
    return Card(_("Memories"), _number(count), note, _list("memories_memory", state__exact=LifecycleState.ACTIVE))


def _consent(now: datetime) -> Iterator[Card]:
    overdue, soon = Q(expires_at__lte=now), Q(expires_at__gt=now, expires_at__lte=now + SOON)
    counts = (
        Proposal.objects.asked()
        .filter(state=ProposalState.PENDING)
        .aggregate(all=Count("id"), overdue=Count("id", filter=overdue), soon=Count("id", filter=soon))
    )
    url = _list("consent_proposal", state__exact=ProposalState.PENDING)
    note = _("%d expire within a day") % counts["soon"]
    yield Card(
        _("Awaiting approval"), _number(counts["all"] - counts["overdue"]), note, url, is_alarm=counts["soon"] > 0
    )
    note = _("closed by the next run of the expiry job")
    yield Card(_("Expired, not yet closed"), _number(counts["overdue"]), note, url, is_alarm=counts["overdue"] > 0)


def _jobs() -> Card:
    ours = Q(workspace_id=current_workspace_id()) | Q(workspace_id__isnull=True)
    count = JobRun.objects.dead().filter(ours).count()
    note = _("jobs that failed three times")
    return Card(_("Dead letters"), _number(count), note, _list("operations_jobrun", state__exact="dead"), count > 0)


def _turns() -> Card:
    count = Turn.objects.filter(indexed_at__isnull=True).count()
    note = _("searchable by text, embeddings pending")
    return Card(_("Turns to index"), _number(count), note, _list("conversations_turn"))


def _duplicates(now: datetime) -> Card:
    """The share of duplicate memories before and after the last consolidation of this workspace (001 §4)."""
    runs = JobRun.objects.finished().filter(job=CONSOLIDATION, workspace_id=current_workspace_id())
    run = runs.order_by("-finished_at", "-id").first()
    if run is None or run.finished_at is None:
        return Card(_("Duplicates"), "–", _("checked every night, no result yet"), _list("operations_schedule"))
    before, after = (run.figures.get(f"duplicate_rate_{when}", 0) for when in ("before", "after"))
    figures = {"before": f"{before:.1%}", "ago": timesince(run.finished_at, now, depth=1)}
    note = _("%(before)s before merging, %(ago)s ago") % figures
    return Card(_("Duplicates"), f"{after:.1%}", note, _list("operations_jobrun", job__exact=CONSOLIDATION))


def _artifacts() -> Card:
    size = Artifact.objects.aggregate(total=Sum("size_bytes"))["total"] or 0
    return Card(_("Uploaded files"), filesizeformat(size), _("stored as evidence"), _list("memories_artifact"))


def _list(name: str, **query: Any) -> str:
    return reverse(f"admin:{name}_changelist", query=query)


def _number(value: int) -> str:
    return f"{value:,}"

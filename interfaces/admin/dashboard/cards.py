"""Single numbers, each a link to the rows behind it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db.models import Count, Q, Sum
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.models.proposal import ClockTimestamp, ProposalState
from conversations.models import Turn
from intelligence.models import Budget, Kind
from interfaces.relative_times import distance
from memories.models import Artifact, Memory
from memories.models.choices import LifecycleState
from operations.models import JobRun
from operations.monitoring.health import WorkerState
from retrieval.models import RetrievalEvent
from workspaces.scope import current_workspace_id

SOON = timedelta(days=1)
CONSOLIDATION = "consolidate"
WRITING_DAYS = timedelta(days=30)
LOOKED_AT, ENOUGH = 1_000, 20
# 001 §6's bound of an answer, and the least share of R8.
MOST_MILLISECONDS, LEAST_PASSED = 150, 0.95


@dataclass(frozen=True, slots=True)
class Card:
    """`is_alarm` marks problems; `url` is empty where there are no rows behind the number."""

    label: str
    value: str
    note: str
    url: str
    is_alarm: bool = False


def all_cards(*, worker: WorkerState, now: datetime) -> list[Card]:
    return [
        _memories(),
        *_consent(worker),
        _jobs(),
        _turns(),
        _duplicates(now),
        _latency(now),
        _writing(now),
        _artifacts(),
    ]


def _memories() -> Card:
    active = Memory.objects.filter(state=LifecycleState.ACTIVE)
    found = active.aggregate(count=Count("id"), people=Count("person", distinct=True))
    note = ngettext("about %d person", "about %d people", found["people"]) % found["people"]
    return Card(
        _("Memories"), _number(found["count"]), note, _list("memories_memory", state__exact=LifecycleState.ACTIVE)
    )


def _consent(worker: WorkerState) -> Iterator[Card]:
    # By the database's clock, like the lists behind the links.
    overdue, soon = Q(expires_at__lte=ClockTimestamp()), Q(expires_at__lte=ClockTimestamp() + SOON)
    rows = Proposal.objects.unmuted().filter(state=ProposalState.PENDING)
    counts = rows.aggregate(
        open=Count("id", filter=~overdue), overdue=Count("id", filter=overdue), soon=Count("id", filter=~overdue & soon)
    )
    url, closing = (_list("consent_proposal", due=due) for due in ("open", "overdue"))
    note = _("%d expire within a day") % counts["soon"]
    yield Card(_("Awaiting approval"), _number(counts["open"]), note, url, is_alarm=counts["soon"] > 0)
    closes = {WorkerState.MISSING: _("closed once a worker runs")}.get(worker, _("closed within minutes"))
    yield Card(
        _("Expired, not yet closed"), _number(counts["overdue"]), closes, closing, is_alarm=counts["overdue"] > 0
    )


def _jobs() -> Card:
    count = JobRun.objects.dead().concerning(current_workspace_id()).count()
    note = _("tried three times each")
    return Card(_("Failed jobs"), _number(count), note, reverse("admin:jobs"), count > 0)


def _turns() -> Card:
    count = Turn.objects.filter(indexed_at__isnull=True).count()
    note = _("already found by their words, soon by their meaning")
    return Card(_("Messages being read in"), _number(count), note, _list("conversations_turn"))


def _duplicates(now: datetime) -> Card:
    """The share of duplicate memories before and after the last consolidation of this workspace (001 §4)."""
    runs = JobRun.objects.finished().filter(job=CONSOLIDATION, workspace_id=current_workspace_id())
    run = runs.order_by("-finished_at", "-id").first()
    if run is None or run.finished_at is None:
        return Card(_("Duplicates"), "–", _("checked every night, no result yet"), _list("operations_schedule"))
    before, after = (run.figures.get(f"duplicate_rate_{when}", 0) for when in ("before", "after"))
    figures = {"before": f"{before:.1%}", "ago": distance(run.finished_at, now)}
    note = _("%(before)s before merging, %(ago)s ago") % figures
    return Card(_("Duplicates"), f"{after:.1%}", note, _list("operations_jobrun", job__exact=CONSOLIDATION))


def _latency(now: datetime) -> Card:
    """The 95th percentile of the last day's newest answers, beside 001 §6's bound."""
    recent = RetrievalEvent.objects.filter(created_at__gte=now - timedelta(days=1)).order_by("-created_at")
    times = sorted(event.milliseconds for event in recent.only(*RetrievalEvent.TIMED)[:LOOKED_AT])
    url = _list("retrieval_retrievalevent")
    if not times:
        return Card(_("Answer time of 95 in 100 queries"), "–", _("no queries in the last day"), url)
    slow = times[ceil(0.95 * len(times)) - 1]
    is_slow = slow > MOST_MILLISECONDS and len(times) >= ENOUGH
    note = ngettext("of %d query in the last 24 hours", "of %d queries in the last 24 hours", len(times)) % len(times)
    goal = _("The goal is at most %(limit)d ms.")
    advice = _("Slower than the goal of %(limit)d ms: see the slowest queries below, and whether the server is busy.")
    text = f"{note}. {(advice if is_slow else goal) % {'limit': MOST_MILLISECONDS}}"
    return Card(_("Answer time of 95 in 100 queries"), f"{slow:.0f}\N{NO-BREAK SPACE}ms", text, url, is_slow)


def _writing(now: datetime) -> Card:
    """Return the share of texts by the server that kept the writing rules at first (001 §9, R8), and of quotations
    (R36)."""
    rows = Budget.objects.filter(day__gt=now.date() - WRITING_DAYS).values_list("kind").annotate(total=Sum("used"))
    used = dict(rows.filter(kind__in=[Kind.TEXTS, Kind.PASSED, Kind.QUOTED]).order_by())
    texts, url = used.get(Kind.TEXTS, 0), _list("intelligence_budget", kind__exact=Kind.TEXTS)
    label = _("Summaries that passed the checks")
    if not texts:
        return Card(label, "–", _("the server wrote no summary in 30 days"), "")
    share = used.get(Kind.PASSED, 0) / texts
    figures = {"texts": _number(texts), "quoted": f"{used.get(Kind.QUOTED, 0) / texts:.0%}"}
    note = _("at the first try, of %(texts)s in 30 days; %(quoted)s quote what somebody said") % figures
    return Card(label, f"{share:.1%}", note, url, share < LEAST_PASSED)


def _artifacts() -> Card:
    size = Artifact.objects.aggregate(total=Sum("size_bytes"))["total"] or 0
    return Card(_("Uploaded files"), filesizeformat(size), _("stored as evidence"), _list("memories_artifact"))


def _list(name: str, **query: Any) -> str:
    return reverse(f"admin:{name}_changelist", query=query)


def _number(value: int) -> str:
    return f"{value:,}"

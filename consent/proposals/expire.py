"""What time does to proposals and signals: they expire, are reminded of, and are deleted."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from consent.models import Proposal, Signal
from consent.models.decision import Method, Verdict
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.proposals.decision import Answer, record_decision
from conversations.models import WithheldValue
from memories.models import History
from memories.models.choices import Event
from workspaces import scope
from workspaces.actors import Actor

BATCH = 1000
PURGE_BATCH = 500
LAST_DAY = timedelta(days=1)


def expire_proposals(*, actor: Actor, now: datetime) -> int:
    """Close what nobody decided in time, each with its decision and the reason; returns how many. In the entered scope.

    Time is the database's, to the microsecond; a decision that was made in time is never overtaken.
    """
    reason = f"Nobody answered within {settings.PROPOSAL_DAYS} days."
    overdue = list(Proposal.objects.overdue().order_by("expires_at")[:BATCH])
    # All are closed before anything is written about one: whoever refuses in the last moment holds a proposal and then
    # marks its turn, and would wait for a turn held here while this waited for the proposal.
    for proposal in [row for row in overdue if _close(row, reason, now)]:
        answer = Answer(Verdict.EXPIRE, Method.CLOCK, reason=reason)
        record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    return len(overdue)


def _close(proposal: Proposal, reason: str, now: datetime) -> bool:
    overdue = Proposal.objects.overdue().filter(id=proposal.id)
    return overdue.update(state=ProposalState.EXPIRED, decided_at=now, closed_because=reason) > 0


def remind(*, now: datetime) -> int:
    """Note which questions have waited for half their time, and which end within a day; returns how many.

    Each once, in the entered scope. What is found late is reminded of once, with the later reminder.
    """
    half_time = timedelta(days=settings.PROPOSAL_DAYS) / 2
    last = _mark(NoticeKind.LAST_DAY, within=LAST_DAY, number=2, now=now)
    return last + _mark(NoticeKind.HALF_TIME, within=half_time, number=1, now=now)


def _mark(kind: NoticeKind, *, within: timedelta, number: int, now: datetime) -> int:
    due = Proposal.objects.pending().filter(
        reminders_sent__lt=number, expires_at__lte=ClockTimestamp() + within, person_id__isnull=False
    )
    rows = list(due.values_list("id", "is_muted")[:BATCH])
    # A muted one is counted like any other, since exports tell the number to agents; its person hears nothing.
    marked = [(one, is_muted) for one, is_muted in rows if due.filter(id=one).update(reminders_sent=number)]
    asked = [one for one, is_muted in marked if not is_muted]
    state = ProposalState.PENDING
    Notice.objects.bulk_create([Notice(proposal_id=one, kind=kind, state=state, created_at=now) for one in asked])
    return len(asked)


def purge_proposals(*, workspace_id: UUID) -> int:
    """Delete a batch of settled proposals about memories that were purged; returns how many, 0 when none is left.

    They repeat what was destroyed. Who decided what, and when, stays in History's CONSENT rows.
    """
    with scope.enter(workspace_id):
        purged = History.objects.filter(event=Event.PURGE, memory_id__isnull=False).values("memory_id")
        # A proposal of something new names no memory: its decision does, on the row of what it made.
        decisions = History.objects.filter(memory_id__in=purged, decision_id__isnull=False).values("decision_id")
        settled = Proposal.objects.exclude(state=ProposalState.PENDING)
        about = settled.filter(Q(memory_id__in=purged) | Q(decisions__id__in=decisions))
        ids = list(about.values_list("id", flat=True).distinct()[:PURGE_BATCH])
        Proposal.objects.filter(id__in=ids).delete()
        WithheldValue.objects.filter(proposal_id__in=ids).delete()
    return len(ids)


def purge_signals(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of signals that are too old to count; returns how many, 0 when none is left."""
    with scope.enter(workspace_id):
        old = Signal.objects.filter(created_at__lte=now - timedelta(days=settings.SIGNAL_DAYS))
        ids = list(old.values_list("id", flat=True)[:PURGE_BATCH])
        Signal.objects.filter(id__in=ids).delete()
    return len(ids)

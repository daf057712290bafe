"""Expiry, reminders and deletion of proposals and signals."""

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
    """Close overdue proposals, each with a decision and the reason; return their number. In the entered scope.

    The database's clock counts, to the microsecond; a decision that was made in time is never overridden.
    """
    reason = f"Nobody answered within {settings.PROPOSAL_DAYS} days."
    overdue = list(Proposal.objects.overdue().order_by("expires_at")[:BATCH])
    # All are closed before anything else is written. A simultaneous refusal locks a proposal and then its turn; if this
    # held the turn while it waited for the proposal, both would deadlock.
    for proposal in [row for row in overdue if _close(row, reason, now)]:
        answer = Answer(Verdict.EXPIRE, Method.CLOCK, reason=reason)
        record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    return len(overdue)


def _close(proposal: Proposal, reason: str, now: datetime) -> bool:
    overdue = Proposal.objects.overdue().filter(id=proposal.id)
    return overdue.update(state=ProposalState.EXPIRED, decided_at=now, closed_because=reason) > 0


def remind(*, now: datetime) -> int:
    """Write reminders for questions at half of their time, and for those that expire within a day; return their number.

    Each once, in the entered scope. A question found late gets only the later reminder.
    """
    half_time = timedelta(days=settings.PROPOSAL_DAYS) / 2
    last = _mark(NoticeKind.LAST_DAY, within=LAST_DAY, number=2, now=now)
    return last + _mark(NoticeKind.HALF_TIME, within=half_time, number=1, now=now)


def _mark(kind: NoticeKind, *, within: timedelta, number: int, now: datetime) -> int:
    due = Proposal.objects.pending().filter(
        reminders_sent__lt=number, expires_at__lte=ClockTimestamp() + within, person_id__isnull=False
    )
    rows = list(due.values_list("id", "is_muted")[:BATCH])
    # Muted ones are counted too, since exports show the number to agents; their person is not reminded.
    marked = [(one, is_muted) for one, is_muted in rows if due.filter(id=one).update(reminders_sent=number)]
    asked = [one for one, is_muted in marked if not is_muted]
    state = ProposalState.PENDING
    Notice.objects.bulk_create([Notice(proposal_id=one, kind=kind, state=state, created_at=now) for one in asked])
    return len(asked)


def purge_proposals(*, workspace_id: UUID) -> int:
    """Delete a batch of settled proposals about purged memories; return their number, 0 when none is left.

    They contain the purged content. Who decided what, and when, stays in History's CONSENT rows.
    """
    with scope.enter(workspace_id):
        purged = History.objects.filter(event=Event.PURGE, memory_id__isnull=False).values("memory_id")
        # A proposal of a new memory has no memory id; the history row of its decision has.
        decisions = History.objects.filter(memory_id__in=purged, decision_id__isnull=False).values("decision_id")
        settled = Proposal.objects.exclude(state=ProposalState.PENDING)
        about = settled.filter(Q(memory_id__in=purged) | Q(decisions__id__in=decisions))
        ids = list(about.values_list("id", flat=True).distinct()[:PURGE_BATCH])
        Proposal.objects.filter(id__in=ids).delete()
        WithheldValue.objects.filter(proposal_id__in=ids).delete()
    return len(ids)


def purge_signals(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of signals that are too old to count; return their number, 0 when none is left."""
    with scope.enter(workspace_id):
        old = Signal.objects.filter(created_at__lte=now - timedelta(days=settings.SIGNAL_DAYS))
        ids = list(old.values_list("id", flat=True)[:PURGE_BATCH])
        Signal.objects.filter(id__in=ids).delete()
    return len(ids)

from datetime import datetime, timedelta

from django.conf import settings

from consent.models import Proposal
from consent.models.notice import Notice, NoticeKind
from consent.models.proposal import ClockTimestamp, ProposalState

BATCH = 1000
LAST_DAY = timedelta(days=1)


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

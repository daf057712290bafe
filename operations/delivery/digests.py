from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from consent.models import Proposal
from operations.models import Outbox
from operations.models.outbox import Channel
from workspaces import scope
from workspaces.models import Membership

EVERY = timedelta(days=1)


def queue_digests(*, workspace_id: UUID, now: datetime) -> int:
    """Queue a mail for each person who has new questions since the last one, at most one a day; returns how many."""
    due = Q(last_digest_at__isnull=True) | Q(last_digest_at__lte=now - EVERY)
    rows = Membership.objects.filter(due, workspace_id=workspace_id, person_id__isnull=False, wants_digest=True)
    people = list(rows.exclude(account__email=""))
    with scope.enter(workspace_id):
        return sum(_queue(membership, now) for membership in people)


def _queue(membership: Membership, now: datetime) -> bool:
    """The claim is the update itself, so that two workers send one mail."""
    fresh = Proposal.objects.pending().asked().filter(person_id=membership.person_id or "")
    if membership.last_digest_at is not None:
        fresh = fresh.filter(created_at__gt=membership.last_digest_at)
    unclaimed = Membership.objects.filter(id=membership.id, last_digest_at=membership.last_digest_at)
    if not fresh.exists() or not unclaimed.update(last_digest_at=now):
        return False
    Outbox.objects.create(
        channel=Channel.MAIL,
        kind="mail.digest",
        person_id=membership.person_id,
        account_id=membership.account_id,
        next_attempt_at=now,
        created_at=now,
    )
    return True

"""Jobs that notify people and agents about questions: webhooks, codes, reminders, digests."""

import time
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from consent.models import Notice
from consent.proposals.expire import remind as remind_in_scope
from operations.delivery.deliver import deliver
from operations.delivery.fan_out import fan_out, queue_digests, queue_weekly
from operations.delivery.push import queue_pushes
from operations.jobs.sweep import drain, workspaces
from operations.models import Outbox
from operations.models.outbox import OutboxState
from workspaces import scope

# A slow receiver must not occupy the worker for long: the next run continues.
SENDING_SECONDS = 120.0
PRUNE_BATCH = 5_000


def send_messages(workspace_id: UUID | None) -> int:
    """Turn notices into messages, add notifications of new questions, and send what is due."""
    until = time.monotonic() + SENDING_SECONDS
    total = 0
    for one in workspaces(workspace_id):
        drain(lambda chosen: fan_out(workspace_id=chosen, now=timezone.now()), one)
        queue_pushes(workspace_id=one, now=timezone.now())
        while time.monotonic() < until and (done := deliver(workspace_id=one, now=timezone.now())):
            total += done
    return total


def remind_people(workspace_id: UUID | None) -> int:
    """Create notices for questions at half of their time, or within a day of their end."""
    return drain(_remind_batch, workspace_id)


def send_digests(workspace_id: UUID | None) -> int:
    """Queue a mail for each person with new questions, at most one a day."""
    return sum(queue_digests(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def send_weekly(workspace_id: UUID | None) -> int:
    """Queue a mail about their week for each person who wants one, at most one a week."""
    return sum(queue_weekly(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def prune_outbox(workspace_id: UUID | None) -> int:
    """Delete messages sent or given up OUTBOX_DAYS ago, and their notices."""
    return drain(_prune_batch, workspace_id)


JOBS = (send_messages, remind_people, send_digests, send_weekly, prune_outbox)


def _remind_batch(workspace_id: UUID) -> int:
    with scope.enter(workspace_id):
        return remind_in_scope(now=timezone.now())


def _prune_batch(workspace_id: UUID) -> int:
    before = timezone.now() - timedelta(days=settings.OUTBOX_DAYS)
    with scope.enter(workspace_id):
        old = Outbox.objects.exclude(state=OutboxState.WAITING).filter(finished_at__lt=before)
        ids = list(old.values_list("id", flat=True)[:PRUNE_BATCH])
        Outbox.objects.filter(id__in=ids).delete()
        taken = list(Notice.objects.filter(taken_at__lt=before).values_list("id", flat=True)[:PRUNE_BATCH])
        Notice.objects.filter(id__in=taken).delete()
    return len(ids) + len(taken)

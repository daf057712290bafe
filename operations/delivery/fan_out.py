"""Filling the outbox: webhooks for the agent that proposed, codes, reminders and digests for the person."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from consent.changes import KINDS
from consent.models import Notice, Proposal
from consent.models.notice import NoticeKind
from operations.delivery.weekly_summary import WEEK, week_of
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import Channel
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Grant, Membership

BATCH = 200
DIGEST_INTERVAL = timedelta(days=1)
WEBHOOKS = {
    NoticeKind.DECIDED: "proposal.decided",
    NoticeKind.EXPIRED: "proposal.expired",
    NoticeKind.CLOSED: "proposal.closed",
}
REMINDERS = {NoticeKind.HALF_TIME: "mail.half_time", NoticeKind.LAST_DAY: "mail.last_day"}


def fan_out(*, workspace_id: UUID, now: datetime) -> int:
    """Turn a batch of notices into messages, in one transaction; returns how many notices."""
    with scope.enter(workspace_id):
        waiting = Notice.objects.filter(taken_at__isnull=True).select_for_update(skip_locked=True, of=("self",))
        notices = list(waiting.select_related("proposal").order_by("created_at", "id")[:BATCH])
        messages = [*_webhooks(notices, now), *_codes(notices, now), *_reminders(notices, now)]
        Outbox.objects.bulk_create(messages)
        Notice.objects.filter(id__in=[notice.id for notice in notices]).update(taken_at=now)
    return len(notices)


def queue_digests(*, workspace_id: UUID, now: datetime) -> int:
    """Queue a mail for each person with new questions since the last one, at most one a day; returns how many."""
    due = Q(last_digest_at__isnull=True) | Q(last_digest_at__lte=now - DIGEST_INTERVAL)
    rows = Membership.objects.filter(due, workspace_id=workspace_id, person_id__isnull=False, wants_digest=True)
    people = list(rows.exclude(account__email=""))
    with scope.enter(workspace_id):
        return sum(_queue_digest(membership, now) for membership in people)


def queue_weekly(*, workspace_id: UUID, now: datetime) -> int:
    """Queue a weekly mail for each person who wants one; returns how many."""
    due = Q(last_weekly_at__isnull=True) | Q(last_weekly_at__lte=now - WEEK)
    rows = Membership.objects.filter(due, workspace_id=workspace_id, person_id__isnull=False, wants_weekly=True)
    people = list(rows.exclude(account__email=""))
    with scope.enter(workspace_id):
        return sum(_queue_weekly(membership, now) for membership in people)


def _queue_weekly(membership: Membership, now: datetime) -> bool:
    """Queue a weekly mail unless nothing happened; the update is the claim."""
    assert membership.person_id is not None
    unclaimed = Membership.objects.filter(id=membership.id, last_weekly_at=membership.last_weekly_at)
    if week_of(membership.person_id, now=now).is_empty or not unclaimed.update(last_weekly_at=now):
        return False
    _mail("mail.weekly", membership.person_id, membership.account_id, now).save()
    return True


def _queue_digest(membership: Membership, now: datetime) -> bool:
    """The update is the claim, so that two workers send one mail."""
    fresh = Proposal.objects.pending().unmuted().filter(person_id=membership.person_id or "")
    if membership.last_digest_at is not None:
        fresh = fresh.filter(created_at__gt=membership.last_digest_at)
    unclaimed = Membership.objects.filter(id=membership.id, last_digest_at=membership.last_digest_at)
    if not fresh.exists() or not unclaimed.update(last_digest_at=now):
        return False
    assert membership.person_id is not None
    _mail("mail.digest", membership.person_id, membership.account_id, now).save()
    return True


def _webhooks(notices: list[Notice], now: datetime) -> Iterator[Outbox]:
    decided = [notice for notice in notices if notice.kind in WEBHOOKS]
    agents = {notice.proposal.agent_id for notice in decided if notice.proposal.agent_id}
    endpoints = list(
        WebhookEndpoint.objects.filter(agent_id__in=agents, agent__is_active=True, disabled_at__isnull=True)
    )
    for notice in decided:
        for endpoint in endpoints:
            if endpoint.agent_id == notice.proposal.agent_id and _may_hear(endpoint, notice.proposal, now):
                yield Outbox(
                    channel=Channel.WEBHOOK,
                    kind=WEBHOOKS[NoticeKind(notice.kind)],
                    person_id=notice.proposal.person_id,
                    endpoint=endpoint,
                    payload=_payload(notice),
                    next_attempt_at=now,
                    created_at=now,
                )


def _may_hear(endpoint: WebhookEndpoint, proposal: Proposal, now: datetime) -> bool:
    """Whether the agent may still read about that person: grants may have been revoked meanwhile."""
    grants = Grant.objects.in_force(now=now).filter(agent_id=endpoint.agent_id)
    agent = Actor(
        kind=ActorKind.AGENT,
        workspace_id=scope.current_workspace_id(),
        id=endpoint.agent_id,
        name="",
        grants=tuple(grant.as_view() for grant in grants),
    )
    path = proposal.namespace_path
    return agent.reading_ceiling(person_id=proposal.person_id, namespace_path=path, now=now) is not None


def _payload(notice: Notice) -> dict[str, Any]:
    """What happened to which proposal; the receiver fetches its content with its own rights."""
    proposal = notice.proposal
    return {
        "type": WEBHOOKS[NoticeKind(notice.kind)],
        "timestamp": notice.created_at.isoformat(),
        "data": {
            "proposal_id": str(proposal.id),
            "state": notice.state,
            "field": proposal.field_name if KINDS[proposal.change["type"]].sets_a_field else None,
            "user_id": str(proposal.person_id) if proposal.person_id else None,
            "proposal_url": f"{settings.PUBLIC_URL}/api/v1/proposals/{proposal.id}",
            "review_url": f"{settings.PUBLIC_URL}/proposals/{proposal.id}",
        },
    }


def _codes(notices: list[Notice], now: datetime) -> Iterator[Outbox]:
    """Yield mails with codes that an agent requested, which are sent even if the person has turned off mail."""
    for notice in notices:
        person_id = notice.proposal.person_id
        if notice.kind == NoticeKind.CODE and person_id and not notice.proposal.is_muted:
            for account_id in _accounts(person_id):
                yield _mail("mail.code", person_id, account_id, now, {"proposal": str(notice.proposal_id)})


def _reminders(notices: list[Notice], now: datetime) -> Iterator[Outbox]:
    """One mail a person and kind, whatever the number of questions."""
    wanted = {(n.kind, n.proposal.person_id) for n in notices if n.kind in REMINDERS and n.proposal.person_id}
    for kind, person_id in sorted(wanted):
        for account_id in _accounts(person_id, wants_reminders=True):
            yield _mail(REMINDERS[NoticeKind(kind)], person_id, account_id, now)


def _accounts(person_id: UUID, **wanted: bool) -> list[UUID]:
    rows = Membership.objects.filter(workspace_id=scope.current_workspace_id(), person_id=person_id, **wanted)
    return list(rows.exclude(account__email="").values_list("account_id", flat=True))


def _mail(kind: str, person_id: UUID, account_id: UUID, now: datetime, payload: dict[str, Any] | None = None) -> Outbox:
    return Outbox(
        channel=Channel.MAIL,
        kind=kind,
        person_id=person_id,
        account_id=account_id,
        payload=payload or {},
        next_attempt_at=now,
        created_at=now,
    )

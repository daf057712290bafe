"""The result of the last delivery to each webhook, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.texts.wording import ago, ahead
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import PAUSES, OutboxState
from workspaces.models import Agent

# Reasons by the class of the error, or its last part.
REASONS: dict[str, Promise] = {
    "gaierror": gettext_lazy("the name %(host)s was not found"),
    "UnsafeAddress": gettext_lazy("%(host)s is no public address"),
    "ConnectError": gettext_lazy("no secure connection to %(host)s could be made"),
    "ConnectTimeout": gettext_lazy("%(host)s did not answer in time"),
    "ReadTimeout": gettext_lazy("%(host)s did not answer in time"),
}
ANSWERED = gettext_lazy("%(host)s answered %(error)s")
KINDS: dict[str, Promise] = {
    "waits": gettext_lazy("Not tried yet"),
    "good": gettext_lazy("Works"),
    "paused": gettext_lazy("Fails, is tried again"),
    "bad": gettext_lazy("Fails"),
    "off": gettext_lazy("Switched off"),
}


@dataclass(frozen=True, slots=True)
class WebhookStatus:
    """`kind` is one of KINDS, and decides the colour; `text` is the result of the last delivery, `reason` why it
    failed."""

    row: WebhookEndpoint
    kind: str
    text: str = ""
    reason: str = ""

    @property
    def title(self) -> str:
        return str(KINDS[self.kind])


def crumbs_of(agent: Agent, row: WebhookEndpoint | None = None) -> list[tuple[str, str]]:
    """Return the breadcrumbs of a page about an agent's webhook: names with addresses."""
    crumbs = [
        (_("Agents"), reverse("admin:workspaces_agent_changelist")),
        (agent.called, reverse("admin:workspaces_agent_change", args=[agent.id])),
    ]
    if row is not None:
        crumbs.append((row.url, reverse("admin:operations_webhookendpoint_change", args=[row.id])))
    return crumbs


def statuses_of(rows: Iterable[WebhookEndpoint]) -> list[WebhookStatus]:
    """Runs in the entered scope, with one query."""
    rows = list(rows)
    tried = Outbox.objects.filter(endpoint__in=[row.id for row in rows], attempts__gt=0)
    tried = tried.exclude(Q(state=OutboxState.WAITING) & Q(error=""))
    # The last delivered and the last given up; of pending ones the next.
    ordered = tried.order_by("endpoint", "state", Coalesce("finished_at", "next_attempt_at").desc())
    latest: dict[UUID | None, list[Outbox]] = {}
    for message in ordered.distinct("endpoint", "state"):
        latest.setdefault(message.endpoint_id, []).append(message)
    return [_status(row, latest.get(row.id, [])) for row in rows]


def _status(row: WebhookEndpoint, tried: Sequence[Outbox]) -> WebhookStatus:
    last = max(tried, key=_last_attempt_at, default=None)
    if row.disabled_at is not None:
        reason = reason_of(row, row.disabled_because)
        return WebhookStatus(row, "off", _sentence(_("Switched off %(time)s"), row.disabled_at, reason), reason)
    if last is None:
        return WebhookStatus(row, "waits")
    if last.state == OutboxState.SENT:
        return WebhookStatus(row, "good", _("Last delivered %(time)s") % {"time": ago(last.finished_at)})
    reason = reason_of(row, last.error)
    text = _sentence(_("Last delivery failed %(time)s"), _last_attempt_at(last), reason)
    if last.state == OutboxState.DEAD:
        return WebhookStatus(row, "bad", text, reason)
    again = _("Next try %(time)s.") % {"time": ahead(last.next_attempt_at)}
    return WebhookStatus(row, "paused", f"{text} {again}", reason)


def _sentence(pattern: str, at: datetime, reason: str) -> str:
    return f"{pattern % {'time': ago(at)}}: {reason}."


def _last_attempt_at(message: Outbox) -> datetime:
    """Return the time of the last attempt, which the pause of a pending message implies."""
    return message.finished_at or message.next_attempt_at - PAUSES[min(message.attempts, len(PAUSES)) - 1]


def reason_of(row: WebhookEndpoint, error: str) -> str:
    """Return a stored error in words: "the name example.invalid was not found"."""
    named: Mapping[str, str] = {"host": urlsplit(row.url).hostname or row.url, "error": error}
    text = REASONS.get(error, ANSWERED if error.startswith("HTTP") else None)
    return str(text) % named if text else error or "–"

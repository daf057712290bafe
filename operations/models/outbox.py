import base64
import secrets
from datetime import timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import ClockTimestamp
from operations.models.push_device import PushDevice
from workspaces.models import Agent, TenantForeignKey, TenantModel

# A claim lapses after this long: its process is taken for dead.
CLAIM = timedelta(minutes=5)
# Pauses before each retry; after the last the message is a dead letter.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (60, 300, 1_800, 7_200, 18_000, 36_000, 86_400))


def new_nonce() -> str:
    return secrets.token_hex(16)


class WebhookEndpoint(TenantModel):
    """An agent's endpoint for events about its proposals.

    The secret is derived from SECRET_KEY, the id and `nonce`: it is shown once and never stored.
    """

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=1_024)
    nonce = models.CharField(max_length=32, editable=False)
    created_at = models.DateTimeField()
    disabled_at = models.DateTimeField(null=True)
    disabled_because = models.CharField(max_length=200, blank=True)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["workspace", "agent"], name="webhook_by_agent")]

    def __str__(self) -> str:
        return self.url

    @property
    def secret(self) -> str:
        """As Standard Webhooks writes it: whsec_ and 32 bytes in base64."""
        key = salted_hmac("operations.webhook", f"{self.id}:{self.nonce}", algorithm="sha256").digest()
        return f"whsec_{base64.b64encode(key).decode()}"


class Channel(models.TextChoices):
    WEBHOOK = "webhook", _("Webhook")
    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Notification")


class OutboxState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    SENT = "sent", _("Sent")
    DEAD = "dead", _("Given up")


class OutboxQuerySet(models.QuerySet["Outbox"]):
    def due(self) -> "OutboxQuerySet":
        """Messages to send now, by the database's clock: unclaimed, or with a lapsed claim."""
        unclaimed = Q(claimed_until__isnull=True) | Q(claimed_until__lte=ClockTimestamp())
        return self.filter(unclaimed, state=OutboxState.WAITING, next_attempt_at__lte=ClockTimestamp())

    def claim(self, size: int) -> list["Outbox"]:
        """Claim up to `size` due messages; each attempt is counted before it is made."""
        rows = self.due().select_for_update(skip_locked=True).order_by("next_attempt_at", "id")
        claimed = list(rows.values_list("id", flat=True)[:size])
        self.filter(id__in=claimed).update(claimed_until=ClockTimestamp() + CLAIM, attempts=F("attempts") + 1)
        return list(self.filter(id__in=claimed).select_related("endpoint", "device").order_by("next_attempt_at", "id"))


class Outbox(TenantModel):
    """One outgoing message, stored until it is delivered or given up.

    A webhook's `payload` is sent as it is; the text of a mail or notification is composed on sending, so that none is
    stored.
    `error` is a class or a status, never a receiver's answer.
    """

    channel = models.CharField(max_length=16, choices=Channel.choices)
    kind = models.CharField(max_length=32)
    person_id = models.UUIDField(null=True)
    endpoint = TenantForeignKey(WebhookEndpoint, on_delete=models.CASCADE, null=True, related_name="messages")
    device = TenantForeignKey(PushDevice, on_delete=models.CASCADE, null=True, related_name="messages")
    account_id = models.UUIDField(null=True)
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=16, choices=OutboxState.choices, default=OutboxState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = OutboxQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "outbox"
        constraints = [
            models.CheckConstraint(
                condition=Q(channel=Channel.WEBHOOK, endpoint__isnull=False)
                | Q(channel=Channel.MAIL, account_id__isnull=False)
                | Q(channel=Channel.PUSH, device__isnull=False, account_id__isnull=False),
                name="outbox_has_receiver",
            ),
            models.CheckConstraint(condition=Q(state__in=OutboxState.values), name="outbox_state_known"),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "next_attempt_at"], condition=Q(state=OutboxState.WAITING), name="outbox_due"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.state})"

    @property
    def message_id(self) -> str:
        """The same at each attempt, so that a receiver can detect repeats."""
        return f"msg_{self.id.hex}"

    def delivered(self) -> None:
        self._finish(OutboxState.SENT)

    def give_up(self, error: str) -> None:
        self._finish(OutboxState.DEAD, error)

    def retry_later(self, error: str) -> None:
        """Retry after a longer pause each time; after the last attempt give up."""
        if self.attempts > len(PAUSES):
            self.give_up(error)
            return
        pause = PAUSES[self.attempts - 1]
        self._rows().update(next_attempt_at=ClockTimestamp() + pause, claimed_until=None, error=error[:200])

    def send_now(self) -> bool:
        """Try it at once, one that was given up from the first attempt on; whether it was still to be sent.

        A claimed one is being sent.
        """
        unclaimed = Q(claimed_until__isnull=True) | Q(claimed_until__lte=ClockTimestamp())
        rows = Outbox.objects.filter(unclaimed, id=self.id)
        again = {"state": OutboxState.WAITING, "next_attempt_at": ClockTimestamp(), "finished_at": None}
        waiting = rows.filter(state=OutboxState.WAITING).update(**again)
        return bool(waiting or rows.filter(state=OutboxState.DEAD).update(attempts=0, **again))

    def _finish(self, state: OutboxState, error: str = "") -> None:
        self._rows().update(state=state, finished_at=ClockTimestamp(), claimed_until=None, error=error[:200])

    def _rows(self) -> models.QuerySet["Outbox"]:
        return Outbox.objects.filter(id=self.id, state=OutboxState.WAITING)

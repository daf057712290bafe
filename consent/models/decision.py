from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import Proposal
from workspaces.models import TenantForeignKey, TenantModel


class Verdict(models.TextChoices):
    APPROVE = "approve", _("Approved")
    AMEND = "amend", _("Approved with edits")
    REJECT = "reject", _("Refused")
    WITHDRAW = "withdraw", _("Undone")
    EXPIRE = "expire", _("Expired")


class Method(models.TextChoices):
    """How a decision was made, the strongest first.

    In a chat the person's words come through an agent: weaker, and recorded as such.
    """

    PAGE = "page", _("On this website, signed in")
    API = "api", _("By a request with their login")
    REVIEWER = "reviewer", _("By a reviewer to whom a policy delegates it")
    CHAT = "chat", _("In a chat, relayed by an agent")
    CLOCK = "clock", _("By the passing of time")


class Decision(TenantModel):
    """Who decided a proposal, when, how, and the hash of what they were shown.

    At most one per proposal is in force: withdrawing it sets `withdrawn_at` and adds a row of its own. `key_id` and
    `turn_id` name the key that relayed an answer in a chat, and the turn.
    """

    proposal = TenantForeignKey(Proposal, on_delete=models.CASCADE, related_name="decisions")
    person_id = models.UUIDField(null=True)
    account_id = models.UUIDField(null=True)
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    method = models.CharField(max_length=16, choices=Method.choices, default=Method.PAGE)
    shown_hash = models.CharField(max_length=64)
    reason = models.CharField(max_length=200, blank=True)
    key_id = models.UUIDField(null=True)
    turn_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "proposal"],
                condition=Q(withdrawn_at__isnull=True) & ~Q(verdict=Verdict.WITHDRAW),
                name="one_standing_decision",
            ),
            models.CheckConstraint(condition=Q(verdict__in=Verdict.values), name="decision_verdict_known"),
            models.CheckConstraint(condition=Q(method__in=Method.values), name="decision_method_known"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of {self.proposal_id}"

    @property
    def is_own_request(self) -> bool:
        """Whether a reviewer decided about their own request."""
        requester = self.proposal.account_id
        return self.method == Method.REVIEWER and requester is not None and requester == self.account_id

    @property
    def is_in_words_of_staff(self) -> bool:
        """Whether a reviewer amended it in their own words."""
        return self.method == Method.REVIEWER and self.verdict == Verdict.AMEND


class Receipt(TenantModel):
    """The receipt of one decision (ISO/IEC TS 27560).

    `record` contains no value, only salted hashes of values. `disclosure` is the salt and the hashed values at that
    time; it is deleted when the person is erased, and then the values cannot be guessed. The decision's row of History
    contains the SHA-256 of the record, so its seal covers the record. A receipt of another server has that server's
    public key and sealed rows of History in `origin`.
    """

    decision = TenantForeignKey(Decision, on_delete=models.CASCADE, related_name="receipts")
    record = models.JSONField()
    record_hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    disclosure = models.JSONField()
    origin = models.JSONField(null=True)
    created_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "decision"], name="one_receipt_per_decision"),
        ]

    def __str__(self) -> str:
        return f"receipt of {self.decision_id}"

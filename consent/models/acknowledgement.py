from django.db import models
from django.db.models import F, Q

from consent.models.proposal import ClockTimestamp, Proposal
from workspaces.models import TenantForeignKey, TenantModel

MAX_ATTEMPTS = 5


class CodeQuerySet(models.QuerySet["AcknowledgementCode"]):
    def usable(self) -> "CodeQuerySet":
        """Codes that are neither used, expired nor out of attempts, by the database's clock."""
        return self.filter(expires_at__gt=ClockTimestamp(), used_at__isnull=True, attempts__lt=MAX_ATTEMPTS)

    def spend_attempt(self) -> bool:
        """Count one attempt; return False if none is left."""
        return self.usable().update(attempts=F("attempts") + 1) > 0


class AcknowledgementCode(TenantModel):
    """A short code by which the person may answer one proposal in a chat.

    The code itself is not stored: it is derived from SECRET_KEY, this row's id and `shown_hash`, so it is bound to what
    was shown when it was issued.
    """

    proposal = TenantForeignKey(Proposal, on_delete=models.CASCADE, related_name="codes")
    shown_hash = models.CharField(max_length=64)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True)

    objects = CodeQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(condition=Q(attempts__lte=MAX_ATTEMPTS), name="code_attempts_bounded"),
        ]
        indexes = [models.Index(fields=["workspace", "proposal", "-issued_at"], name="code_by_proposal")]

    def __str__(self) -> str:
        return f"code for {self.proposal_id}"

from django.db import models

from consent.models.proposal import Proposal
from workspaces.models import TenantForeignKey, TenantModel


class Verdict(models.TextChoices):
    APPROVE = "approve", "Approved"
    REJECT = "reject", "Refused"
    EXPIRE = "expire", "Expired"


class Decision(TenantModel):
    """Who decided a proposal, when, how, and the hash of what they were shown. One per proposal."""

    proposal = TenantForeignKey(Proposal, on_delete=models.CASCADE, related_name="decisions")
    person_id = models.UUIDField(null=True)
    account_id = models.UUIDField(null=True)
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    method = models.CharField(max_length=16, default="page")
    shown_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["workspace", "proposal"], name="one_decision_per_proposal"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of {self.proposal_id}"

from django.db import models

from consent.models.decision import Decision
from workspaces.models import TenantForeignKey, TenantModel


class Receipt(TenantModel):
    """What is handed out about one decision (ISO/IEC TS 27560).

    `record` holds no value, only salted hashes of values. `disclosure` is the salt and what the hashes stand for, as it
    was at that time; it goes when the person is erased, and then nobody can guess them. The SHA-256 of the record
    stands in the decision's row of History, so its seal covers the record.
    """

    decision = TenantForeignKey(Decision, on_delete=models.CASCADE, related_name="receipts")
    record = models.JSONField()
    record_hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    disclosure = models.JSONField()
    created_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "decision"], name="one_receipt_per_decision"),
        ]

    def __str__(self) -> str:
        return f"receipt of {self.decision_id}"

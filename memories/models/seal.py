from django.db import models
from django.db.models import Q

from memories.models.guards import append_only
from memories.models.history import History
from workspaces.models import TenantForeignKey, TenantModel


class AuditSeal(TenantModel):
    """One signed head of the workspace's history (architecture, rule 4).

    `root` is the Merkle tree hash (RFC 9162) over the previous root and `count` history rows, so the last root covers
    everything sealed. The signing key and the log of heads are outside the database.
    """

    seq = models.PositiveBigIntegerField(help_text="1, 2, 3 ... without gaps.")
    previous_root = models.CharField(max_length=64, blank=True)
    root = models.CharField(max_length=64)
    count = models.PositiveIntegerField()
    signature = models.CharField(max_length=128)
    sealed_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "seq"], name="seal_seq_once"),
            models.CheckConstraint(condition=Q(count__gt=0), name="seal_not_empty"),
        ]
        triggers = [append_only("seal_append_only")]

    def __str__(self) -> str:
        return f"seal {self.seq}"


class SealEntry(TenantModel):
    """The position of a history row under a seal, 1-based, because the previous root comes first."""

    seal = TenantForeignKey(AuditSeal, on_delete=models.DO_NOTHING, related_name="entries")
    history = TenantForeignKey(History, on_delete=models.DO_NOTHING, related_name="seal_entries")
    position = models.PositiveIntegerField()
    leaf_hash = models.CharField(max_length=64)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "seal entries"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "history"], name="history_sealed_once"),
            models.UniqueConstraint(fields=["workspace", "seal", "position"], name="seal_position_once"),
        ]
        triggers = [append_only("seal_entry_append_only")]

    def __str__(self) -> str:
        return f"{self.history_id} in {self.seal_id} at {self.position}"

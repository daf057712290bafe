from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from memories.models.choices import MergeBand
from memories.models.memory import Memory
from workspaces.models import TenantForeignKey, TenantModel

# Judges that are no language model: the server's rules, and staff who merge manually.
RULES, STAFF = "rules", "staff"


class MergeQuerySet(models.QuerySet["Merge"]):
    def active(self) -> "MergeQuerySet":
        """Merges that were not undone."""
        return self.filter(undone_at__isnull=True)

    def last_into(self, memory: Memory) -> "Merge | None":
        return self.active().filter(kept=memory).order_by("-created_at", "-id").first()

    def made_with(self, merge: "Merge") -> "MergeQuerySet":
        """The merges of the same change, including this one."""
        return self.active().filter(kept=merge.kept_id, change_id=merge.change_id)


class Merge(TenantModel):
    """A merge of one memory into another that says the same (001 §4), with all that undoing it needs.

    `cosine` is that of the two, -1 to 1. `attributes` are the kept memory's before and after, by name: {"importance":
    [0.5, 0.8]}; `former_version` is its version before, 0 if the merge created it.
    """

    kept = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="absorptions")
    absorbed = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="merges")
    band = models.CharField(max_length=16, choices=MergeBand.choices)
    judge = models.CharField(
        max_length=64, help_text="Who found that both say the same: rules, staff, or a model's name."
    )
    cosine = models.FloatField()
    attributes = models.JSONField(default=dict)
    former_version = models.PositiveIntegerField()
    merged_version = models.PositiveIntegerField()
    change_id = models.UUIDField()
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    objects = MergeQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "absorbed"], condition=Q(undone_at__isnull=True), name="merged_into_one"
            ),
            models.CheckConstraint(condition=~Q(kept=F("absorbed")), name="merge_of_two"),
            models.CheckConstraint(condition=Q(band__in=MergeBand.values), name="merge_band_known"),
            models.CheckConstraint(condition=Q(cosine__range=(-1.0, 1.0)), name="merge_cosine_range"),
        ]

    def __str__(self) -> str:
        return f"{self.absorbed_id} into {self.kept_id}"


class Verdict(models.TextChoices):
    """The result of comparing a pair."""

    SAME = "same", _("Merged")
    QUEUED = "queued", _("Waits for the person")
    DIFFERENT = "different", _("Not the same")
    REFUSED = "refused", _("Could not be merged")


class PairFingerprint(TenantModel):
    """A pair of memories that was compared, so that it is not compared again for some days (001 §4).

    `pair_hash` covers both ids and their cosine, rounded to two places: if one is rewritten it is a new pair.
    """

    pair_hash = models.CharField(max_length=64)
    person_id = models.UUIDField(null=True)
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    checked_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "pair_hash"], name="fingerprint_once"),
            models.CheckConstraint(condition=Q(verdict__in=Verdict.values), name="fingerprint_verdict_known"),
        ]
        indexes = [models.Index(fields=["workspace", "person_id", "checked_at"], name="fingerprint_by_person")]

    def __str__(self) -> str:
        return f"{self.pair_hash[:12]} {self.verdict}"

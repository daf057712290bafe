from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import Proposal
from workspaces.models import TenantForeignKey, TenantModel


class NoticeKind(models.TextChoices):
    DECIDED = "decided", _("A question was decided")
    EXPIRED = "expired", _("A question expired")
    CLOSED = "closed", _("A question was replaced, or no longer applies")
    HALF_TIME = "half_time", _("Half of a question's time has passed")
    LAST_DAY = "last_day", _("A question expires within a day")
    CODE = "code", _("A code for answering in a chat was asked for")


class Notice(TenantModel):
    """An event to notify people or agents about, written in the transaction that caused it.

    `operations` turns notices into messages; `state` is the proposal's at that time.
    """

    proposal = TenantForeignKey(Proposal, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16, choices=NoticeKind.choices)
    state = models.CharField(max_length=16)
    created_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="notice_kind_known"),
        ]
        indexes = [
            models.Index(fields=["workspace", "created_at"], condition=Q(taken_at__isnull=True), name="notice_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.proposal_id}"

from datetime import datetime

from django.db import models

from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel


class SignalQuerySet(models.QuerySet["Signal"]):
    def waiting(self, digest: str) -> "SignalQuerySet":
        """The unused signals for one value of one field."""
        return self.filter(digest=digest, used_at__isnull=True)

    def visible_to(self, actor: Actor, *, now: datetime) -> "SignalQuerySet":
        return self.filter(actor.row_condition(now=now))


class Signal(TenantModel):
    """One piece of evidence for a change that needs corroboration before it is applied (001 §10).

    `evidence` identifies it: the turn, the session, the insight, a source's event or, for a bare claim, the agent. The
    same evidence counts once. `digest` is the SHA-256 of the address and the value, ignoring case and blanks; `used_at`
    is when the change was applied because of it.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="signals")
    namespace_path = models.TextField(db_collation="C")
    category = models.CharField(max_length=64)
    sensitivity_rank = models.SmallIntegerField(default=1)
    field = models.CharField(max_length=600)
    value = models.TextField()
    digest = models.CharField(max_length=64)
    evidence = models.CharField(max_length=300)
    turn_id = models.UUIDField(null=True)
    session_id = models.UUIDField(null=True)
    insight_id = models.UUIDField(null=True)
    agent_id = models.UUIDField(null=True)
    actor_label = models.CharField(max_length=128)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    memory_id = models.UUIDField(null=True, help_text="What it led to.")

    objects = SignalQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "digest", "evidence"],
                condition=models.Q(used_at__isnull=True),
                name="signal_evidence_once",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "created_at"], name="signal_by_time")]

    def __str__(self) -> str:
        return f"{self.field} by {self.evidence}"

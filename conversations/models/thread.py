from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel


class ThreadRevision(TenantModel):
    """How often what is remembered has changed, as one thread sees it (001 §1)."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="threads")
    thread_id = models.CharField(max_length=256)
    rev = models.PositiveBigIntegerField(default=0)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["workspace", "person", "thread_id"], name="thread_once"),
        ]

    def __str__(self) -> str:
        return f"{self.thread_id} @ {self.rev}"


class ChangeLog(TenantModel):
    """One change as the delta header tells it; the last revisions only (R20)."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    thread_id = models.CharField(max_length=256)
    rev = models.PositiveBigIntegerField()
    memory_id = models.UUIDField()
    event = models.CharField(max_length=16)
    category = models.CharField(max_length=64)
    importance = models.FloatField()
    text = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["workspace", "person", "thread_id", "-rev"], name="change_log_by_rev")]

    def __str__(self) -> str:
        return f"{self.event} {self.memory_id} @ {self.rev}"

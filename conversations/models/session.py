from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel


class Session(TenantModel):
    """One conversation with a person (003). Its turns are the short-term tier of 002, kept in the database."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="sessions")
    external_id = models.CharField(max_length=256, blank=True)
    thread_id = models.CharField(max_length=256)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    turn_count = models.PositiveIntegerField(default=0, editable=False)
    last_turn_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["workspace", "person", "external_id"],
                condition=~models.Q(external_id=""),
                name="session_external_id_once",
            ),
        ]
        indexes = [models.Index(fields=["workspace", "person", "created_at"], name="session_by_person")]

    def __str__(self) -> str:
        return self.external_id or str(self.id)

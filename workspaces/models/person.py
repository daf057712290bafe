from django.db import models

from workspaces.models.tenant import TenantModel
from workspaces.namespaces import default_thread


class Person(TenantModel):
    """The one who is remembered: the data subject, 000's User. Names need not be unique."""

    name = models.CharField(max_length=200)
    time_zone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        verbose_name_plural = "people"
        indexes = [models.Index(fields=["workspace", "created_at", "id"], name="person_by_age")]

    def __str__(self) -> str:
        return self.name

    @property
    def namespace(self) -> list[str]:
        """Where this person's memories lie (000): `["memories", "<id>"]`."""
        return ["memories", str(self.id)]

    @property
    def default_thread_id(self) -> str:
        """The thread that changes belong to when the caller names none (R20)."""
        return default_thread(self.id)

from django.contrib.postgres.fields import ArrayField
from django.db import models

from workspaces.models import TenantModel


class MemoryAccess(TenantModel):
    """That some memories were shown, until a job has counted it (001 §7): one insert a query, no update a read.

    The table is not logged: a crash of the database may lose the last minute's counts and nothing else.
    """

    memory_ids = ArrayField(models.UUIDField())
    accessed_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "memory accesses"

    def __str__(self) -> str:
        return f"{len(self.memory_ids)} memories at {self.accessed_at}"

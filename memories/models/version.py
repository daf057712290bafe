from datetime import datetime

import pgtrigger
from django.db import models
from django.db.models import Exists, F, Func, OuterRef, Q

from memories.models.guards import PURGES_PART, gate_only
from memories.models.history import History
from memories.models.memory import Memory
from workspaces.actors import Actor
from workspaces.models import TenantForeignKey, TenantModel
from workspaces.models.quota import counted


class MemoryVersionQuerySet(models.QuerySet["MemoryVersion"]):
    def authorized_when_written(self, actor: Actor, *, now: datetime) -> "MemoryVersionQuerySet":
        """Without versions from times when the memory had a category or sensitivity that the actor may not see."""
        written = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("id"))
        return self.filter(Exists(written.authorized_for(actor, now=now)))


class MemoryVersion(TenantModel):
    """The content of a memory at one time; immutable (004).

    `content_hash` is the SHA-256 of the normalised content and payload without timestamps. `source_event_id` is
    the idempotency key of the event that wrote it. `spelling` is a hash of the content as normalised by
    `memories.repetitions`: stored, because under row-level security a function of a column cannot use an index.
    """

    memory = TenantForeignKey(Memory, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    content = models.TextField()
    spelling = models.GeneratedField(
        expression=Func(F("content"), function="memories_spelling"), output_field=models.TextField(), db_persist=True
    )
    title = models.CharField(max_length=512, blank=True)
    summary = models.TextField(blank=True)
    metadata = models.JSONField(default=dict)
    payload = models.JSONField(null=True)
    content_hash = models.CharField(max_length=64)
    source_event_id = models.CharField(max_length=256, blank=True)
    previous_version = TenantForeignKey("self", on_delete=models.DO_NOTHING, null=True, related_name="+")
    raw_pointer = models.CharField(max_length=1_024, blank=True, help_text="Where the object's raw form lies (004).")
    excisions = models.JSONField(default=list, help_text="Where sentences were cut out that await consent (R19).")
    redactions = models.JSONField(default=list, help_text="What was cut out before storing, by kind and count.")
    token_count = models.PositiveIntegerField()
    ingested_at = models.DateTimeField()

    objects = MemoryVersionQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "memory", "number"], name="version_number_once"),
            models.UniqueConstraint(
                fields=["workspace", "memory", "source_event_id"],
                condition=~models.Q(source_event_id=""),
                name="version_source_event_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["workspace", "spelling"], condition=Q(payload__isnull=True), name="version_by_spelling"
            )
        ]
        triggers = [
            gate_only("version_gate", pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete, upkeep=PURGES_PART),
            *counted("version", storage_bytes="sum(octet_length(n.content))"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} v{self.number}"

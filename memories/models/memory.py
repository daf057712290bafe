from datetime import datetime, timedelta
from uuid import UUID

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, F, Q, Value, When

from memories.importance import to_level
from memories.models.choices import (
    LifecycleState,
    MemoryType,
    Source,
    SourceType,
    Staleness,
    Trust,
    ValidationStatus,
)
from memories.models.guards import FORGETS_ONLY, PURGES_MEMORY, gate_only, history_demanded, purge_demanded
from workspaces import sensitivity as labels
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel
from workspaces.models.quota import counted
from workspaces.namespaces import below

UNIT = (0.0, 1.0)
# A change of one of these changes what is remembered, so it needs the gate's change id. Access counts and the like
# do not.
MEANING = (
    "namespace", "key", "category", "memory_type", "current_id", "version", "importance", "confidence", "pinned",
    "sensitivity", "validation_status", "trust", "state", "tags", "source_state",
)  # fmt: skip
MEANING_UPDATED = pgtrigger.UpdateOf(*MEANING)  # type: ignore[no-untyped-call]


class MemoryQuerySet(models.QuerySet["Memory"]):
    def alive(self, *, now: datetime) -> "MemoryQuerySet":
        """Neither forgotten, expired nor rejected; every read uses this."""
        return self.filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=now),
            ~Q(validation_status=ValidationStatus.REJECTED),
            state=LifecycleState.ACTIVE,
        )

    def rejected(self) -> "MemoryQuerySet":
        """Rejected, and not forgotten."""
        return self.filter(state=LifecycleState.ACTIVE, validation_status=ValidationStatus.REJECTED)

    def authorized_for(self, actor: Actor, *, now: datetime) -> "MemoryQuerySet":
        """Memories that grants, allowlist and ceilings let the actor see, alive or not."""
        return self.filter(actor.row_condition(now=now))

    def visible_to(self, actor: Actor, *, now: datetime) -> "MemoryQuerySet":
        """Memories that the actor may read; every read starts here (architecture, rule 5)."""
        return self.alive(now=now).authorized_for(actor, now=now)

    def correctable_by(self, actor: Actor, *, now: datetime) -> "MemoryQuerySet":
        """Memories that their person may still change: alive ones, and those they rejected (R17)."""
        return (self.alive(now=now) | self.rejected()).authorized_for(actor, now=now)

    def readable_by(self, actor: Actor, *, now: datetime) -> "MemoryQuerySet":
        """Memories that the actor may read by id: alive ones, and those merged into another (001 §4)."""
        merged = self.filter(state=LifecycleState.SUPERSEDED).exclude(validation_status=ValidationStatus.REJECTED)
        return (self.alive(now=now) | merged).authorized_for(actor, now=now)

    def surfacing(self, *, session_id: UUID | None = None) -> "MemoryQuerySet":
        """Without working memories, except in their own session (R30)."""
        return self.filter(~Q(memory_type=MemoryType.WORKING) | Q(session_id__isnull=False, session_id=session_id))

    def at(self, path: str, key: str) -> "MemoryQuerySet":
        """Memories at an address, the first stored one first."""
        return self.filter(namespace_path=path, key=key).order_by("apart")

    def beside(self, memory: "Memory") -> "MemoryQuerySet":
        """The other memories at its address."""
        return self.at(memory.namespace_path, memory.key).exclude(id=memory.id)

    def source_object(self, source: str, source_type: str, source_id: str) -> "MemoryQuerySet":
        """Source objects by identity (R4), in any namespace, the first stored one first."""
        return self.filter(source=source, source_type=source_type, source_id=source_id).order_by("apart")

    def unlinked(self) -> "MemoryQuerySet":
        """Memories whose current content has not been compared with neighbours."""
        return self.filter(linked_version__lt=F("version"))

    def under(self, path: str) -> "MemoryQuerySet":
        """In the namespace or below it."""
        return self.filter(below(path))


class Memory(TenantModel):
    """The current head of one memory: a stable id and address, and attributes that change without a new version (000,
    001, 003, 004).

    Its content is in `current`, an immutable version. Written only by `memories.actions`, through the consent gate.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="memories", db_index=False)
    namespace = ArrayField(models.TextField())
    namespace_path = models.TextField(db_collation="C")
    key = models.CharField(max_length=512)
    apart = models.CharField(
        max_length=36,
        blank=True,
        editable=False,
        help_text="Tells memories of one address apart: set where another stood there that the writer may not know of.",
    )
    memory_type = models.CharField(max_length=16, choices=MemoryType.choices, default=MemoryType.SEMANTIC)
    category = models.CharField(max_length=64)
    current = TenantForeignKey("MemoryVersion", on_delete=models.DO_NOTHING, null=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    importance = models.FloatField(default=0.5)
    confidence = models.FloatField(default=0.5)
    pinned = models.BooleanField(default=False)
    sensitivity = models.CharField(max_length=64, default=labels.INTERNAL)
    sensitivity_rank = models.GeneratedField(
        expression=Case(
            *[When(sensitivity=label, then=Value(labels.rank(label))) for label in labels.LABELS],
            default=Value(labels.rank(labels.RESTRICTED)),
        ),
        output_field=models.SmallIntegerField(),
        db_persist=True,
    )
    validation_status = models.CharField(
        max_length=16, choices=ValidationStatus.choices, default=ValidationStatus.UNVERIFIED
    )
    denied_hashes = ArrayField(
        models.CharField(max_length=64),
        null=True,
        editable=False,
        help_text="Of contents that the person said are wrong (R17), by memories.denials.digest.",
    )
    trust = models.CharField(max_length=16, choices=Trust.choices, default=Trust.AGENT)
    state = models.CharField(max_length=16, choices=LifecycleState.choices, default=LifecycleState.ACTIVE)
    staleness = models.CharField(max_length=8, choices=Staleness.choices, default=Staleness.FRESH, blank=True)
    tags = ArrayField(models.CharField(max_length=64), default=list)
    expires_at = models.DateTimeField(null=True, blank=True)
    purge_at = models.DateTimeField(null=True, blank=True)
    last_accessed_at = models.DateTimeField(null=True, blank=True)
    access_count = models.PositiveIntegerField(default=0)
    agent_id = models.UUIDField(null=True, blank=True)
    run_id = models.CharField(max_length=128, blank=True)
    actor_id = models.CharField(max_length=128, blank=True)
    role = models.CharField(max_length=16, blank=True)
    thread_id = models.CharField(max_length=256, blank=True)
    session_id = models.UUIDField(null=True, blank=True)
    turn_start = models.PositiveIntegerField(null=True, blank=True)
    turn_end = models.PositiveIntegerField(null=True, blank=True)
    source = models.CharField(max_length=16, blank=True)
    source_label = models.CharField(max_length=128, blank=True)
    source_type = models.CharField(max_length=16, blank=True)
    source_id = models.CharField(max_length=256, blank=True)
    source_state = models.CharField(max_length=64, blank=True)
    linked_version = models.PositiveIntegerField(default=0, help_text="The version whose neighbours were linked.")
    author = models.JSONField(default=dict)
    occurred_at = models.DateTimeField(null=True, blank=True)
    change_id = models.UUIDField(editable=False, help_text="The gate's id of the last change.")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    said_at: datetime | None = None  # when a restored text was first stated, if a page has looked it up

    objects = MemoryQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "namespace_path", "key", "apart"], name="memory_address_once"),
            models.UniqueConstraint(
                fields=["workspace", "source", "source_type", "source_id", "apart"],
                condition=~Q(source_id=""),
                name="memory_source_object_once",
            ),
            models.CheckConstraint(condition=Q(namespace__len__gte=2), name="memory_namespace_two_elements"),
            models.CheckConstraint(condition=~Q(key=""), name="memory_key_not_empty"),
            models.CheckConstraint(condition=Q(importance__range=UNIT), name="memory_importance_unit"),
            models.CheckConstraint(condition=Q(confidence__range=UNIT), name="memory_confidence_unit"),
            models.CheckConstraint(condition=~Q(sensitivity=""), name="memory_sensitivity_not_empty"),
            models.CheckConstraint(condition=Q(memory_type__in=MemoryType.values), name="memory_type_known"),
            models.CheckConstraint(condition=Q(state__in=LifecycleState.values), name="memory_state_known"),
            models.CheckConstraint(condition=Q(staleness__in=Staleness.values), name="memory_staleness_known"),
            models.CheckConstraint(
                condition=Q(validation_status__in=ValidationStatus.values), name="memory_validation_known"
            ),
            models.CheckConstraint(condition=Q(source__in=["", *Source.values]), name="memory_source_known"),
            models.CheckConstraint(
                condition=Q(source_type__in=["", *SourceType.values]), name="memory_source_type_known"
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "-updated_at"], name="memory_by_person"),
            models.Index(
                fields=["workspace", "person", "category"],
                include=[
                    "id",
                    "state",
                    "validation_status",
                    "expires_at",
                    "sensitivity",
                    "sensitivity_rank",
                    "memory_type",
                    "pinned",
                    "importance",
                    "updated_at",
                    "staleness",
                ],
                name="memory_by_reach",
            ),
            models.Index(
                fields=["workspace", "person", "category", "trust", "confidence", "expires_at"],
                condition=Q(state=LifecycleState.ACTIVE) & ~Q(validation_status=ValidationStatus.REJECTED),
                name="memory_by_kind",
            ),
            models.Index(
                fields=["workspace", "person", "-updated_at"],
                condition=Q(memory_type=MemoryType.EPISODIC),
                name="memory_episodes",
            ),
            models.Index(
                fields=["workspace", "namespace_path", "-updated_at"],
                condition=Q(state=LifecycleState.SOFT_DELETED) | Q(validation_status=ValidationStatus.REJECTED),
                name="memory_taken_back",
            ),
            models.Index(fields=["workspace", "-updated_at", "id"], name="memory_by_change"),
            models.Index(fields=["workspace", "purge_at"], condition=Q(purge_at__isnull=False), name="memory_by_purge"),
            models.Index(
                fields=["workspace", "expires_at"],
                condition=Q(expires_at__isnull=False),
                name="memory_by_expiry",
            ),
            models.Index(
                fields=["workspace", "updated_at"], condition=Q(linked_version__lt=F("version")), name="memory_unlinked"
            ),
        ]
        triggers = [
            gate_only("memory_insert_gate", pgtrigger.Insert | pgtrigger.Delete, upkeep=PURGES_MEMORY),
            gate_only("memory_update_gate", MEANING_UPDATED, upkeep=FORGETS_ONLY),
            history_demanded("memory_history", pgtrigger.Insert | MEANING_UPDATED),
            purge_demanded("memory_purge"),
            *counted("memory", memories="count(*)"),
        ]

    def __str__(self) -> str:
        return f"{self.namespace_path}:{self.key}"

    @property
    def importance_level(self) -> int:
        """1..5, the five-step scale of 001 (R6)."""
        return to_level(self.importance)

    @property
    def written_at(self) -> datetime:
        """When its present text was written. Restoring or rejecting it writes none, nor does an undo if `said_at` is
        set."""
        return self.said_at or (self.current.ingested_at if self.current else self.updated_at)

    @property
    def is_changed_since(self) -> bool:
        """Whether anything but its text has changed since that was written: confirmed, recategorised, restored."""
        return self.current is not None and self.updated_at - self.current.ingested_at > timedelta(minutes=1)

    @property
    def is_fact(self) -> bool:
        return self.key.startswith("fact:")

    def has_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now

    def default_end(self, now: datetime) -> datetime | None:
        """Return when it expires if it is written or restored now without an explicit time (R30)."""
        is_working = self.memory_type == MemoryType.WORKING
        return now + timedelta(hours=settings.WORKING_HOURS) if is_working else None

"""Rows of tables that only jobs or long ways fill, made from what their columns ask for."""

from typing import Any
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from consent.models import FieldAlias, Notice, Proposal, Signal
from conversations.models import CheckpointWrite, Session, Speaker, Task, ThreadReader, ThreadRevision
from intelligence.models import Budget
from memories.models import (
    Artifact,
    ArtifactLink,
    DependencyReview,
    Memory,
    MemoryAccess,
    Merge,
    PairFingerprint,
    SourceName,
    SourceReference,
)
from operations.models import Outbox, PushDevice, Tombstone, WebhookEndpoint
from retrieval.models import LexemeStatistics
from workspaces.models import Agent, Allowlist, ApiKey, Category, Exclusion, Invitation, Person, TenantModel, Usage

# In an order in which each finds what it points to.
MADE: tuple[type[TenantModel], ...] = (
    *(Person, Invitation, Agent, ApiKey, Category, Allowlist, Exclusion, FieldAlias, Notice, Signal),
    *(Speaker, Task, ThreadReader, ThreadRevision, CheckpointWrite, Budget, LexemeStatistics),
    *(Artifact, ArtifactLink, SourceName, SourceReference, Merge, PairFingerprint, DependencyReview),
    *(MemoryAccess, WebhookEndpoint, PushDevice, Outbox, Tombstone, Usage),
)
POINTED_TO = (Person, Agent, Session, Proposal, Artifact, PushDevice, WebhookEndpoint)


def make_rows(number: int) -> None:
    """One more row of each in the entered scope; `number` tells them apart."""
    for model in MADE:
        columns = {
            field.name: _value(field, number)
            for field in model._meta.concrete_fields
            if not (field.primary_key or field.generated or field.name == "workspace" or field.has_default())
            and not getattr(field, "auto_now_add", False)
        }
        model._default_manager.create(**columns)


def _value(field: Any, number: int) -> Any:
    if field.is_relation:
        return _target(field)
    if field.null:
        return None
    if field.name == "namespace_path":
        return Memory.objects.latest("created_at").namespace_path
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, ArrayField):
        return [uuid4()] if isinstance(field.base_field, models.UUIDField) else [f"v{number}"]
    if field.name.endswith(("sha256", "hash")):
        return f"{number:064x}"
    if isinstance(field, models.CharField | models.TextField):
        return "" if field.blank else f"v{number}"
    return {
        models.UUIDField: uuid4,
        models.DateTimeField: timezone.now,
        models.DateField: lambda: timezone.now().date(),
        models.FloatField: lambda: 0.5,
        models.JSONField: dict,
    }.get(type(field), lambda: number)()


def _target(field: Any) -> Any:
    if field.related_model is Memory:
        rows = list(Memory.objects.order_by("-created_at", "-id")[:2])
        return rows[field.name in ("absorbed", "to_memory")]
    return field.related_model._default_manager.order_by("-pk").first() if field.related_model in POINTED_TO else None

import json
import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.contrib.postgres.fields import ArrayField
from django.db import models

from workspaces.models import TenantModel

KEPT = timedelta(hours=24)
# After this long without an answer the process that claimed the key is taken for dead.
ABANDONED = timedelta(seconds=60)
ID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


class IdempotencyQuerySet(models.QuerySet["IdempotencyRecord"]):
    def expired(self, *, now: datetime) -> "IdempotencyQuerySet":
        return self.filter(created_at__lt=now - KEPT)


class IdempotencyRecord(TenantModel):
    """One write that was sent with an Idempotency-Key, and its answer once there is one.

    `fingerprint` is a keyed hash of method, path and body; `status` is null while the first request is still
    being carried out. `named_ids` are the ids in request and answer, by which an erased person's answers are found.
    """

    caller = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.JSONField(null=True)
    named_ids = ArrayField(models.UUIDField(), default=list)
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField()

    objects = IdempotencyQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "caller", "key"], name="idempotency_key_once"),
        ]
        indexes = [models.Index(fields=["workspace", "created_at"], name="idempotency_by_age")]

    def __str__(self) -> str:
        return f"{self.key} of {self.caller}"

    @property
    def is_answered(self) -> bool:
        return self.status is not None

    def is_abandoned(self, *, now: datetime) -> bool:
        return not self.is_answered and self.claimed_at < now - ABANDONED

    def claim_again(self, *, now: datetime) -> None:
        """Take over from a process that died. The id stays, and with it every id derived from it."""
        self.claimed_at = now
        self.save(update_fields=["claimed_at"])

    def store_answer(self, *, status: int, headers: dict[str, str], body: Any) -> None:
        self.status, self.headers, self.body = status, headers, body
        self.named_ids = sorted({*self.named_ids, *ids_in(json.dumps([headers, body], default=str))})
        self.save(update_fields=["status", "headers", "body", "named_ids"])

    def derived_id(self, place: int) -> UUID:
        """The id of what the request creates at `place`: the same however often the request is carried out."""
        return uuid5(self.id, str(place))


def ids_in(text: str) -> set[UUID]:
    """Every UUID that stands in a text."""
    return {UUID(found) for found in ID.findall(text)}

import json
import re
from datetime import datetime, timedelta
from typing import Any, Self, cast
from uuid import UUID, uuid5

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from workspaces import scope
from workspaces.models import TenantModel, uuid7
from workspaces.round_trip import UNHURRIED

STORED_FOR = timedelta(hours=24)
# A claim with an open connection is given up after this time: a pooler may keep the connection of a dead request.
ABANDONED = timedelta(seconds=60)
ID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)

DELETE_EXPIRED = """
DELETE FROM interfaces_idempotencyrecord WHERE workspace_id = %s AND caller = %s AND key = %s AND created_at < %s
"""
# The connection that claims is the one that carries the request out, and PostgreSQL ends it when its process dies. The
# start tells it from a later one with the same number; those of another role's connections are hidden.
# The id of an abandoned claim is kept, and with it every id derived from it.
CLAIM = """
INSERT INTO interfaces_idempotencyrecord AS held
    (id, workspace_id, caller, key, fingerprint, headers, named_ids, created_at, claimed_at, holder_pid, holder_since)
SELECT %s, %s, %s, %s, %s, '{}', %s, %s, %s, at.pid, at.backend_start
FROM pg_stat_get_activity(pg_backend_pid()) AS at
ON CONFLICT (workspace_id, caller, key) DO UPDATE SET (claimed_at, holder_pid, holder_since) = (
    SELECT CASE WHEN is_free THEN EXCLUDED.claimed_at ELSE held.claimed_at END,
           CASE WHEN is_free THEN EXCLUDED.holder_pid ELSE held.holder_pid END,
           CASE WHEN is_free THEN EXCLUDED.holder_since ELSE held.holder_since END
    FROM (SELECT held.status IS NULL AND held.fingerprint = EXCLUDED.fingerprint
                 AND (held.claimed_at < %s OR held.holder_pid IS NOT NULL AND NOT EXISTS (
                     SELECT FROM pg_stat_get_activity(held.holder_pid) AS at
                     WHERE at.backend_start IS NULL OR at.backend_start = held.holder_since)) AS is_free) AS found)
RETURNING id, fingerprint, status, headers::text, body::text, named_ids, created_at, claimed_at
"""
# A shard cannot ask the coordinator about connections: there a claim is given up only by its age.
CLAIM_BY_AGE = """
INSERT INTO interfaces_idempotencyrecord AS held
    (id, workspace_id, caller, key, fingerprint, headers, named_ids, created_at, claimed_at)
VALUES (%s, %s, %s, %s, %s, '{}', %s, %s, %s)
ON CONFLICT (workspace_id, caller, key) DO UPDATE SET claimed_at = CASE
    WHEN held.status IS NULL AND held.fingerprint = EXCLUDED.fingerprint AND held.claimed_at < %s
    THEN EXCLUDED.claimed_at ELSE held.claimed_at END
RETURNING id, fingerprint, status, headers::text, body::text, named_ids, created_at, claimed_at
"""
# The first answer is kept, also where a claim was taken over while its request was running: it may have been repeated.
STORE = """
UPDATE interfaces_idempotencyrecord SET status = %s, headers = %s, body = %s, named_ids = %s
WHERE workspace_id = %s AND id = %s AND status IS NULL
"""


class IdempotencyQuerySet(models.QuerySet["IdempotencyRecord"]):
    def expired(self, *, now: datetime) -> "IdempotencyQuerySet":
        return self.filter(created_at__lt=now - STORED_FOR)


class IdempotencyRecord(TenantModel):
    """One write that was sent with an Idempotency-Key, and its answer once there is one.

    `fingerprint` is a keyed hash of method, path and body; `status` is null while the first request is still
    being carried out. `named_ids` are the ids in request and answer, by which an erased person's answers are found.
    `holder_pid` and `holder_since` name the database connection that claimed the key: when it is gone, nobody carries
    the request out any more.
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
    holder_pid = models.IntegerField(null=True)
    holder_since = models.DateTimeField(null=True)

    objects = IdempotencyQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "caller", "key"], name="idempotency_key_once"),
        ]
        indexes = [models.Index(fields=["workspace", "created_at"], name="idempotency_by_age")]

    def __str__(self) -> str:
        return f"{self.key} of {self.caller}"

    @classmethod
    def claim(
        cls, workspace_id: UUID, *, caller: str, key: str, fingerprint: str, request: str, now: datetime
    ) -> tuple[Self, bool]:
        """Return the record under the key, created if there is none, in one round trip; `request` is a text with its
        ids.

        The flag says whether this caller should carry out the request: the key is new, or the claiming request died. If
        a database crash loses a claim, no write was committed after it, so the claim does not wait for the disk.
        """
        new_id, address, named = uuid7(), (workspace_id, caller, key), sorted(ids_in(request))
        claim = (
            CLAIM_BY_AGE if settings.CITUS else CLAIM,
            (new_id, *address, fingerprint, named, now, now, now - ABANDONED),
        )
        with scope.pipelined_scope(workspace_id):
            statements = [(DELETE_EXPIRED, (*address, now - STORED_FOR)), claim]
            _, ((row_id, found, status, headers, body, named, created_at, claimed_at),) = scope.fetch_pipelined(
                statements, settings=UNHURRIED
            )
        record = cls(
            id=row_id,
            workspace_id=workspace_id,
            caller=caller,
            key=key,
            fingerprint=found,
            status=status,
            headers=json.loads(headers),
            body=json.loads(body or "null"),
            named_ids=named,
            created_at=created_at,
            claimed_at=claimed_at,
        )
        is_taken_over = claimed_at == now and created_at < now
        return record, row_id == new_id or is_taken_over

    @property
    def is_answered(self) -> bool:
        return self.status is not None

    def store_answer(self, *, status: int, headers: dict[str, str], body: Any) -> None:
        """One round trip. Call it outside any scope."""
        texts = json.dumps(headers), None if body is None else json.dumps(body)
        named = sorted({*self.named_ids, *ids_in(" ".join(text or "" for text in texts))})
        workspace_id = cast(UUID, self.workspace_id)
        scope.pipelined_read(workspace_id, [(STORE, (status, *texts, named, workspace_id, self.id))])

    def release(self) -> None:
        """Give the key back. Call it outside any scope."""
        with scope.enter(cast(UUID, self.workspace_id)):
            type(self).objects.filter(id=self.id).delete()

    def give_up(self) -> None:
        """Let the next request take over, which finds what this one has written. Call it outside any scope."""
        with scope.enter(cast(UUID, self.workspace_id)):
            type(self).objects.filter(id=self.id, status=None, claimed_at=self.claimed_at).update(
                claimed_at=self.claimed_at - 2 * ABANDONED
            )

    def derived_id(self, place: int) -> UUID:
        """Return the id of the row that the request creates at `place`: the same for every attempt."""
        return uuid5(self.id, str(place))


def ids_in(text: str) -> set[UUID]:
    """Return every UUID in a text."""
    return {UUID(found) for found in ID.findall(text)}

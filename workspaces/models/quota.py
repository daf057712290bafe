"""What a workspace may use at most, and what it uses. Triggers count, so that no way to write passes them by."""

import json
from dataclasses import dataclass
from uuid import UUID

import pgtrigger
from django.core.validators import MinValueValidator
from django.db import DatabaseError, connection, models
from django.db.models import Sum
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext

from workspaces import scope
from workspaces.models.tenant import TenantModel

EXCEEDED = "MS005"
UNFOLD = "DELETE FROM workspaces_usage WHERE workspace_id = %s RETURNING memories, storage_bytes"


def counted(name: str, *, memories: str = "0", storage_bytes: str = "0") -> list[pgtrigger.Trigger]:
    """Triggers that count a table's rows as they come and go; the arguments are aggregates over rows called `n`.

    Each statement adds a row of its own to `Usage`: writers do not wait for one another.
    """
    values = f"{{sign}} {memories} AS memories, {{sign}} coalesce({storage_bytes}, 0) AS storage_bytes"
    keep = "PERFORM workspaces_keep_quota(added.workspace_id, added.memories, added.storage_bytes);"
    used = pgtrigger.Referencing(new="n")  # type: ignore[no-untyped-call]
    freed = pgtrigger.Referencing(old="n")  # type: ignore[no-untyped-call]
    return [
        _adding(f"{name}_used", pgtrigger.Insert, used, values.format(sign=""), keep),
        _adding(f"{name}_freed", pgtrigger.Delete, freed, values.format(sign="-"), "NULL;"),
    ]


def _adding(
    name: str, operation: pgtrigger.Operation, rows: pgtrigger.Referencing, values: str, then: str
) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=operation,
        referencing=rows,
        declare=[("added", "record")],
        # The statement's rows are not to be had in the INSERT: on Citus another session may carry it out.
        func=(
            f"FOR added IN SELECT n.workspace_id, {values} FROM n GROUP BY n.workspace_id LOOP "  # noqa: S608
            "INSERT INTO workspaces_usage (id, workspace_id, memories, storage_bytes) "
            "VALUES (gen_random_uuid(), added.workspace_id, added.memories, added.storage_bytes); "
            f"{then} END LOOP; RETURN NULL;"
        ),
    )


class QuotaExceeded(Exception):
    """A write that exceeds the workspace's quota; it was rolled back as a whole."""

    def __init__(self, quota: str, limit: int, used: int) -> None:
        super().__init__(f"The workspace may have {limit} {quota}, and has {used}.")
        self.quota, self.limit, self.used = quota, limit, used

    @classmethod
    def of(cls, error: DatabaseError) -> "QuotaExceeded | None":
        """What the trigger said, if it was the trigger."""
        cause = error.__cause__
        if getattr(cause, "sqlstate", None) != EXCEEDED:
            return None
        return cls(**json.loads(cause.diag.message_detail))  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Use:
    """What a workspace has: memories, and bytes of texts and files."""

    memories: int
    storage_bytes: int


class Quota(TenantModel):
    """The most that a workspace may have or do; empty means without a bound. Set by whoever runs the installation."""

    memories = models.BigIntegerField(
        null=True, blank=True, validators=[MinValueValidator(0)], help_text="Memories, forgotten ones until they go."
    )
    storage_bytes = models.BigIntegerField(
        null=True, blank=True, validators=[MinValueValidator(0)], help_text="Bytes of memories, messages and files."
    )
    requests_per_minute = models.PositiveIntegerField(
        null=True, blank=True, help_text="Requests of all its keys together."
    )
    tokens_per_day = models.BigIntegerField(
        null=True, blank=True, validators=[MinValueValidator(0)], help_text="Tokens of the language model."
    )

    class Meta(TenantModel.Meta):
        constraints = [models.UniqueConstraint(fields=["workspace"], name="quota_once")]

    def __str__(self) -> str:
        return gettext("Limits of the workspace")

    def fullest(self, used: Use) -> float:
        """The share used of what is nearest to its bound: 1.0 is full."""
        bounds = ((used.memories, self.memories), (used.storage_bytes, self.storage_bytes))
        return max((has / bound if bound else 1.0 for has, bound in bounds if bound is not None), default=0.0)


class UsageQuerySet(models.QuerySet["Usage"]):
    def total(self) -> Use:
        """Of the entered workspace."""
        found = self.aggregate(memories=Sum("memories"), storage_bytes=Sum("storage_bytes"))
        return Use(found["memories"] or 0, int(found["storage_bytes"] or 0))


class Usage(TenantModel):
    """What statements added or took away; the sum is what the workspace has."""

    memories = models.BigIntegerField()
    storage_bytes = models.BigIntegerField()

    objects = UsageQuerySet.as_manager()

    def __str__(self) -> str:
        return gettext("Memories: %(count)d; storage: %(size)s") % {
            "count": self.memories,
            "size": filesizeformat(self.storage_bytes),
        }

    @classmethod
    def fold(cls, workspace_id: UUID) -> None:
        """Make one row of them all."""
        with scope.enter(workspace_id), connection.cursor() as cursor:
            cursor.execute(UNFOLD, [workspace_id])
            if found := cursor.fetchall():
                memories, storage_bytes = (sum(column) for column in zip(*found, strict=True))
                cls.objects.create(memories=memories, storage_bytes=storage_bytes)

"""What every workspace-bearing table shares: row-level security's column and keys that cannot cross tenants."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import uuid_utils.compat
from django.db import models

from workspaces import scope
from workspaces.models.organization import Workspace


def uuid7() -> UUID:
    """A time-ordered id (RFC 9562), so that appends stay at the end of the index."""
    value: UUID = uuid_utils.compat.uuid7()
    return value


class WorkspaceField(models.ForeignKey[Any, Any]):
    """The row's workspace: the one entered. Migrations see a plain foreign key, for they run outside any scope."""

    def __init__(self, to: Any = Workspace, on_delete: Any = models.CASCADE, **kwargs: Any) -> None:
        kwargs |= {"related_name": "+", "db_index": False, "editable": False, "default": scope.current_workspace_id}
        super().__init__(to, on_delete, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        del kwargs["default"]
        return name, "django.db.models.ForeignKey", args, kwargs


class TenantForeignKey(models.ForeignKey[Any, Any]):
    """A key to another row of the same workspace.

    The constraint itself is the composite `(workspace_id, id)` that the table's migration adds by SQL: PostgreSQL
    checks plain foreign keys past row-level security, so a plain one would accept another tenant's row.
    """

    def __init__(self, to: Any, on_delete: Any, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        super().__init__(to, on_delete, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs


class TenantModel(models.Model):
    """A row of one workspace. Its table's migration enables row-level security with FORCE."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = WorkspaceField()

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["workspace", "id"], name="%(app_label)s_%(class)s_tenant_id"),
        ]

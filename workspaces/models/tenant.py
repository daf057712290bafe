"""What every workspace-bearing table shares: row-level security's column and keys that cannot cross tenants."""

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models.lookups import Exact
from uuid_utils.compat import uuid7

from workspaces import scope
from workspaces.models.organization import Workspace


class WorkspaceField(models.ForeignKey[Any, Any]):
    """The row's workspace: the one entered. Migrations see a plain foreign key, for they run outside any scope."""

    def __init__(self, to: Any = Workspace, on_delete: Any = models.CASCADE, **kwargs: Any) -> None:
        kwargs |= {"related_name": "+", "db_index": False, "editable": False, "default": scope.current_workspace_id}
        super().__init__(to, on_delete, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        del kwargs["default"]
        return name, "django.db.models.ForeignKey", args, kwargs


def workspace_column(model: Any, alias: str) -> Any:
    """The workspace of a tenant model's rows, for statements in which the table is called `alias`."""
    return model._meta.get_field("workspace").get_col(alias)


class TenantForeignKey(models.ForeignKey[Any, Any]):
    """A key to another row of the same workspace.

    The constraint itself is composite, `(workspace_id, id)`, and added by the migration's `TenantForeignKeys`:
    PostgreSQL checks plain foreign keys past row-level security, so a plain one would accept another tenant's row.
    """

    def __init__(self, to: Any, on_delete: Any, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        super().__init__(to, on_delete, **kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def get_extra_restriction(self, alias: str | None, related_alias: str | None) -> Any:
        """Rows are joined within the workspace: `alias` is the table pointed to, `related_alias` the one that points.

        Django asks with None for a table that it leaves out.
        """
        if alias is None or related_alias is None:
            return None
        return Exact(workspace_column(self.related_model, alias), workspace_column(self.model, related_alias))


class TenantModel(models.Model):
    """A row of one workspace. Its migration runs the operations of `workspaces.migration_operations`.

    Ids are ordered by time (RFC 9562), so that appends stay at the end of the index.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = WorkspaceField()

    class Meta:
        abstract = True

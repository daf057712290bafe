"""Adds the entered workspace to every statement about tenant rows: SELECT, UPDATE, DELETE, also those of `save()`.

Row-level security asks the same of each row and stays the wall. But the planner, and anything that routes statements
by workspace, cannot see through a policy's `current_setting()`. Managers would add it too, but not to the statements
by which Django deletes in cascade, and each QuerySet would pay for the clone.
"""

import functools
from copy import copy
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.backends.postgresql import compiler
from django.db.models.lookups import Exact
from django.db.models.sql.compiler import SQLInsertCompiler as BaseInsertCompiler
from django.db.models.sql.where import WhereNode

from workspaces import scope
from workspaces.models import TenantModel
from workspaces.models.tenant import workspace_column


def with_workspace(where: WhereNode | None, query: Any, alias: str | None) -> Any:
    """`where` and the condition on the workspace of `alias`; unchanged outside a scope and for global tables."""
    workspace_id = scope.entered_workspace_id()
    if workspace_id is None or alias is None:
        return where
    model = tenant_models().get(query.alias_map[alias].table_name)
    if model is None:
        return where
    conditions: list[Any] = [Exact(workspace_column(model, alias), workspace_id)]
    return WhereNode([*conditions, copy(where)] if where else conditions)


@functools.cache
def tenant_models() -> dict[str, type[TenantModel]]:
    """Each by its table."""
    return {model._meta.db_table: model for model in apps.get_models() if issubclass(model, TenantModel)}


class SQLCompiler(compiler.SQLCompiler):
    def pre_sql_setup(self, with_col_aliases: bool = False) -> Any:
        result = super().pre_sql_setup(with_col_aliases=with_col_aliases)
        # Django drops the first table of some subqueries, though it still names it as the query's own.
        used = (alias for alias in self.query.alias_map if self.query.alias_refcount[alias])
        self.where: Any = with_workspace(self.where, self.query, next(used, None))
        return result

    def collapse_group_by(self, expressions: list[Any], having: Any) -> list[Any]:
        """Beside an id, PostgreSQL wants the workspace: both together are the primary key."""
        collapsed: list[Any] = super().collapse_group_by(expressions, having)
        ids = [one for one in collapsed if hasattr(one, "target") and one.target.primary_key]
        tenants = [one for one in ids if issubclass(one.target.model, TenantModel)]
        workspaces = [workspace_column(one.target.model, one.alias) for one in tenants]
        return [*collapsed, *(column for column in workspaces if column not in collapsed)]


class SQLUpdateCompiler(compiler.SQLUpdateCompiler):
    def compile(self, node: Any) -> Any:
        # The condition holds a copy of the node, so this happens once.
        is_where = node is self.query.where
        return super().compile(with_workspace(node, self.query, self.query.base_table) if is_where else node)


class SQLDeleteCompiler(compiler.SQLDeleteCompiler):
    def _as_sql(self, query: Any) -> Any:
        narrowed = query.clone()
        narrowed.where = with_workspace(query.where, query, query.base_table)
        return super()._as_sql(narrowed)  # type: ignore[misc]


class SQLInsertCompiler(compiler.SQLInsertCompiler):
    def assemble_as_sql(self, fields: Any, value_rows: Any) -> Any:
        """Citus finds the shard of an INSERT by its values, and finds none in the arrays by which Django sends many."""
        if settings.CITUS:
            return BaseInsertCompiler.assemble_as_sql(self, fields, value_rows)
        return super().assemble_as_sql(fields, value_rows)


SQLAggregateCompiler = compiler.SQLAggregateCompiler

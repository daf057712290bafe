"""Migration operations for tenant tables, whose rows belong to one workspace each (architecture, rule 2).

Migrations import this module and no other product code. What a released migration does must not change, so an
operation is never edited: write another one beside it.
"""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

ENTERED = "NULLIF(current_setting('app.workspace_id', true), '')::uuid"


class TenantOperation(Operation):
    """SQL for some tables of one app, which leaves Django's state as it is.

    `models` are names as in `CreateModel`. Table and columns are read from the state without building its models,
    which would cost more than the SQL.
    """

    reduces_to_sql = True

    def __init__(self, *models: str) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        pass

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for statement in self.statements(app_label, from_state):
            schema_editor.execute(statement)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for statement in self.reverse_statements(app_label, to_state):
            schema_editor.execute(statement)

    def statements(self, app_label: str, state: ProjectState) -> list[str]:
        raise NotImplementedError

    def reverse_statements(self, app_label: str, state: ProjectState) -> list[str]:
        raise NotImplementedError

    def describe(self) -> str:
        return f"{type(self).__name__} of {', '.join(self.models)}"


class TenantPrimaryKey(TenantOperation):
    """Makes the primary key `(workspace_id, id)`, which composite foreign keys refer to; Django still knows `id`."""

    def statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [self._replace(table, "workspace_id, id") for table in _tables(self.models, app_label, state)]

    def reverse_statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [self._replace(table, "id") for table in _tables(self.models, app_label, state)]

    def _replace(self, table: str, columns: str) -> str:
        return f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey, ADD CONSTRAINT {table}_pkey PRIMARY KEY ({columns})"


class EnableRowLevelSecurity(TenantOperation):
    """Shows and takes rows of the entered workspace only, also for the tables' owner (FORCE)."""

    def statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; "
            f"CREATE POLICY one_workspace ON {table} "
            f"USING (workspace_id = {ENTERED}) WITH CHECK (workspace_id = {ENTERED})"
            for table in _tables(self.models, app_label, state)
        ]

    def reverse_statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [
            f"DROP POLICY one_workspace ON {table}; "
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY"
            for table in _tables(self.models, app_label, state)
        ]


class TenantForeignKeys(TenantOperation):
    """Adds the constraints of `TenantForeignKey`s: composite, so that none points into another workspace.

    `"grant"` means every such key that the model has at this point, `"grant.person"` a single one. The tables pointed
    to need their `TenantPrimaryKey` before. PostgreSQL checks foreign keys past row-level security.
    """

    def statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_tenant_fk FOREIGN KEY (workspace_id, {column}) "
            f"REFERENCES {target} (workspace_id, id) DEFERRABLE INITIALLY DEFERRED"
            for table, column, target in self._keys(app_label, state)
        ]

    def reverse_statements(self, app_label: str, state: ProjectState) -> list[str]:
        return [
            f"ALTER TABLE {table} DROP CONSTRAINT {table}_{column}_tenant_fk"
            for table, column, _ in self._keys(app_label, state)
        ]

    def _keys(self, app_label: str, state: ProjectState) -> list[tuple[str, str, str]]:
        """Table, column and table it points to."""
        found = []
        for name in self.models:
            model, _, wanted = name.partition(".")
            for field_name, field in state.models[app_label, model.lower()].fields.items():
                if _is_tenant_key(field) and wanted in {"", field_name}:
                    target = field.remote_field.model.lower().split(".")
                    found.append(
                        (_table(model, app_label, state), f"{field_name}_id", _table(target[1], target[0], state))
                    )
        return found


def _is_tenant_key(field: Any) -> bool:
    return bool(field.many_to_one) and not field.db_constraint


def _tables(models: tuple[str, ...], app_label: str, state: ProjectState) -> list[str]:
    return [_table(model, app_label, state) for model in models]


def _table(model: str, app_label: str, state: ProjectState) -> str:
    options = state.models[app_label, model.lower()].options
    return str(options.get("db_table") or f"{app_label}_{model.lower()}")


class CreateTogether(Operation):
    """Creates several tables against one state, in which all of their models are known.

    Nearly every model points to the workspace. So Django builds all models anew for each table that it creates, which
    took three quarters of the time of a first `migrate`. `operations` are `CreateModel` and triggers.
    """

    def __init__(self, *operations: Operation) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)  # built anew once, when the first table asks for it
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, from_state)

    def describe(self) -> str:
        return f"Create {len(self.operations)} tables and triggers"

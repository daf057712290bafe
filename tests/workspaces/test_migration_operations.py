"""The operations that make a table one of workspaces: forwards, backwards, and forwards again."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import MigrationWriter

from tests.releases.schema import describe
from workspaces.migration_operations import EnableRowLevelSecurity, TenantForeignKeys, TenantPrimaryKey

pytestmark = pytest.mark.django_db


@pytest.fixture
def state():
    return ProjectState.from_apps(apps)


def schema():
    with connection.cursor() as cursor:
        return describe(cursor)


def apply(operation, state, *, backwards=False, app="memories"):
    step = operation.database_backwards if backwards else operation.database_forwards
    with connection.schema_editor() as editor:
        step(app, editor, state, state)


@pytest.mark.parametrize(
    "operation",
    [
        TenantPrimaryKey("MemoryAccess", "OperationalEvent"),
        EnableRowLevelSecurity("Memory", "Chunk"),
        TenantForeignKeys("Chunk", "Fact"),
        TenantForeignKeys("fact.person"),
    ],
    ids=repr,
)
def test_each_can_be_reversed_and_done_again(operation, state):
    before = schema()
    apply(operation, state, backwards=True)
    assert schema() != before
    apply(operation, state)
    assert schema() == before


def test_a_single_key_can_be_named(state):
    (key,) = TenantForeignKeys("fact.person").statements("memories", state)
    assert "memories_fact_person_id_tenant_fk FOREIGN KEY (workspace_id, person_id) " in key
    assert "REFERENCES workspaces_person (workspace_id, id)" in key


def test_keys_to_global_tables_are_django_s(state):
    assert not any("model_id" in key for key in TenantForeignKeys("Embedding").statements("memories", state))


def test_they_can_be_written_into_a_migration():
    written, imports = MigrationWriter.serialize(TenantPrimaryKey)
    assert (written, imports) == (
        "workspaces.migration_operations.TenantPrimaryKey",
        {"import workspaces.migration_operations"},
    )
    assert TenantPrimaryKey("A", "B").deconstruct() == ("TenantPrimaryKey", ("A", "B"), {})

"""Every tenant table has its policy, its composite keys and its workspace in each unique constraint (rule 2)."""

import pytest
from django.apps import apps
from django.db import connection

from workspaces.models import TenantForeignKey, TenantModel

pytestmark = pytest.mark.django_db

TENANT_MODELS = [model for model in apps.get_models() if issubclass(model, TenantModel)]
# Tables that carry workspace_id on purpose without row-level security: they say which scopes may be entered at all.
GLOBAL_TABLES = {"workspaces_membership", "operations_jobrun"}


def rows(sql, *params):
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def test_there_are_tenant_tables():
    assert len(TENANT_MODELS) >= 15


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_a_tenant_table_forces_row_level_security(model):
    ((enabled, forced),) = rows(
        "SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = %s", model._meta.db_table
    )
    assert enabled and forced


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_its_policy_compares_the_scope_for_reading_and_writing(model):
    ((using, check),) = rows("SELECT qual, with_check FROM pg_policies WHERE tablename = %s", model._meta.db_table)
    assert using == check
    assert "NULLIF(current_setting('app.workspace_id'::text, true), ''::text))::uuid" in using


def test_no_table_with_a_workspace_was_forgotten():
    carrying = {
        name
        for (name,) in rows(
            "SELECT table_name FROM information_schema.columns "
            "WHERE column_name = 'workspace_id' AND table_schema = 'public'"
        )
    }
    assert carrying - GLOBAL_TABLES == {model._meta.db_table for model in TENANT_MODELS}


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_its_keys_to_tenant_tables_are_composite(model):
    keys = {
        tuple(columns)
        for (columns,) in rows(
            "SELECT array_agg(a.attname::text ORDER BY k.n) FROM pg_constraint c "
            "CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY AS k(attnum, n) "
            "JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum "
            "WHERE c.contype = 'f' AND c.conrelid = %s::regclass GROUP BY c.oid",
            model._meta.db_table,
        )
    }
    wanted = {("workspace_id", f.column) for f in model._meta.local_fields if isinstance(f, TenantForeignKey)}
    assert wanted <= keys
    assert ("workspace_id",) in keys


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_no_plain_key_points_to_a_tenant_table(model):
    tenant_tables = [other._meta.db_table for other in TENANT_MODELS]
    plain = rows(
        "SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass "
        "AND confrelid = ANY(%s::regclass[]) AND cardinality(conkey) = 1",
        model._meta.db_table,
        tenant_tables,
    )
    assert plain == []


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_its_primary_key_is_workspace_and_id_and_no_other_index_is_on_the_id_alone(model):
    indexes = rows(
        "SELECT indisprimary, array(SELECT attname::text FROM unnest(indkey) WITH ORDINALITY AS k(attnum, n) "
        "JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = k.attnum ORDER BY k.n) "
        "FROM pg_index WHERE indrelid = %s::regclass",
        model._meta.db_table,
    )
    assert [columns for is_primary, columns in indexes if is_primary] == [["workspace_id", "id"]]
    assert ["id"] not in [columns for _, columns in indexes]


@pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.db_table)
def test_its_unique_constraints_include_the_workspace(model):
    constraints = rows(
        "SELECT pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid = %s::regclass AND indisunique AND NOT indisprimary",
        model._meta.db_table,
    )
    assert [definition for (definition,) in constraints if "(workspace_id" not in definition] == []


def test_the_application_role_can_not_bypass_it():
    ((superuser, bypass),) = rows("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
    assert not superuser and not bypass

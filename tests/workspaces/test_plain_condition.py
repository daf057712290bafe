"""Every statement about tenant rows names the workspace entered, so that planner and routers see it (rule 2)."""

import re
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef
from django.db.models.deletion import Collector
from django.test.utils import CaptureQueriesContext

from memories.models import Chunk
from workspaces import scope
from workspaces.models import Agent, ApiKey, Grant, Person, TenantModel, Workspace

pytestmark = pytest.mark.django_db

NOWHERE = UUID("0192d1c4-0000-7000-8000-000000000000")
TENANT_MODELS = [model for model in apps.get_models() if issubclass(model, TenantModel)]
each_model = pytest.mark.parametrize("model", TENANT_MODELS, ids=lambda model: model._meta.label)


def statements(call):
    """What `call` sends, but for savepoints and settings."""
    with CaptureQueriesContext(connection) as captured:
        call()
    return [query["sql"] for query in captured if re.match(r"SELECT .* FROM|UPDATE|DELETE", query["sql"])]


def names_workspace(sql, workspace_id):
    """Whether the first table of the statement is asked for rows of this workspace, by a constant."""
    table = re.search(r'(?:FROM|UPDATE) "(\w+)"', sql)[1]
    return f""""{table}"."workspace_id" = '{workspace_id.hex}'::uuid""" in sql


@pytest.fixture
def entered(home):
    with scope.enter(home.workspace_id):
        yield home.workspace_id


@each_model
@pytest.mark.parametrize(
    "call",
    [
        lambda rows: list(rows.all()),
        lambda rows: rows.count(),
        lambda rows: rows.exists(),
        lambda rows: rows.in_bulk([]),
        lambda rows: rows.in_bulk([NOWHERE]),
        lambda rows: list(rows.select_for_update()),
        lambda rows: list(rows.values("id").annotate(n=Count("id"))),
        lambda rows: list(rows.annotate(n=Count("workspace"))[:1]),
        lambda rows: rows.filter(id=NOWHERE).update(id=F("id")),
    ],
    ids=["select", "count", "exists", "empty", "in_bulk", "lock", "group", "annotate", "update"],
)
def test_managers_add_it(model, call, entered):
    for rows in (model._default_manager, model._base_manager):
        for sql in statements(lambda rows=rows: call(rows)):
            assert names_workspace(sql, entered), sql


@each_model
def test_saving_and_deleting_a_row_have_it(model, entered):
    row = model(id=NOWHERE, workspace_id=entered)
    plain = next(field for field in model._meta.local_concrete_fields if not field.primary_key and not field.generated)
    saved = statements(
        lambda: row._do_update(model._base_manager, "default", NOWHERE, [(plain, None, entered)], [], False)
    )
    deleted = statements(lambda: delete_in_cascade(row))
    assert saved and deleted
    assert [sql for sql in saved + deleted if not names_workspace(sql, entered)] == []


def delete_in_cascade(row):
    collector = Collector(using="default")
    collector.collect([row])
    collector.delete()


def test_rows_are_read_back_changed_and_removed(entered):
    agent = Agent.objects.create(name="short-lived", role="planner")
    agent.role = "stylist"

    def all_of_it():
        agent.save()
        agent.refresh_from_db()
        agent.delete()

    found = statements(all_of_it)
    assert {sql.split()[0] for sql in found} == {"SELECT", "UPDATE", "DELETE"}
    assert [sql for sql in found if not names_workspace(sql, entered)] == []


def test_tables_are_joined_within_the_workspace(entered):
    (forwards,) = statements(lambda: list(ApiKey.objects.select_related("agent")))
    (backwards,) = statements(lambda: list(Agent.objects.filter(keys__label="x")))
    assert '("workspaces_agent"."workspace_id" = ("workspaces_apikey"."workspace_id"))' in forwards
    assert '"workspaces_agent"."workspace_id" = ("workspaces_apikey"."workspace_id")' in backwards


def test_a_subquery_has_it_too(entered):
    (sql,) = statements(lambda: list(Chunk.objects.exclude(embeddings__model=1)))
    assert sql.count(entered.hex) == 2
    (sql,) = statements(lambda: list(Person.objects.filter(Exists(Grant.objects.filter(person=OuterRef("id"))))))
    assert sql.count(entered.hex) == 2


def test_groups_of_rows_are_counted(entered):
    counted = Agent.objects.annotate(n=Count("keys")).values_list("name", "n")
    assert len(counted) == Agent.objects.count()
    assert {n for _, n in counted} == {1}


def test_outside_a_scope_nothing_is_added_and_nothing_found(home):
    (sql,) = statements(lambda: list(Agent.objects.all()))
    assert "WHERE" not in sql
    assert not Agent.objects.exists()


def test_a_query_made_outside_serves_the_scope_in_which_it_is_run(home, elsewhere):
    everybody = Person.objects.values_list("id", flat=True)
    for workspace in (home, elsewhere):
        with scope.enter(workspace.workspace_id):
            assert list(everybody.all()) == [workspace.user_id]


def test_global_tables_stay_as_they_are(entered):
    (sql,) = statements(lambda: list(Workspace.objects.all()))
    assert "WHERE" not in sql

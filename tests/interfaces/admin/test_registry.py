"""What every list of the admin offers: search, filters, autocompletion, few queries however many rows, one tenant."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from unfold.contrib.filters.admin import AutocompleteSelectFilter

from interfaces.admin.tables.change_list import FEW
from interfaces.admin.tables.model_admin import LARGE
from memories.models import Memory
from operations.models import Worker
from tests.interfaces.admin.test_every_page import MODELS, SHARED, ids, url
from workspaces import scope
from workspaces.models import Account, Agent, Grant, Installation, Membership, Person, TenantModel
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
# A workspace has few of them; entries of seals are looked up by number alone, names of sources by their memory's ID.
UNFILTERED = {
    *("workspaces.Allowlist", "workspaces.Installation", "workspaces.Organization", "workspaces.Workspace"),
    *("workspaces.Quota", "workspaces.Usage"),
    *("memories.SealEntry", "memories.SourceName"),
}
# Never in a form: these lists are only read, and their rows point to one row each, shown as a link.
READ_ONLY_TARGETS = {"MemoryVersion", "Turn", "Chunk", "EmbeddingModel", "Proposal", "AuditSeal", "History"}
NOT_CHOSEN = {"Workspace", "Organization", "Account", "PushDevice", "WebhookEndpoint", *READ_ONLY_TARGETS}

# One for the workspace or for the whole server.
ALONE = {
    *("memories.EmbeddingModel", "operations.Schedule", "operations.Worker"),
    *("workspaces.Installation", "workspaces.Organization", "workspaces.Quota", "workspaces.Workspace"),
}
# Session, login, scope, count, rows, names in them, choices of filters, figures above; in the history texts of then.
MOST_READS = 16


@pytest.fixture
def request_of(rf, home):
    """A request of the home workspace's owner."""
    request = rf.get("/admin/")
    request.user = Account.objects.get(username="owner")
    request.session = {}
    return request


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_it_can_be_searched_and_filtered(model, request_of, in_home):
    page = admin.site._registry[model]
    with in_home():
        filters = page.get_list_filter(request_of)

    assert page.get_search_fields(request_of)
    assert bool(filters) == (model._meta.label not in UNFILTERED)


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_whoever_it_belongs_to_is_picked_by_typing(model, request_of, in_home):
    page = admin.site._registry[model]
    with in_home():
        Person.objects.bulk_create([Person(name="Somebody of many") for _ in range(FEW + 1)])
        Agent.objects.bulk_create([Agent(name=f"helper {number}", role="planner") for number in range(FEW + 1)])
        filters = page.get_list_filter(request_of)
    keys = [field for field in model._meta.concrete_fields if field.is_relation]
    typed = page.get_autocomplete_fields(request_of)

    assert typed == [field.name for field in keys if field.related_model in LARGE]
    assert {field.related_model.__name__ for field in keys if field.name not in typed} <= NOT_CHOSEN
    named = [field.name for field in keys if field.name in typed and field.related_model is not Memory]
    assert [one[0] for one in filters if isinstance(one, tuple) and one[1] is AutocompleteSelectFilter] == named


@pytest.mark.parametrize("path", ["memories/memory", "workspaces/apikey"])
def test_one_of_few_is_picked_from_a_plain_box(owner, in_home, path):
    with in_home():
        Person.objects.create(name="Bob")
        Agent.objects.create(name="helper", role="planner")
    page = owner.get(f"/admin/{path}/").content.decode()

    assert ">Bob</option>" in page or ">helper</option>" in page


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_no_form_holds_a_list_of_a_large_table(model, owner, in_home):
    with in_home():
        Person.objects.bulk_create([Person(name="Somebody of many") for _ in range(FEW + 1)])
    response = owner.get(url(model, "add"))

    assert response.status_code in (200, 403)
    assert "Somebody of many" not in response.content.decode()


def test_few_are_chosen_without_a_script(owner, in_home):
    with in_home():
        tiago = Person.objects.create(name="Tiago")
    page = owner.get(url(Grant, "add")).content.decode()

    assert f'<option value="{tiago.id}">Tiago</option>' in page and "Everyone" in page and ">planner</option>" in page


@pytest.mark.parametrize("model", LARGE, ids=ids)
def test_typing_offers_rows_of_this_workspace_alone(model, owner, outsider, several):
    several(1)
    source = next(
        field
        for one in MODELS
        for field in one._meta.concrete_fields
        if field.related_model is model and issubclass(one, TenantModel)
    )
    query = {
        "app_label": source.model._meta.app_label,
        "model_name": source.model._meta.model_name,
        "field_name": source.name,
    }
    mine, theirs = (client.get("/admin/autocomplete/", query).json()["results"] for client in (owner, outsider))

    assert mine and not {row["id"] for row in mine} & {row["id"] for row in theirs}


def test_a_person_is_linked_to_a_login_by_typing(owner, home):
    account = Account.objects.create_user("carla")
    membership = Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON)

    page = owner.get(f"/admin/workspaces/membership/{membership.id}/change/").content.decode()

    assert 'data-field-name="person"' in page and "Ana</option>" not in page


@pytest.fixture
def queries_of(owner):
    """How many reads each list takes."""

    def _queries_of():
        found = {}
        for model in MODELS:
            with CaptureQueriesContext(connection) as captured:
                assert owner.get(url(model, "changelist")).status_code == 200
            found[model._meta.label] = sum(query["sql"].startswith("SELECT") for query in captured)
        return found

    return _queries_of


def test_no_list_takes_more_queries_for_more_rows(queries_of, several, home):
    several(2)  # the second replaces a question of the first
    before, held = queries_of(), rows_in(home)
    several(5)
    after, holds = queries_of(), rows_in(home)

    assert {label: (before[label], after[label]) for label in after if after[label] != before[label]} == {}
    assert max(after.values()) == MOST_READS
    grown = {label for label, count in holds.items() if count > held[label]}
    assert set(holds) - grown == ALONE


def rows_in(home):
    with scope.enter(home.workspace_id):
        return {model._meta.label: model._default_manager.count() for model in MODELS}


def test_staff_of_another_workspace_see_none_of_the_rows(owner, outsider, several, now):
    several(1)
    Worker.see("host:1", now=now)
    Installation.claim_secret_key()
    for model in MODELS:
        mine, theirs = (listed(client, model) for client in (owner, outsider))
        assert mine, model
        assert model.__name__ in SHARED or not mine & theirs, model


def listed(client, model):
    return {row.pk for row in client.get(url(model, "changelist")).context["cl"].result_list}

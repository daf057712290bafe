"""What decides about memories leaves sealed rows: grants, rules, people, logins, and access that is taken or given."""

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from interfaces.admin.tables.model_admin import StaffModelAdmin
from memories.maintenance.record_setup import COLUMNS
from memories.maintenance.seal_history import seal_history
from memories.models import History
from memories.sealing.verification import verify_history
from workspaces import scope
from workspaces.models import Agent, Grant, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(home):
    return Membership.objects.get(workspace_id=home.workspace_id).account


@pytest.fixture
def owner(client, account):
    client.force_login(account)
    return client


@pytest.fixture
def planner_id(home):
    with scope.enter(home.workspace_id):
        return Agent.objects.get(role="planner").id


@pytest.fixture
def rows(home):
    """What the history says of the setup, oldest first: (what, done)."""

    def _rows(**where):
        with scope.enter(home.workspace_id):
            found = History.objects.filter(event__in=["ACCESS", "RULE", "PERSON"], **where).order_by("created_at", "id")
            return [(row.meta["what"], row.meta["done"]) for row in found]

    return _rows


def send(owner, method, path, body=None):
    return getattr(owner, method)(f"/api/v1{path}", body, content_type="application/json")


def test_a_grant_and_its_end_are_recorded(owner, planner_id, home, rows):
    made = send(owner, "post", "/grants", {"agent_id": str(planner_id), "user_id": str(home.user_id)}).json()
    send(owner, "delete", f"/grants/{made['id']}")

    assert rows(person_id=home.user_id) == [("grant", "added"), ("grant", "revoked")]


def test_who_takes_access_away_and_gives_it_back_is_recorded(owner, planner_id, home, rows):
    for form in ({}, {}, {"give": ""}, {"give": ""}):
        owner.post(reverse("pages:change_access", args=[planner_id]), form)

    assert rows(person_id=home.user_id) == [("exclusion", "added"), ("exclusion", "deleted")]


def test_a_person_added_and_renamed_is_recorded_without_the_name(owner, home, rows):
    made = send(owner, "post", "/users", {"name": "Bertalan"}).json()
    form = {"name": "Bertalan Second", "time_zone": "UTC"}
    assert owner.post(f"/admin/workspaces/person/{made['id']}/change/", form).status_code == 302

    assert rows(person_id=made["id"]) == [("person", "added"), ("person", "changed")]
    with scope.enter(home.workspace_id):
        assert "Bertalan" not in str(list(History.objects.filter(person_id=made["id"]).values()))


def test_rules_are_recorded(owner, rows):
    rules = {"policies": [{"fact_key": "diet", "outcome": "consent"}]}
    assert send(owner, "put", "/consent/policies", rules).status_code == 200

    assert rows() == [("policies", "changed")]


def test_what_staff_change_in_the_admin_is_recorded(owner, planner_id, home, rows):
    owner.post("/admin/workspaces/agent/add/", {"name": "helper", "role": "planner", "is_active": "on"})
    owner.post("/admin/workspaces/apikey/add/", {"agent": str(planner_id), "label": "second"})
    with scope.enter(home.workspace_id):
        grant = Grant.objects.filter(agent_id=planner_id).first()
    owner.post("/admin/workspaces/grant/", {"action": "revoke", "_selected_action": [str(grant.id)]})

    assert rows() == [("agent", "added"), ("apikey", "added"), ("grant", "revoked")]


def test_the_rows_are_sealed(owner, planner_id, home, now, settings, tmp_path):
    settings.SEAL_DIR = tmp_path / "seals"
    send(owner, "post", "/grants", {"agent_id": str(planner_id), "user_id": str(home.user_id)})

    seal_history(workspace_id=home.workspace_id, now=now)

    report = verify_history(workspace_id=home.workspace_id, now=timezone.now())
    assert (report.holds, report.pending) == (True, 0)
    assert report.rows > 0


def test_the_person_reads_it_in_words(owner, planner_id, home):
    send(owner, "post", "/grants", {"agent_id": str(planner_id), "user_id": str(home.user_id)})
    send(owner, "post", "/grants", {"agent_id": str(planner_id)})

    assert "gave an assistant access to your memories" in owner.get(reverse("pages:timeline")).content.decode()
    assert owner.get(reverse("pages:access")).content.decode().count("gave an assistant access to your memories") == 2


def test_every_page_that_changes_the_setup_is_told_of():
    plain = StaffModelAdmin.has_change_permission
    editable = {
        model._meta.model_name
        for model, page in admin.site._registry.items()
        if page.is_editable or type(page).has_change_permission is not plain
    }

    assert editable - set(COLUMNS) == set()

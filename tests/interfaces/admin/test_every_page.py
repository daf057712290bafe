"""What holds for every page of the admin, with no rows and with some."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from consent.models import Decision
from interfaces.admin.all_models import APPS, HIDDEN, RemainingAdmin
from interfaces.admin.tables.model_admin import StaffModelAdmin
from workspaces import scope

pytestmark = pytest.mark.django_db
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
# One server has one of these for all.
SHARED = {"EmbeddingModel", "Installation", "Schedule", "Worker"}
WRITES = ("INSERT", "UPDATE", "DELETE")


def url(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def first_id(model, home):
    """A row of the home workspace; None where `one_of_each` makes none."""
    where = {
        "Account": {"memberships__workspace": home.workspace_id},
        "Membership": {"workspace": home.workspace_id},
        "Organization": {"workspaces": home.workspace_id},
        "Workspace": {"id": home.workspace_id},
    }
    with scope.enter(home.workspace_id):
        rows = model._default_manager.filter(**where.get(model.__name__, {}))
        return rows.order_by("pk").values_list("pk", flat=True).first()


def ids(model):
    return model._meta.label


def test_every_model_of_ours_is_there():
    ours = {model._meta.label for model in apps.get_models() if model._meta.app_label in APPS}

    assert ours - {model._meta.label for model in MODELS} == set(HIDDEN)


def test_nothing_else_is_there():
    assert all(isinstance(admin.site._registry[model], StaffModelAdmin) for model in MODELS)
    assert {model._meta.app_label for model in MODELS} <= set(APPS)


@pytest.mark.parametrize("path", ["schedule", "success", "failure", "ormq"])
def test_the_job_queues_own_pages_are_not_served(owner, path):
    assert owner.get(f"/admin/django_q/{path}/").status_code == 404


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_a_list_is_shown_before_there_is_anything(owner, no_query_outside_scope, model):
    assert owner.get(url(model, "changelist")).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_list_search_and_row_are_shown(owner, home, one_of_each, no_query_outside_scope, model):
    for query in ({}, {"q": "Lisbon"}, {"q": "01a1fda9-58c7-7614-911d-539efffc73b2"}):
        assert owner.get(url(model, "changelist"), query).status_code == 200
    row_id = first_id(model, home)
    assert row_id is not None or isinstance(admin.site._registry[model], RemainingAdmin)
    assert row_id is None or owner.get(url(model, "change", row_id)).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_the_form_for_a_new_row_is_there_for_whoever_may_add(owner, no_query_outside_scope, model):
    may_add = model._meta.model_name in {
        "account",
        "agent",
        "apikey",
        "grant",
        "invitation",
        "person",
    }

    assert owner.get(url(model, "add")).status_code == (200 if may_add else 403)


@pytest.mark.parametrize("model", MODELS, ids=ids)
def test_rows_of_another_workspace_are_not_found(outsider, home, one_of_each, model):
    row_id = first_id(model, home)

    if row_id and model.__name__ not in SHARED:
        assert outsider.get(url(model, "change", row_id)).status_code == 404


def test_no_page_names_a_place_of_the_specification(owner, home, one_of_each):
    for model in MODELS:
        row_id = first_id(model, home)
        for path in [url(model, "changelist"), *([url(model, "change", row_id)] if row_id else [])]:
            text = strip_tags(owner.get(path).content.decode())
            assert not re.search(r"\bR\d{1,2}\b|\b00\d §|\(00\d\)", text), path


def test_ids_of_other_rows_lead_there_and_headings_hold_none(owner, home, in_home, one_of_each):
    page = owner.get(url(Decision, "change", first_id(Decision, home))).content.decode()

    assert f'href="/admin/workspaces/person/{home.user_id}/"' in page and f">{home.user_id}<" not in page


def test_no_list_shows_a_whole_id(owner, one_of_each):
    for model in MODELS:
        rows = owner.get(url(model, "changelist")).content.decode().partition('id="result_list"')[2]
        shown = re.sub(r"(?:href|value|title)=\"[^\"]*\"", "", rows.partition("</table>")[0])
        assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", strip_tags(shown)), model


def test_a_form_for_a_new_row_does_not_lead_to_itself(owner):
    add = "/admin/workspaces/person/add/"

    assert f'href="{add}"' in owner.get("/admin/workspaces/person/").content.decode()
    assert f'href="{add}"' not in owner.get(add).content.decode()


def test_no_title_holds_an_id(owner, home, one_of_each):
    for model in MODELS:
        if row_id := first_id(model, home):
            page = owner.get(url(model, "change", row_id)).content.decode()
            headings = re.findall(r"<title>.*?</title>|<h1.*?</h1>", page, re.DOTALL)
            assert headings and not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", strip_tags(" ".join(headings))), model


def test_the_index_is_shown(owner, no_query_outside_scope):
    assert owner.get("/admin/").status_code == 200


def test_reading_changes_nothing(owner, home, one_of_each):
    paths = [url(model, "changelist") for model in MODELS]
    paths += [url(model, "change", row_id) for model in MODELS if (row_id := first_id(model, home))]

    with CaptureQueriesContext(connection) as captured:
        for path in ["/admin/", *paths]:
            owner.get(path)

    assert [query["sql"] for query in captured if query["sql"].startswith(WRITES)] == []


def test_the_content_policy_has_its_two_exceptions_here_alone(owner):
    policy = owner.get("/admin/").headers["Content-Security-Policy"]

    assert "script-src 'self' 'unsafe-eval'" in policy
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in owner.get("/").headers["Content-Security-Policy"]


@pytest.mark.parametrize("count", [1, 20])
def test_the_list_of_memories_takes_as_many_queries_for_twenty_as_for_one(owner, note, count):
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")

    with CaptureQueriesContext(connection) as captured:
        owner.get("/admin/memories/memory/")

    # Session, account, memberships; whether some are about who is signed in, and reviewers judge; the count, the rows,
    # which of them are asked about, the people's names and the categories of the filters; twice whether the people are
    # few enough for a plain list.
    reads = [query["sql"] for query in captured if query["sql"].startswith("SELECT") and " FROM " in query["sql"]]
    assert len(reads) == 12

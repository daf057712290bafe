"""`manage.py create_workspace NAME --json`: what scripts rely on."""

import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import create_workspace
from workspaces.models import Account, Membership, Workspace

pytestmark = pytest.mark.django_db

ROLES = {"supervisor", "planner", "stylist", "researcher", "executor"}


def create(capsys, *args):
    call_command("create_workspace", *args, "--json")
    return json.loads(capsys.readouterr().out)


def test_it_prints_what_scripts_need(capsys):
    made = create(capsys, "Acme")
    assert set(made) == {"workspace_id", "user_id", "username", "password", "api_keys"}
    assert set(made["api_keys"]) == ROLES


def test_the_login_works_and_owns_the_workspace(capsys):
    made = create(capsys, "Acme")
    account = Account.objects.get(username=made["username"])
    assert account.check_password(made["password"])
    membership = Membership.objects.get(account=account)
    assert (str(membership.workspace_id), membership.role) == (made["workspace_id"], "owner")
    assert str(membership.as_person().person_id) == made["user_id"]


def test_every_key_works(capsys):
    for role, key in create(capsys, "Acme")["api_keys"].items():
        assert authenticate_key(key, now=timezone.now()).role == role


def test_two_workspaces_may_share_a_name(capsys):
    first, second = create(capsys, "Acme"), create(capsys, "Acme")
    assert first["username"] != second["username"]
    assert Workspace.objects.filter(name="Acme").count() == 2


def test_it_takes_few_statements(django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        create_workspace(name="Acme", username="ana")


def test_without_json_it_is_readable(capsys):
    call_command("create_workspace", "Acme")
    shown = capsys.readouterr().out
    assert "password" in shown and "key of planner" in shown

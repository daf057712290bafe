"""Who may come in: API keys, logins, neither."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from workspaces import scope
from workspaces.actions.issue_key import issue_key
from workspaces.models import Account, Agent, ApiKey, Membership
from workspaces.models.membership import Role


def with_key(api, key):
    api.headers = {"Authorization": f"Bearer {key}"}
    return api.get("/users")


def test_without_a_key_nobody_is_let_in(api):
    api.headers = {}
    answer = api.get("/users")
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/not-authenticated")
    assert answer["WWW-Authenticate"] == 'Bearer realm="memory"'


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic dTpw",
        "Bearer mem_x_y",
        "Bearer mem_\u00e9_x",
        "Token abc",
        "Bearer a b",
    ],
)
def test_what_is_no_key_is_refused(api, header):
    api.headers = {"Authorization": header}
    assert api.get("/users").status_code == 401


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer "])
def test_the_scheme_may_be_spelt_as_one_likes(api, home, scheme):
    api.headers = {"Authorization": f"{scheme} {home.api_keys['supervisor']}"}
    assert api.get("/users").status_code == 200


def test_a_wrong_secret_is_refused(api, home):
    answer = with_key(api, f"mem_{home.workspace_id.hex}_{'0' * 64}")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="memory", error="invalid_token"')


def test_a_key_does_not_open_another_workspace(api, home, elsewhere):
    secret = home.api_keys["supervisor"].rpartition("_")[2]
    assert with_key(api, f"mem_{elsewhere.workspace_id.hex}_{secret}").status_code == 401


def test_a_revoked_key_is_refused(api, home):
    with scope.enter(home.workspace_id):
        ApiKey.objects.get(agent__role="supervisor").revoke(now=timezone.now())
    assert api.get("/users").status_code == 401


def test_an_expired_key_is_refused(api, home):
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="supervisor")
        over, ahead = (issue_key(agent=agent, expires_at=timezone.now() + timedelta(hours=h)) for h in (-1, 1))
    assert with_key(api, over).status_code == 401
    assert with_key(api, ahead).status_code == 200


def test_a_key_of_an_agent_that_is_switched_off_is_refused(api, home):
    with scope.enter(home.workspace_id):
        Agent.objects.update(is_active=False)
    assert api.get("/users").status_code == 401


def test_a_login_that_writes_needs_the_csrf_token(owner, ana):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = owner.client.cookies
    answer = strict.post("/api/v1/users", {"name": "Clara"}, content_type="application/json")
    assert answer.status_code == 403
    assert strict.get(f"/api/v1/users/{ana}").status_code == 200


def test_an_account_without_a_workspace_sees_nothing(db):
    client = Client()
    client.force_login(Account.objects.create_user("nobody"))
    assert client.get("/api/v1/users").status_code == 403


def test_an_account_in_two_workspaces_names_one(owner, elsewhere):
    account = Account.objects.get(username="owner")
    Membership.objects.create(account=account, workspace_id=elsewhere.workspace_id, role=Role.ADMIN)
    there = owner.get("/users", X_Workspace=str(elsewhere.workspace_id)).json()["results"]
    assert [row["id"] for row in there] == [str(elsewhere.user_id)]
    assert owner.get("/users").json()["results"] != there
    for header in (str(uuid4()), "no-uuid"):
        assert owner.get("/users", X_Workspace=header).status_code == 403


def test_staff_who_only_look_change_nothing(owner, elsewhere):
    account = Account.objects.get(username="owner")
    Membership.objects.create(account=account, workspace_id=elsewhere.workspace_id, role=Role.VIEWER)
    header = {"X_Workspace": str(elsewhere.workspace_id)}
    assert owner.get("/users", **header).status_code == 200
    assert owner.post("/users", {"name": "Clara"}, **header).status_code == 403


def test_the_workspace_header_does_not_move_a_key(api, ana, elsewhere):
    found = api.get("/users", X_Workspace=str(elsewhere.workspace_id)).json()["results"]
    assert [row["id"] for row in found] == [ana]

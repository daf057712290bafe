import pytest
from django.test import Client

from workspaces.models import Account, Membership

pytestmark = pytest.mark.django_db
PAGES = ["/", "/inbox", "/search", "/decisions", "/memories", "/timeline", "/activity"]


def sign_in(username, password, **environ):
    return Client(**environ).post("/accounts/login/", {"login": username, "password": password})


@pytest.mark.parametrize("path", PAGES)
def test_every_page_asks_to_sign_in_first(client, path):
    response = client.get(path)

    assert (response.status_code, response.url) == (302, f"/accounts/login/?next={path}")


def test_a_developer_finds_the_api_from_there(client):
    assert '<a href="/api/docs/">API documentation</a>' in client.get("/accounts/login/").content.decode()


def test_the_password_leads_to_the_inbox(home, note):
    note()
    response = sign_in(home.username, home.password)

    assert (response.status_code, response.url) == (302, "/")


def test_a_wrong_password_does_not(home):
    assert sign_in(home.username, "wrong").status_code == 200


def test_guessing_is_throttled(home):
    for _ in range(5):
        sign_in(home.username, "wrong")

    # Even the right one has to wait.
    assert sign_in(home.username, home.password).status_code != 302


def test_a_strangers_guesses_lock_nobody_out(home):
    for _ in range(5):
        sign_in(home.username, "wrong", REMOTE_ADDR="203.0.113.9")

    assert sign_in(home.username, home.password).status_code == 302


def test_nobody_signs_up_from_outside(client, db):
    response = client.post(
        "/accounts/signup/", {"username": "eve", "password1": "a long one", "password2": "a long one"}
    )

    assert not Account.objects.filter(username="eve").exists()
    assert "Your admin creates accounts" in response.content.decode()


def test_a_login_without_a_workspace_is_told_so(client, db):
    client.force_login(Account.objects.create_user("lonely"))

    response = client.get("/inbox")

    assert response.status_code == 403
    assert "You're not in a workspace yet" in response.content.decode()


def test_a_login_without_a_person_is_told_so(owner, home):
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)

    assert "not linked to a person" in owner.get("/inbox").content.decode()
    assert "not linked to a person" in owner.get("/memories").content.decode()


def test_who_has_no_person_but_a_role_is_shown_the_way_to_the_admin(owner, colleague, home):
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)
    staff, other = (client.get("/").content.decode().partition("<main")[2] for client in (owner, colleague))

    assert "login “owner” is not linked to a person" in staff
    assert 'href="/admin/"' in staff and "An owner or admin of the workspace" not in staff
    assert 'href="/admin/"' not in other and "An owner or admin of the workspace can link it to one." in other


def test_an_account_switched_off_is_out_at_once(owner):
    Account.objects.filter(username="owner").update(is_active=False)

    assert owner.get("/inbox").status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(home):
    for name in (home.username, "nobody", "nobody@example.com"):
        assert "Username or password is wrong." in sign_in(name, "wrong").content.decode()

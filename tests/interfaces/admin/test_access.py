"""Who sees the admin, and what each role may do there."""

import pytest
from django.contrib.admin.models import LogEntry

from workspaces.models import Account, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
ADD, PETRA = "/admin/workspaces/person/add/", {"name": "Petra", "time_zone": "UTC"}


def test_whoever_is_not_signed_in_is_sent_to_the_one_sign_in_page(client, db):
    response = client.get("/admin/", follow=True)

    assert response.request["PATH_INFO"] == "/accounts/login/"
    assert client.get("/admin/login/").url.startswith("/accounts/login/")


def test_a_person_without_a_role_in_the_staff_is_refused(colleague):
    assert colleague.get("/admin/", follow=True).status_code == 403


def test_a_staff_role_without_the_staff_flag_is_refused(login):
    assert login(Role.ADMIN, is_staff=False).get("/admin/", follow=True).status_code == 403


def test_the_staff_flag_without_a_staff_role_is_refused(login):
    assert login(Role.PERSON).get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_every_staff_role_may_look(login, note, role):
    note("Ana's plan.")

    assert "Ana&#x27;s plan." in login(role).get("/admin/memories/memory/").content.decode()


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_reviewers_and_viewers_change_nothing(login, in_home, role):
    client = login(role)

    assert client.post(ADD, PETRA).status_code == 403
    assert 'value="revoke"' not in client.get("/admin/workspaces/apikey/").content.decode()
    with in_home():
        assert not Person.objects.filter(name="Petra").exists()


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN])
def test_owners_and_admins_change_the_set_up(login, in_home, role):
    login(role).post(ADD, PETRA)

    with in_home():
        assert Person.objects.filter(name="Petra").exists()


def test_only_owners_manage_logins(login, home):
    membership = Membership.objects.get(workspace_id=home.workspace_id)

    response = login(Role.ADMIN).post(f"/admin/workspaces/membership/{membership.id}/change/", {"role": "viewer"})

    assert response.status_code == 403
    assert login(Role.ADMIN, username="two").get("/admin/workspaces/account/add/").status_code == 403


def test_a_superuser_sees_any_workspace_one_at_a_time(superuser, home, elsewhere, note):
    note("Ana's plan.")

    for workspace, sees in ((home, True), (elsewhere, False)):
        superuser.post("/admin/workspace/", {"workspace": str(workspace.workspace_id)})
        assert ("Ana&#x27;s plan." in superuser.get("/admin/memories/memory/").content.decode()) is sees


def test_staff_of_one_workspace_cannot_switch_to_another(owner, home, elsewhere):
    owner.post("/admin/workspace/", {"workspace": str(elsewhere.workspace_id)})

    assert owner.get("/admin/").context["staff_membership"].workspace_id == home.workspace_id


def test_djangos_global_log_of_changes_is_never_written(owner):
    owner.post(ADD, PETRA)

    assert LogEntry.objects.count() == 0


def test_an_account_that_loses_its_role_is_out_at_once(owner, home):
    Membership.objects.filter(workspace_id=home.workspace_id).update(role=Role.PERSON)

    assert owner.get("/admin/memories/memory/", follow=True).status_code == 403


def test_signing_out_goes_through_the_one_way(owner):
    assert owner.post("/admin/logout/").url == "/accounts/logout/"
    assert owner.get("/admin/password_change/").url == "/accounts/password/change/"


def test_the_admin_is_offered_to_staff_alone(owner, colleague):
    assert "/admin/" in owner.get("/").content.decode()
    assert "/admin/" not in colleague.get("/").content.decode()


def test_a_session_of_a_deleted_account_is_nothing(owner):
    Account.objects.filter(username="owner").delete()

    assert owner.get("/admin/").status_code == 302


@pytest.mark.parametrize(("role", "is_staff"), [(Role.VIEWER, True), (Role.PERSON, True), (Role.ADMIN, False)])
def test_the_pages_lead_only_those_there_who_may_open_it(login, role, is_staff):
    client = login(role, is_staff=is_staff)

    is_led = 'href="/admin/"' in client.get("/memories").content.decode()

    assert is_led == (client.get("/admin/", follow=True).status_code == 200)


def test_the_admins_menu_signs_out_in_one_click(owner):
    menu = owner.get("/admin/").content.decode().partition('id="logout-form"')[2].partition("</form>")[0]
    assert 'action="/accounts/logout/"' in menu and "Sign out" in menu and "Log out" not in menu

    owner.post("/accounts/logout/")
    assert owner.get("/admin/").status_code == 302

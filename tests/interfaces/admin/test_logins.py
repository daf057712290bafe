"""Accounts and memberships in the admin."""

import pytest

from memories.models import History
from workspaces import scope
from workspaces.models import Account, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough one"


@pytest.fixture
def ben(colleague):
    return Account.objects.get(username="colleague")


def account_form(account, **fields):
    return {"username": account.username, "time_zone": "UTC", "is_active": "on"} | fields


def add_login(client, username, **fields):
    form = {"username": username, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/admin/workspaces/account/add/", form | fields)


@pytest.fixture
def carla(in_home):
    with in_home():
        return Person.objects.create(name="Carla")


def test_a_new_login_joins_the_workspace_as_a_person(owner, home, carla):
    add_login(owner, "carla", person=str(carla.id))

    membership = Membership.objects.get(account__username="carla")
    assert (membership.workspace_id, membership.role, membership.person_id) == (
        home.workspace_id,
        Role.PERSON,
        carla.id,
    )
    assert Account.objects.get(username="carla").check_password(PASSWORD)


def test_a_login_of_somebody_remembered_says_whose_it_is(owner):
    page = add_login(owner, "carla", role=Role.PERSON).content.decode()

    assert "Choose whose memories this login is for." in page
    assert not Account.objects.filter(username="carla").exists()


def test_a_login_of_staff_needs_no_person(owner):
    add_login(owner, "carla", role=Role.VIEWER)

    assert Membership.objects.get(account__username="carla").person_id is None


def test_the_page_of_a_login_names_for_whom_it_is(owner, home, carla):
    page = owner.get(f"/admin/workspaces/account/add/?person={carla.id}").content.decode()

    assert "Add a login for Carla" in page and f'value="{carla.id}" selected' in page
    assert str(home.user_id) not in page  # who has a login is not offered


def test_the_hint_about_a_password_is_for_who_sets_another_s(owner, ben):
    for page in ("add/", f"{ben.id}/password/"):
        text = owner.get(f"/admin/workspaces/account/{page}").content.decode()
        assert "At least 8 characters." in text and "Your password" not in text


def test_a_new_login_is_linked_to_a_person_once(owner, home, in_home):
    with in_home():
        carla, dora = Person.objects.create(name="Carla"), Person.objects.create(name="Dora")
    account = Account.objects.create_user("carla")
    membership = Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON)
    path = f"/admin/workspaces/membership/{membership.id}/change/"

    owner.post(path, {"role": "person", "person_id": str(carla.id)})
    owner.post(path, {"role": "person", "person_id": str(dora.id)})

    membership.refresh_from_db()
    assert membership.person_id == carla.id


def test_a_person_of_another_workspace_cannot_be_linked(owner, home, elsewhere):
    account = Account.objects.create_user("carla")
    membership = Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON)
    with scope.enter(elsewhere.workspace_id):
        zoe = Person.objects.get()

    owner.post(f"/admin/workspaces/membership/{membership.id}/change/", {"role": "person", "person_id": str(zoe.id)})

    membership.refresh_from_db()
    assert membership.person_id is None


def test_an_owner_sets_a_password_in_their_workspace(owner, ben):
    form = {"usable_password": "true", "password1": PASSWORD + "!", "password2": PASSWORD + "!"}

    owner.post(f"/admin/workspaces/account/{ben.id}/password/", form)

    ben.refresh_from_db()
    assert ben.check_password(PASSWORD + "!")


def test_a_login_that_belongs_elsewhere_too_is_not_an_owners_to_change(owner, ben, elsewhere):
    Membership.objects.create(account=ben, workspace_id=elsewhere.workspace_id, role=Role.PERSON)
    before = ben.password

    response = owner.post(
        f"/admin/workspaces/account/{ben.id}/password/", {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    )

    ben.refresh_from_db()
    assert response.status_code == 403
    assert ben.password == before


def test_an_owner_makes_nobody_a_superuser(owner, ben):
    owner.post(
        f"/admin/workspaces/account/{ben.id}/change/", account_form(ben, is_superuser="on", email="b@example.org")
    )

    ben.refresh_from_db()
    assert (ben.email, ben.is_superuser) == ("b@example.org", False)


def test_a_superuser_in_the_workspace_is_not_an_owners_to_change(owner, ben):
    Account.objects.filter(id=ben.id).update(is_superuser=True)

    assert owner.post(f"/admin/workspaces/account/{ben.id}/change/", account_form(ben)).status_code == 403


def test_a_login_gets_no_time_zone_that_does_not_exist(owner, ben):
    change = f"/admin/workspaces/account/{ben.id}/change/"
    page = owner.post(change, account_form(ben, time_zone="Mars/X")).content.decode()
    ben.refresh_from_db()
    assert "No time zone is called that." in page and not ben.time_zone
    assert "No time zone is called that." in owner.post(change, account_form(ben, time_zone="UTC+2")).content.decode()

    owner.post(change, account_form(ben, time_zone="Tokyo"))
    ben.refresh_from_db()
    assert ben.time_zone == "Asia/Tokyo"


def test_logins_of_other_workspaces_are_not_listed(owner, elsewhere):
    assert "stranger" not in owner.get("/admin/workspaces/account/").content.decode()
    assert "stranger" not in owner.get("/admin/workspaces/membership/").content.decode()


def test_nobody_changes_their_own_role(owner, home):
    mine = Membership.objects.get(account__username="owner")

    owner.post(f"/admin/workspaces/membership/{mine.id}/change/", {"role": "viewer"})

    mine.refresh_from_db()
    assert mine.role == Role.OWNER


def test_a_form_that_is_saved_as_it_was_leaves_no_trace(owner, home, in_home):
    membership = Membership.objects.get(account__username=home.username)
    owner.post(f"/admin/workspaces/membership/{membership.id}/change/", {})

    with in_home():
        assert not History.objects.filter(meta__what="membership", meta__done="changed").exists()


def test_ones_own_role_is_told_to_be_fixed_and_is_not_saved(owner, home):
    mine = Membership.objects.get(account__username="owner", workspace_id=home.workspace_id)
    page = owner.get(f"/admin/workspaces/membership/{mine.id}/change/").content.decode()

    assert "You cannot change your own role." in page and 'name="_save"' not in page


def leave(client, membership):
    return client.post(f"/admin/workspaces/membership/{membership.id}/delete/", {"post": "yes"}, follow=True)


def test_a_login_of_this_workspace_alone_is_switched_off_and_never_lost(owner, ben):
    theirs = Membership.objects.get(account=ben)
    page = owner.get(role_page(theirs)).content.decode()

    assert "To end its access, switch off “May sign in” on its page." in page
    assert f"{theirs.id}/delete/" not in page
    assert leave(owner, theirs).status_code == 403
    assert Membership.objects.filter(id=theirs.id).exists()
    owner.post(f"/admin/workspaces/account/{ben.id}/change/", {"username": "colleague", "time_zone": "UTC"})
    assert "colleague" in owner.get("/admin/workspaces/account/").content.decode()


def test_nobody_deletes_several_memberships_at_once(owner):
    assert "delete_selected" not in owner.get("/admin/workspaces/membership/").content.decode()


def test_a_login_of_another_workspace_too_leaves_after_a_question_that_says_what_follows(owner, ben, home, elsewhere):
    theirs = Membership.objects.get(account=ben)
    other = Membership.objects.create(account=ben, workspace_id=elsewhere.workspace_id)
    page = owner.get(f"/admin/workspaces/membership/{theirs.id}/delete/").content.decode()

    for text in ("Take colleague out of this workspace?", "can no longer open this workspace", "To bring it back"):
        assert text in page
    assert "was taken out of this workspace" in leave(owner, theirs).content.decode()
    assert list(Membership.objects.filter(account=ben)) == [other]


def test_nobody_leaves_by_themselves_or_is_taken_out_of_another_workspace(owner, ben, elsewhere):
    mine = Membership.objects.get(account__username="owner")
    other = Membership.objects.create(account=ben, workspace_id=elsewhere.workspace_id)

    assert leave(owner, mine).status_code == 403
    assert leave(owner, other).status_code == 404
    assert Membership.objects.filter(id__in=(mine.id, other.id)).count() == 2


def test_a_name_that_is_taken_is_refused_alike_wherever_it_is_used(owner, elsewhere):
    """A login that belongs to no workspace any more may have been another tenant's: nobody takes it over."""
    Account.objects.create_user("adrift", password="an older one")
    pages = [add_login(owner, name, role=Role.VIEWER).content.decode() for name in ("adrift", "stranger")]

    assert all("A user with that username already exists." in page for page in pages)
    assert not Membership.objects.filter(account__username="adrift").exists()
    assert Account.objects.get(username="adrift").check_password("an older one")


@pytest.fixture
def vera(home):
    account = Account.objects.create_user("vera")
    return Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON)


def role_page(membership):
    return f"/admin/workspaces/membership/{membership.id}/change/"


def test_a_login_says_what_its_role_and_person_mean(owner, vera):
    login = owner.get(f"/admin/workspaces/account/{vera.account_id}/change/").content.decode()
    form = owner.get(role_page(vera)).content.decode()

    assert "Sees and decides about their own memories only" in login
    assert "Change the role, or say whose login it is" in login and role_page(vera) in login
    for text in (
        "Role and person of vera",
        "Reads everything in this admin, and changes nothing.",
        "A new role counts",
    ):
        assert text in form
    assert "vera is nobody who is remembered here." in form and "Cannot be changed later." in form


def test_a_role_of_staff_opens_the_admin(owner, vera):
    owner.post(role_page(vera), {"role": "viewer", "person_id": ""})

    vera.account.refresh_from_db()
    assert vera.account.is_staff


def test_a_login_of_another_workspace_too_is_not_let_in_by_an_owner(owner, vera, elsewhere):
    Membership.objects.create(account=vera.account, workspace_id=elsewhere.workspace_id, role=Role.PERSON)
    page = owner.post(role_page(vera), {"role": "viewer", "person_id": ""}, follow=True).content.decode()

    vera.account.refresh_from_db()
    assert not vera.account.is_staff and "ask the server" in page


def test_a_new_role_leads_back_to_the_login(owner, vera, carla):
    login = f"/admin/workspaces/account/{vera.account_id}/change/"
    answer = owner.post(role_page(vera), {"role": "admin", "person_id": str(carla.id)}, follow=True)

    assert answer.redirect_chain[-1][0] == login
    assert "vera is now Admin." in answer.content.decode()
    assert "vera is now the login of Carla." in answer.content.decode()


def test_leaving_the_form_of_a_role_leads_back_to_the_login(owner, vera):
    bar = owner.get(role_page(vera)).content.decode().partition('id="submit-row"')[2]

    assert f'href="/admin/workspaces/account/{vera.account_id}/change/"' in bar


def rules_on(page):
    return page.lower().count("at least 8 characters")


def test_the_rule_of_passwords_is_told_once(owner, ben, home):
    wrong = {"password1": "123", "password2": "123"}
    own = {"oldpassword": home.password}
    admin = f"/admin/workspaces/account/{ben.id}/password/"

    for path, form in (("/accounts/password/change/", own), (admin, {"usable_password": "true"})):
        assert rules_on(owner.get(path).content.decode()) == 1
        page = owner.post(path, form | wrong).content.decode()
        assert rules_on(page) == 1 and "This password is too short." in page


def test_a_new_login_needs_a_password_and_the_form_marks_that(owner):
    form = owner.get("/admin/workspaces/account/add/").context["adminform"].form
    assert all(form.fields[name].required for name in ("password1", "password2"))


def test_setting_a_password_can_be_left(owner, ben):
    page = owner.get(f"/admin/workspaces/account/{ben.id}/password/").content.decode()

    assert "A new password for colleague" in page
    assert f'<a class="button" href="/admin/workspaces/account/{ben.id}/change/">Cancel</a>' in page


def test_who_may_not_change_a_login_reads_about_it_in_words(login, vera):
    page = login(Role.ADMIN).get(f"/admin/workspaces/account/{vera.account_id}/change/").content.decode()

    assert "May sign in, but not open this admin" in page
    for raw in ("Staff status", "First name", 'name="_save"'):
        assert raw not in page


def test_the_filters_of_logins_have_the_words_of_their_form(owner):
    page = owner.get("/admin/workspaces/account/").content.decode()

    assert "By may sign in" in page and "staff status" not in page


def account_page(account):
    return f"/admin/workspaces/account/{account.id}/change/"


def test_who_has_no_address_is_told_what_that_means_for_their_own_login(owner, ben):
    mine = Account.objects.get(username="owner")
    Account.objects.update(email="")

    assert "Your login has no email address" in owner.get(account_page(mine)).content.decode()
    assert "Your login has no email address" not in owner.get(account_page(ben)).content.decode()


@pytest.mark.parametrize(
    "fields", [{"is_staff": "on", "is_active": None}, {"is_staff": None}], ids=["may sign in", "may open the admin"]
)
def test_nobody_switches_off_their_own_login(owner, login, fields):
    login(Role.OWNER)
    mine = Account.objects.get(username="owner")
    form = {name: value for name, value in account_form(mine, **fields).items() if value}
    page = owner.post(account_page(mine), form)

    mine.refresh_from_db()
    assert mine.is_active and mine.is_staff
    assert "switch this off for your own login. Ask another owner." in page.content.decode()
    assert {"is_active", "is_staff"} & page.context["adminform"].form.errors.keys()


def test_the_last_owner_who_may_sign_in_keeps_login_and_role(owner, superuser, home, elsewhere):
    mine = Membership.objects.get(account__username="owner")
    session = superuser.session
    session["staff_workspace_id"] = str(home.workspace_id)
    session.save()
    off = {"username": "owner", "time_zone": "UTC", "is_staff": "on"}
    pages = [superuser.post(account_page(mine.account), off), superuser.post(role_page(mine), {"role": "viewer"})]
    Membership.objects.create(account=mine.account, workspace_id=elsewhere.workspace_id, role=Role.PERSON)
    pages.append(leave(superuser, mine))

    assert all("This is the last owner who may sign in." in page.content.decode() for page in pages)
    mine.refresh_from_db()
    assert mine.role == Role.OWNER and mine.account.is_active


def test_one_of_two_owners_is_switched_off(owner, login):
    login(Role.OWNER, username="second")
    second = Account.objects.get(username="second")

    owner.post(account_page(second), {"username": "second", "time_zone": "UTC", "is_staff": "on"})

    second.refresh_from_db()
    assert not second.is_active


def test_the_page_of_one_s_own_login_says_why_it_has_no_role_to_change(owner, ben):
    mine, theirs = (
        owner.get(f"/admin/workspaces/account/{one.id}/change/").content.decode()
        for one in (Account.objects.get(username="owner"), ben)
    )

    assert "Change the role" not in mine and "Nobody changes their own role" in mine
    assert "Change the role" in theirs and "Nobody changes their own role" not in theirs
